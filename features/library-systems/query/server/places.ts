import type { SearchField } from '#features/catalogue/query/server/query.ts'
import { analyse, fits, withoutElisions } from '#features/catalogue/server/catalogue.ts'
import { spelledOut } from '#kit/fold.ts'
import { mapOf } from '#kit/map-of.ts'
import { headingCodes } from '#marc/crosswalk/crosswalk-headings.ts'
import { steps } from '#marc/crosswalk/crosswalk-steps.ts'
import { type CrosswalkRow, crosswalkTable, type Gathered } from '#marc/crosswalk/crosswalk-table.ts'
import { linkedTag } from '#marc/linked-tag.ts'
import type { DataField, MarcRecord } from '#marc/record.ts'

/** Position of a term in a field or subfield: at its start, at its end, or both for a complete one. */
export type Place = { within: 'field' | 'subfield'; starts: boolean; ends: boolean }

type Wanted = { fields: SearchField[]; words: string[]; place: Place }

/** Whether a record has the words, which may have masks, one after another in this place. */
export function hasWords(record: MarcRecord, { fields, words, place }: Wanted): boolean {
  return record.fields.some((field) => {
    if ('value' in field) return false
    const tag = field.tag === '880' ? linkedTag(field) : field.tag
    return sourcesByTag
      .get(tag)
      ?.some(
        (source) =>
          fields.includes(source.field) &&
          textsOf(field, tag, source, place.within).some((text) => follows(analyse(text), words, place)),
      )
  })
}

function follows(text: string[], words: string[], { starts, ends }: Place): boolean {
  const last = text.length - words.length
  for (let from = ends ? Math.max(0, last) : 0; from <= (starts ? Math.min(0, last) : last); from++)
    if (words.every((word, i) => fits(text[from + i]!, word))) return true
  return false
}

/** The fields that the catalogue's search fields are made of. */
const fieldOf: Partial<Record<Gathered, SearchField>> = {
  titlePrimary: 'title',
  otherTitles: 'title',
  noteStmOfResponsibility: 'author',
  mainPersonal: 'author',
  mainCorporate: 'author',
  otherPersonal: 'author',
  otherCorporate: 'author',
  otherAuthors: 'author',
  series: 'series',
  seriesTraced: 'series',
  learningArea: 'subject',
  genre: 'genre',
  description: 'notes',
  contents: 'notes',
  publisher: 'notes',
  publisherFormerly: 'notes',
  audience: 'notes',
  notes: 'notes',
  localNotes: 'localNotes',
}

type Source = { field: SearchField; codes: string; clean: CrosswalkRow['clean'] }

const sourcesByTag = new Map<string, Source[]>()
const add = (tag: string, source: Source) => sourcesByTag.set(tag, [...(sourcesByTag.get(tag) ?? []), source])
for (const { to, tags, codes, clean } of crosswalkTable) {
  const field = fieldOf[to]
  if (field) for (const tag of tags.split(' ')) add(tag, { field, codes, clean })
}
for (const [tag, codes] of headingCodes) add(tag, { field: 'subject', codes, clean: 'heading' })

/** Which indicator counts the characters of an initial article (MARC 21: "Nonfiling characters"). */
const articleIn = mapOf<'ind1' | 'ind2'>({
  ...Object.fromEntries(['130', '630', '730', '740'].map((tag) => [tag, 'ind1'])),
  ...Object.fromEntries(['222', '240', '242', '243', '245', '440', '830'].map((tag) => [tag, 'ind2'])),
})

/** A field's text as the catalogue has it, or those of its subfields; also without an initial article. */
function textsOf(field: DataField, tag: string, { codes, clean }: Source, within: Place['within']): string[] {
  const texts: string[] = []
  if (within === 'field') steps[clean](field, codes, texts)
  else texts.push(...field.subfields.filter(({ code }) => codes.includes(code)).map(({ value }) => value))
  const article = Number(field[articleIn.get(tag) ?? 'ind1'])
  if (articleIn.get(tag) && article > 0 && texts[0]) texts.push(texts[0].slice(article))
  const all = [...texts, ...texts.flatMap(withoutElisions)]
  return [...all, ...all.flatMap(spelledOut)]
}
