import { mapOf } from '#kit/map-of.ts'
import { levelKind } from '../crosswalk/crosswalk-steps.ts'
import type { FixedFields } from '../crosswalk/fixed-fields.ts'
import { languageCode, languageCodesIn, languageName } from '../crosswalk/languages.ts'
import { bare, type Entries, element, joined, textElement, those, value, values } from './mods-xml.ts'

const objectParts = mapOf<string>({
  b: 'summary or abstract',
  d: 'sung or spoken text',
  e: 'libretto',
  f: 'table of contents',
  g: 'accompanying material',
  h: 'translation',
  j: 'subtitles',
})

/** 008/35-37 and 041, each language once for each part it applies to. */
export function languages(entries: Entries, { general }: FixedFields): string {
  const found = new Map<string, string>()
  const add = (code: string, objectPart: string | undefined) => {
    if (!/^[a-z]{3}$/.test(code) || code === 'zxx' || code === 'und') return
    const terms =
      textElement('languageTerm', code, { type: 'code', authority: 'iso639-2b' }) +
      textElement('languageTerm', languageName(code), { type: 'text' })
    found.set(`${code} ${objectPart ?? ''}`, element('language', terms, { objectPart }))
  }
  add(languageCode(general.slice(35, 38)), undefined)
  for (const field of those(entries, '041'))
    for (const code of new Set(field.subfields.map((subfield) => subfield.code)))
      if (code === 'a' || objectParts.has(code))
        for (const each of languageCodesIn(field, code)) add(each, objectParts.get(code))
  return [...found.values()].join('')
}

const forms = mapOf<string>({
  a: 'microfilm',
  b: 'microfiche',
  c: 'microopaque',
  d: 'large print',
  f: 'braille',
  o: 'electronic',
  q: 'electronic',
  r: 'print',
  s: 'electronic',
})

/** 300, 337, 338, 245 $h and the form of item of 008. */
export function physicalDescription(entries: Entries, { form }: FixedFields): string {
  const carriers = (tag: string, type: string) =>
    those(entries, tag).flatMap((field) =>
      values(field, 'a').map((text) =>
        textElement('form', bare(text), { type, authority: value(field, '2') || undefined }),
      ),
    )
  const parts = [
    textElement('form', forms.get(form), { authority: 'marcform' }),
    ...those(entries, '245').map((field) =>
      textElement('form', bare(value(field, 'h')).replace(/^\[(.*)\]$/, '$1'), { authority: 'gmd' }),
    ),
    ...carriers('337', 'media'),
    ...carriers('338', 'carrier'),
    ...new Set(
      those(entries, '856').flatMap((field) =>
        values(field, 'q').map((text) => textElement('internetMediaType', text)),
      ),
    ),
    ...those(entries, '300').map((field) => textElement('extent', joined(field, '3abcefg'))),
    ...those(entries, '340').map((field) => textElement('note', joined(field, 'abcdefhijkmno'))),
  ]
  return element('physicalDescription', parts.join(''))
}

const abstracts = mapOf<string>({
  0: 'subject',
  1: 'review',
  2: 'scope and content',
  3: 'abstract',
  4: 'content advice',
})
const contents = mapOf<string>({ 1: 'incomplete contents', 2: 'partial contents' })

export const abstractAndContents = (entries: Entries): string =>
  those(entries, '520')
    .map((field) =>
      textElement('abstract', joined(field, 'abc'), {
        type: abstracts.get(field.ind1),
        altRepGroup: field.altRepGroup,
      }),
    )
    .join('') +
  those(entries, '505')
    .map((field) =>
      textElement('tableOfContents', joined(field, 'agrt'), {
        type: contents.get(field.ind1),
        altRepGroup: field.altRepGroup,
      }),
    )
    .join('')

const audiences = mapOf<string>({
  a: 'preschool',
  b: 'primary',
  c: 'pre-adolescent',
  d: 'adolescent',
  e: 'adult',
  f: 'specialized',
  g: 'general',
  j: 'juvenile',
})
const audienceLabels = mapOf<string>({
  0: 'Reading grade level',
  1: 'Interest age level',
  2: 'Interest grade level',
  3: 'Special audience characteristics',
  4: 'Motivation or interest level',
})

/** 008/22, except in maps, serials and mixed materials, where it means something else, and 521. */
export function targetAudience(entries: Entries, { material, general }: FixedFields): string {
  const isAudience = material !== 'map' && material !== 'serial' && material !== 'mixed'
  const coded = isAudience ? audiences.get(general.charAt(22)) : undefined
  return (
    textElement('targetAudience', coded, { authority: 'marctarget' }) +
    those(entries, '521')
      .flatMap((field) =>
        values(field, 'a').map((text) =>
          textElement('targetAudience', bare(text), {
            displayLabel: (audienceLabels.get(field.ind1) ?? levelKind(field)) || undefined,
            altRepGroup: field.altRepGroup,
          }),
        ),
      )
      .join('')
  )
}
