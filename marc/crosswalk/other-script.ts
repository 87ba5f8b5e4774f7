import type { DataField, MarcRecord } from '../record.ts'
import { headingCodes } from './crosswalk-headings.ts'
import { steps } from './crosswalk-steps.ts'
import { type CrosswalkRow, crosswalkTable } from './crosswalk-table.ts'
import type { BibliographicDocument } from './document.ts'
import { textsOfFacts } from './further-facts.ts'
import { languageName, languageTag } from './languages.ts'

/** Lists of the crosswalk that only a search uses. */
const searchedOnly = new Set<string>([
  'otherTitles',
  'otherAuthors',
  'otherNumbers',
  'notes',
  'localNotes',
  'carrier',
  'callNumbers',
])

const rowsByTag = new Map<string, CrosswalkRow[]>()
for (const row of crosswalkTable as readonly CrosswalkRow[])
  if (!searchedOnly.has(row.to))
    for (const tag of row.tags.split(' ')) rowsByTag.set(tag, [...(rowsByTag.get(tag) ?? []), row])

/** `$6 245-01/(2/r`: the tag and the occurrence of the other field. */
function linkOf(field: DataField): { tag: string; occurrence: string } | undefined {
  const link = field.subfields.find(({ code }) => code === '6')?.value ?? ''
  const [, tag, occurrence] = /^\s*(\d{3})-(\d\d)/.exec(link) ?? []
  return tag && occurrence ? { tag, occurrence } : undefined
}

/**
 * Each 880 beside the field that it repeats in another script. One without such a field stands for it: its tag is then
 * that of the field.
 */
export function linkedFields(record: MarcRecord): { pairs: [DataField, DataField][]; alone: DataField[] } {
  const pairs: [DataField, DataField][] = []
  const alone: DataField[] = []
  for (const field of record.fields) {
    if (field.tag !== '880' || 'value' in field) continue
    const link = linkOf(field)
    if (!link) continue
    const twin = twinOf(record, link)
    const named = { ...field, tag: link.tag }
    if (twin) pairs.push([twin, named])
    else alone.push(named)
  }
  return { pairs, alone }
}

function twinOf(record: MarcRecord, { tag, occurrence }: { tag: string; occurrence: string }): DataField | undefined {
  if (occurrence === '00') return undefined
  const same = record.fields.filter((each) => each.tag === tag && !('value' in each)) as DataField[]
  const linked = same.find((each) => linkOf(each)?.occurrence === occurrence)
  // The link back is often forgotten.
  return linked ?? (same.length === 1 && !linkOf(same[0]!) ? same[0] : undefined)
}

/** The pairs for the record page: each text with its twin in another script. */
export function inOtherScript(pairs: [DataField, DataField][], general: string): BibliographicDocument['inScript'] {
  const found = new Map<string, string>()
  for (const [field, twin] of pairs) {
    const texts = shownTexts(field)
    const others = shownTexts(twin)
    for (const [name, text] of texts) {
      const other = others.get(name)
      if (other && other !== text && !found.has(text)) found.set(text, other)
    }
  }
  const language = languageTag(languageName(general.slice(35, 38)))
  return [...found].map(([of, text]) => ({ of, text, lang: languageIn(text, language) }))
}

/** By the member of the document and the place in it. */
function shownTexts(field: DataField): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (name: string, values: string[]) => {
    for (const [at, value] of values.entries()) texts.set(`${name} ${at}`, value)
  }
  for (const { to, codes, clean } of rowsByTag.get(field.tag) ?? []) {
    const values: string[] = []
    steps[clean](field, codes, values)
    add(to, values)
  }
  const heading = headingCodes.get(field.tag)
  if (heading !== undefined) {
    const values: string[] = []
    steps.heading(field, heading, values)
    add('heading', values)
  }
  for (const [at, values] of textsOfFacts(field).entries()) add(`fact ${at}`, values)
  return texts
}

/** Languages that are commonly written in a script, by its code. */
const writtenIn: [script: string, letters: RegExp, languages: string][] = [
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  ['Kore', /\p{Script=Hangul}/u, 'ko'],
  ['Hani', /\p{Script=Han}/u, 'zh ja ko'],
  ['Hebr', /\p{Script=Hebrew}/u, 'he yi lad'],
  ['Arab', /\p{Script=Arabic}/u, 'ar fa ur ps ku sd ug pa'],
  ['Cyrl', /\p{Script=Cyrillic}/u, 'ru uk be bg sr mk kk ky mn tg tt uz'],
  ['Grek', /\p{Script=Greek}/u, 'el grc'],
  ['Thai', /\p{Script=Thai}/u, 'th'],
  ['Deva', /\p{Script=Devanagari}/u, 'hi mr ne sa'],
  ['Armn', /\p{Script=Armenian}/u, 'hy'],
  ['Geor', /\p{Script=Georgian}/u, 'ka'],
]

/** The record's language where the script fits it; else an undetermined language in that script. */
export function languageIn(text: string, language: string): string {
  const known = writtenIn.find(([, letters]) => letters.test(text))
  if (!known) return ''
  const [script, , languages] = known
  const fitting = languages.split(' ')
  if (fitting.includes(language)) return language
  return fitting.length === 1 ? fitting[0]! : `und-${script}`
}
