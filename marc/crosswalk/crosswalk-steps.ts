import { mapOf } from '#kit/map-of.ts'
import { normalised } from '#kit/normalised.ts'
import { isIsbn10, isIsbn13, isIssn } from '../isbn.ts'
import type { DataField } from '../record.ts'
import { withoutCodes } from './fixed-fields.ts'
import { languageCodesIn, languageName } from './languages.ts'

/** Reads the subfields it needs from a field and adds none, one or several cleaned values to `out`. */
export type Step = (field: DataField, codes: string, out: string[]) => void

/** Composed Unicode without control characters and doubled blanks. */
export function tidy(text: string): string {
  if (isTidy(text)) return text
  let tidied = text
  if (/[^\x20-\x7e]/.test(tidied))
    tidied = normalised(tidied, 'NFC')
      .replace(/[\uFE20-\uFE23]/g, wholeMark)
      // Marks of direction hide the punctuation of a subfield; a page sets the direction itself.
      .replace(/[\x80-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[\x00-\x1f\x7f]/g, ' ')
  return tidied.replace(/ {2,}/g, ' ').trim()
}

/** Older records have half of a ligature or double tilde on each letter; the mark over both replaces them. */
const wholeMark = (half: string) => (half === '\uFE20' ? '\u0361' : half === '\uFE22' ? '\u0360' : '')

/** True for most values: ASCII with single blanks, none at the ends. */
function isTidy(text: string): boolean {
  let before = 0x20
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || (code === 0x20 && before === 0x20)) return false
    before = code
  }
  return before !== 0x20
}

const abbreviation =
  /(?:^|[\s.([])(?:\p{L}|\p{L}\p{L}?\.\p{L}|[JS]r|Mrs?|Ms|Dr|St|etc|Inc|Ltd|Co|Corp|Bros|Dept|Univ|Assoc|ed|eds|vol|no|pt|ser|rev|ill|cent|ca|approx|dept|al|Pty|Rev|Esq|Ph\.D)\.$/u

/** More than any abbreviation and what is before it: the beginning of a long text need not be looked at. */
const longestEnd = 16

/** Trims the blanks, slashes, colons, semicolons, commas and equals signs that ISBD puts between elements. */
function trimSeparators(text: string): string {
  let end = text.length
  while (end > 0 && ' /:;,='.includes(text.charAt(end - 1))) end--
  return end === text.length ? text : text.slice(0, end)
}

/** Trims the final ISBD punctuation; the point of an abbreviation or an initial stays. */
export function trimPunctuation(text: string): string {
  const trimmed = trimSeparators(text)
  if (!trimmed.endsWith('.') || trimmed.endsWith('..') || abbreviation.test(trimmed.slice(-longestEnd))) return trimmed
  return trimSeparators(trimmed.slice(0, -1))
}

function joined(field: DataField, codes: string): string {
  let text = ''
  for (const { code, value } of field.subfields)
    if (codes.includes(code) && value !== '') text = text === '' ? value : `${text} ${value}`
  return tidy(text)
}

const push = (out: string[], value: string) => {
  if (value !== '') out.push(value)
}

/** As printed, subfields joined by blanks. */
const text: Step = (field, codes, out) => push(out, joined(field, codes))
/** Subfields joined, the last ISBD punctuation gone. */
const isbd: Step = (field, codes, out) => push(out, trimPunctuation(joined(field, codes)))
/** As printed, but without codes. */
const date: Step = (field, codes, out) => push(out, tidy(withoutCodes(joined(field, codes))))
/** As `isbd`, but keeps the point of `Minn.` or `Vic.`. */
const place: Step = (field, codes, out) => push(out, trimSeparators(joined(field, codes)))
/** One value a subfield. */
const each: Step = (field, codes, out) => {
  for (const { code, value } of field.subfields) if (codes.includes(code)) push(out, trimPunctuation(tidy(value)))
}

/** As `isbd`; if a record has no ISBD punctuation, adds a colon or point between the parts. */
const title: Step = (field, codes, out) => {
  let whole = ''
  let last = ''
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code) || value === '') continue
    if (whole === '') whole = value
    else if (/[\p{P}\p{S}]$/u.test(last) || /^\s*[:;=/]\s/.test(value)) whole += ` ${value}`
    else whole += `${code === 'b' ? ' : ' : code === 'n' || code === 'p' ? '. ' : ' '}${value}`
    last = tidy(value) || last
  }
  push(out, trimPunctuation(tidy(whole)))
}

