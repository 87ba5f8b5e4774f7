import { type Identifier, identifierKey } from '#marc/identifier.ts'
import { isEan } from '#marc/isbn.ts'
import { betweenCells } from '../../contract.ts'

/** One identifier of a line as it was typed, without invisible characters, and its position in the line. */
export type Piece = { at: number; end: number; text: string; read: Identifier }

/** Text around an identifier that is copied from a book, a catalogue or a spreadsheet. */
const around = [
  // Characters that scanners send around a code: `]E0`, a letter for the type of code, a sign, a control character.
  /[\0-\x08\x0e-\x1f\x7f]+/gu,
  /(?<=^|[\s,])\][A-Za-z][\dA-Za-z](?=[\p{L}\d])/gu,
  /(?<=^|[\s,])\p{L}(?=97[89]\d{10}(?:$|[\s,]))/gu,
  /(?<=^|[\s,])[~*#@!$%^&|\\]+(?=[\p{L}\d])|(?<=[\p{L}\d])[~*#@!$%^&|\\]+(?=$|[\s,])/gu,
  /\b(?:e-?)?IS[BSM]N(?:[- ]?1[03])?(?:\s*[:#])?(?=[\s\d]|$)/giu,
  // `(pbk. : $12.95)`, `(hardback)`: a word, not `(OCoLC)` before a number.
  /(?<=[\dXx]\s*)\((?![A-Za-z-]*[A-Z][A-Za-z-]*\)[\p{L}\d])(?=[^)\d]*[A-Za-z])[^)]*\)/gu,
  /["'’=]+(?=\s|\d|,|$)|(?<=^|\s|,)["'‘=]+/gu,
]

/** Many locales write the decimal point as a comma: `9,78E+12` is one cell of a spreadsheet. */
const fields = /(?:\d,\d+E\+?\d+|[^,\n])+/giu

/** Direction marks, joiners and soft hyphens are copied along from web pages and PDF files. */
const unseen = /\p{Cf}/u

/** Splits on commas, semicolons, bars and spaces, except the spaces within one ISBN or ISSN. */
export function splitLine(line: string): Piece[] {
  if (!unseen.test(line)) return split(line)
  let seen = ''
  const places: number[] = []
  for (const { 0: char, index } of line.matchAll(/\P{Cf}/gu)) {
    seen += char
    for (let i = 0; i < char.length; i++) places.push(index + i)
  }
  return split(seen).map((piece) => ({ ...piece, at: places[piece.at]!, end: places[piece.end - 1]! + 1 }))
}

function split(line: string): Piece[] {
  const plain = around.reduce(
    (text, noise) => text.replace(noise, (found) => found.replace(/[^\n]/gu, ' ')),
    line.replace(betweenCells, '\n'),
  )
  return [...plain.matchAll(fields)].flatMap((field) => {
    const words = [...field[0].matchAll(/\S+/gu)].flatMap((word) => apart(field.index + word.index, word[0]))
    return groupedAsOne(words.map((word) => word.text)) ? [joined(words, plain)] : words.map(pieceOf)
  })
}

/** A scanner that sends no key after each code joins them: `97818697138059780143506522`. */
function apart(at: number, text: string): { at: number; text: string }[] {
  const codes = /^(?:97[89]\d{10}){2,}$/.test(text) ? text.match(/\d{13}/g)! : []
  if (codes.length === 0 || !codes.every(isEan)) return [{ at, text }]
  return codes.map((code, i) => ({ at: at + i * 13, text: code }))
}

const pieceOf = (word: { at: number; text: string }): Piece => ({
  ...word,
  end: word.at + word.text.length,
  read: identifierKey(word.text),
})

function joined(words: { at: number; text: string }[], line: string) {
  const first = words[0]!
  const last = words.at(-1)!
  return pieceOf({ at: first.at, text: line.slice(first.at, last.at + last.text.length) })
}

/**
 * Printed groups (`978 1 86971 380 5`, `9 781869 713805`, `1441 0176`) are short, so two adjacent whole numbers are
 * never taken for one that happens to pass its check.
 */
function groupedAsOne(words: string[]): boolean {
  if (words.length < 2 || words.length > 5) return false
  const prefixed = /^97[89]$/.test(words[0]!)
  if (!words.every((word) => /^[\d-]*[\dX]$/i.test(word) && (prefixed || word.length <= 7))) return false
  const { kind, problem } = identifierKey(words.join(''))
  const length = words.join('').replaceAll('-', '').length
  if (kind === 'record' || !lengths[kind].includes(length)) return false
  return problem === undefined || (problem === 'bad_check_digit' && (prefixed || words.length > 3))
}

/** Lengths of printed numbers, which always have the zeros that a spreadsheet drops. */
const lengths = { isbn13: [13], isbn10: [10], issn: [8, 13], ismn: [13], ean: [12, 13] }
