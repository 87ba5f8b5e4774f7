import { type Identifier, identifierKey } from '#marc/identifier.ts'
import { isEan } from '#marc/isbn.ts'
import { numberName, plainCharacter, unseen } from '#marc/typed-number.ts'
import { betweenCells } from '../../contract.ts'

/** One identifier of a line in plain characters, without those that no one sees, and its position in the line. */
export type Piece = { at: number; end: number; text: string; read: Identifier }

/** Text around an identifier that is copied from a book, a catalogue or a spreadsheet. */
const around = [
  // Characters that scanners send around a code: `]E0`, a letter for the type of code, a sign, a control character.
  /[\0-\x08\x0e-\x1f\x7f]+/gu,
  /(?<=^|[\s,])\][A-Za-z][\dA-Za-z](?=[\p{L}\d])/gu,
  /(?<=^|[\s,])\p{L}(?=97[89]\d{10}(?:$|[\s,]))/gu,
  /(?<=^|[\s,])[~*#@!$%^&|\\]+(?=[\p{L}\d])|(?<=[\p{L}\d])[~*#@!$%^&|\\]+(?=$|[\s,])/gu,
  new RegExp(`(?<![\\p{L}\\d])${numberName}(?:\\s*[:#])?(?=[\\s\\d\\p{Ps}\\p{Pi}\\p{Pe}<]|$)`, 'giu'),
  // `(pbk. : $12.95)`, `[hardback]`: a word, not `(OCoLC)` before a number.
  /(?<=[\dXx][\s\p{Pe}\p{Pf}>]{0,4})\((?![A-Za-z-]*[A-Z][A-Za-z-]*\)[\p{L}\d])(?=[^)\d]*\p{L})[^)]*\)/gu,
  /(?<=[\dXx][\s\p{Pe}\p{Pf}>]{0,4})(?:\[(?=[^\]\d]*\p{L})[^\]]*\]|\{(?=[^}\d]*\p{L})[^}]*\})/gu,
  // Brackets, except those of `(OCoLC)12345` and the apostrophe of a word.
  /[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>]--[\(\)‘’]]/gv,
  /(?<=^|[\s,(])\((?=[\s(]{0,4}\d)|(?<=[\dXx][\s)]{0,4})\)|\(\s*\)|(?<=^|[\s,])[()]+(?=$|[\s,])|(?<=^|[\s,])\((?=[^()\s]+\)(?:$|[\s,]))|(?<=(?:^|[\s,])\([^()\s]+)\)(?=$|[\s,])/gu,
  /["'’=]+(?=\s|\d|,|$)|(?<=^|\s|,)["'‘=]+/gu,
]

/** Many locales write the decimal point as a comma: `9,78E+12` is one cell of a spreadsheet. */
const fields = /(?:\d,\d+E\+?\d+|[^,\n])+/giu

/** Splits on commas, semicolons, bars and spaces, except the spaces within one ISBN or ISSN. */
export function splitLine(line: string): Piece[] {
  if (!/[^\x00-\x7f]/.test(line)) return split(line)
  let plain = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: character, index } of line.matchAll(/./gsu)) {
    if (unseen.test(character)) continue
    const one = plainCharacter(character)
    plain += one
    for (let i = 0; i < one.length; i++) {
      starts.push(index + (one.length === character.length ? i : 0))
      ends.push(index + (one.length === character.length ? i + 1 : character.length))
    }
  }
  return split(plain).map((piece) => ({ ...piece, at: starts[piece.at]!, end: ends[piece.end - 1]! }))
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