/** `Dogs -- Fiction`: the heading, then each subdivision. */
const heading: Step = (field, codes, out) => {
  const parts: string[] = []
  for (const { code, value } of field.subfields) {
    if (value === '' || !codes.includes(code)) continue
    if (parts.length === 0 || (code >= 'v' && code <= 'z')) parts.push(value)
    else parts[parts.length - 1] += ` ${value}`
  }
  push(out, tidy(parts.map((part) => trimPunctuation(tidy(part))).join(' -- ')))
}

/** The title of a name-and-title heading; nothing if it has none. */
const titlePart: Step = (field, codes, out) => {
  const from = field.subfields.findIndex(({ code }) => code === 't')
  if (from >= 0) isbd({ ...field, subfields: field.subfields.slice(from) }, codes, out)
}

/** The name of a heading; in a name-and-title heading, what follows $t is of the title. */
const name: Step = (field, codes, out) => {
  const to = field.subfields.findIndex(({ code }) => code === 't')
  isbd(to < 0 ? field : { ...field, subfields: field.subfields.slice(0, to) }, codes, out)
}

/** Standard numbers with a valid check digit, without hyphens and the qualifier after them (`(pbk.)`). */
const numbers =
  (wanted: (number: string) => boolean): Step =>
  (field, codes, out) => {
    for (const { code, value } of field.subfields) {
      if (!codes.includes(code)) continue
      const number = leadingNumber(value)
      if (number !== '' && wanted(number)) out.push(number)
    }
  }

const isIsbn = (number: string) => isIsbn13(number) || isIsbn10(number)
const isbn = numbers(isIsbn)
const wrongIsbn = numbers((number) => !isIsbn(number))
const issn = numbers(isIssn)
const number = numbers(() => true)

function leadingNumber(value: string): string {
  if (/^[\dX]+$/.test(value)) return value
  const found = /^[^\dA-Za-z]*(\d[\d\s\u2010-\u2015-]*[\dXx](?![A-Za-z])|\d)/.exec(tidy(value))?.[1] ?? ''
  return found.replace(/[^\dXx]/g, '').toUpperCase()
}

/** Prime marks show where a number may be shortened (082: `/`, older `'`). */
const dewey: Step = (field, codes, out) => {
  for (const { code, value } of field.subfields)
    if (codes.includes(code)) push(out, tidy(value.replace(/[/'’]/g, '')).replace(/\.$/, ''))
}

/** The names of the languages. */
const languages: Step = (field, codes, out) => {
  for (const code of languageCodesIn(field, codes)) push(out, languageName(code))
}

/** 521 by its first indicator, where it is a level rather than an audience. */
const levelsByIndicator = mapOf<string>({
  0: 'Reading grade',
  1: 'Interest age',
  2: 'Interest grade level',
})

/** Scales of difficulty, as 521 $b or the words of $a name them. */
const scales: [words: RegExp, name: string][] = [
  [/\blexiles?\b(?: framework)?(?: for reading)?/i, 'Lexile'],
  [/\bquantiles?\b/i, 'Quantile'],
  [/\batos\b/i, 'ATOS'],
  [/\baccelerated reader\b|^AR(?= level|$)/i, 'Accelerated Reader level'],
  [/\bfountas (?:&|and) pinnell\b|^F ?& ?P\b/i, 'Fountas & Pinnell'],
  [/\bguided reading\b/i, 'Guided Reading'],
  [/\bDRA2?\b|\bdevelopmental reading assessment\b/i, 'DRA'],
  [/\breading recovery\b/i, 'Reading Recovery'],
  [/\breading counts!?/i, 'Reading Counts'],
  [/\bPM (?=level|benchmark|readers?\b)(?:benchmark|readers?)?/i, 'PM'],
  [/\bflesch\b(?:.kincaid)?/i, 'Flesch-Kincaid'],
  [/\bdale.chall\b/i, 'Dale-Chall'],
]
/** `680L`, `AD680L`, `BR40L`; `3.1`; `680`. A rating of films is a number of one or two digits. */
const lexile = /^(?:AD|BR|GN|HL|IG|NC|NP)?\d{1,4} ?L$/i
const unnamed = /^(?:\d{1,2}\.\d{1,2}|\d{3,4})$/

/** The kind of reading level that 521 gives: `Interest age`, `Lexile`; '' if it names an audience. */
export function levelKind(field: DataField): string {
  const known = levelsByIndicator.get(field.ind1)
  if (known !== undefined) return known
  const [[text = ''], [source = '']] = ['a', 'b'].map((code) => {
    const values: string[] = []
    each(field, code, values)
    return values
  }) as [string[], string[]]
  const isMeasure = /\d|(?:^|\s)[A-Z]{1,2}(?:-[A-Z])?\+?$/.test(text)
  const scale = isMeasure ? scales.find(([words]) => words.test(source) || words.test(text)) : undefined
  if (scale) return scale[1]
  if (lexile.test(text)) return 'Lexile'
  return unnamed.test(text) ? source || 'Reading level' : ''
}

/** `Interest age 9-12` from `009-012.`, `Lexile 680` from `680L`, each with its kind. */
const readingLevel: Step = (field, codes, out) => {
  const kind = levelKind(field)
  const words = scales.find(([, name]) => name === kind)?.[0]
  const levels: string[] = []
  each(field, codes, levels)
  for (const level of levels) {
    const alone = words ? level.replace(words, '').replace(/^[\s:]*(?:(?:measure|score|level)s?\b[\s:]*)*/i, '') : level
    out.push(`${kind} ${bareLevel(kind === 'Lexile' ? alone.replace(/(?<=\d) ?L\b/gi, '') : alone).trim()}`)
  }
}

/** As text, a level with its kind. */
const audience: Step = (field, codes, out) =>
  levelKind(field) === '' ? text(field, codes, out) : readingLevel(field, codes, out)

const bareLevel = (level: string) =>
  level
    .replace(/(?<![\d.])0+(?=\d)/g, '')
    .replace(/^(?:reading |interest )?(?:(?:grades?|ages?)(?: level)?|levels?) /i, '')

/** `Accelerated Reader level 4.3` and `Accelerated Reader 0.5 points`; $c and $d of no program count for nothing. */
const programLevel: Step = (field, _codes, out) => {
  const valuesOf = (code: string) => {
    const values: string[] = []
    each(field, code, values)
    return values
  }
  const [program] = valuesOf('a')
  if (program === undefined) return
  for (const level of valuesOf('c')) out.push(`${program} level ${bareLevel(level)}`)
  for (const points of valuesOf('d')) {
    const number = /^\d{1,4}(?:\.\d{1,2})?(?= ?(?:points?|pts?)?\.?$)/i.exec(bareLevel(points))?.[0]
    if (number) out.push(`${program} ${Number(number)} ${Number(number) === 1 ? 'point' : 'points'}`)
  }
}

/** The valid numbers in these subfields. */
export function numbersIn(field: DataField, codes: string, kind: 'isbn' | 'issn'): string[] {
  const found: string[] = []
  steps[kind](field, codes, found)
  return found
}

export const steps = {
  text,
  date,
  isbd,
  place,
  each,
  title,
  heading,
  titlePart,
  name,
  isbn,
  wrongIsbn,
  issn,
  number,
  dewey,
  languages,
  readingLevel,
  audience,
  programLevel,
} satisfies Record<string, Step>
