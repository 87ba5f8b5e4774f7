import { mapOf } from '#kit/map-of.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { unlinked, unlinkedIn } from '../web-address.ts'
import { levelKind, numbersIn, steps, tidy, trimPunctuation } from './crosswalk-steps.ts'
import type { FurtherFact } from './document.ts'
import { withoutCodes } from './fixed-fields.ts'

/** A row of the record's page: the fields it shows, and how. */
type Row = {
  label: string | ((field: DataField) => string)
  tags: string
  codes: string
  as?: (field: DataField, codes: string) => string[]
  /** The query that finds the work or the record this fact names. */
  find?: (field: DataField) => string
  only?: (field: DataField) => boolean
  /** Shown too if the page already shows the field’s other subfields. */
  isApart?: true
}

const withStep =
  (step: keyof typeof steps) =>
  (field: DataField, codes: string): string[] => {
    const found: string[] = []
    steps[step](field, codes, found)
    return found
  }
const asText = withStep('text')
const asIsbd = withStep('isbd')
const asLanguages = withStep('languages')
const asLevels = withStep('programLevel')

const values = (field: DataField, code: string): string[] =>
  field.subfields
    .filter((each) => each.code === code)
    .map(({ value }) => trimPunctuation(tidy(value)))
    .filter((text) => text !== '')
const first = (field: DataField, ...codes: string[]): string => codes.flatMap((code) => values(field, code))[0] ?? ''

/** By its second indicator. 260 has none. */
const statements = mapOf<string>({ 0: 'Produced', 2: 'Distributed', 3: 'Manufactured', 4: 'Copyright' })

/** By the first indicator of 028. */
const publisherNumbers = mapOf<string>({
  0: 'Recording number',
  1: 'Matrix number',
  2: 'Plate number',
  3: 'Music number',
  4: 'Video number',
  6: 'Distributor’s number',
})

/** By the second indicator. */
const earlier = mapOf<string>({
  0: 'Continues',
  1: 'Continues in part',
  2: 'Supersedes',
  3: 'Supersedes in part',
  4: 'Formed from',
  5: 'Absorbed',
  6: 'Absorbed in part',
  7: 'Separated from',
})
const later = mapOf<string>({
  0: 'Continued by',
  1: 'Continued in part by',
  2: 'Superseded by',
  3: 'Superseded in part by',
  4: 'Absorbed by',
  5: 'Absorbed in part by',
  6: 'Split into',
  7: 'Merged with',
  8: 'Changed back to',
})

const phrase = (text: string) => `title:"${text.replace(/["\\]/g, ' ')}"`

/** A linked record is found by its numbers as well as by its title: the catalogue may have it with only one of them. */
function findLinked(field: DataField): string {
  const numbers = [...numbersIn(field, 'x', 'issn'), ...numbersIn(field, 'z', 'isbn')]
  const controls = values(field, 'w').map((value) => value.replace(/^\([^)]*\)\s*/, ''))
  const exact = [...numbers, ...controls.filter((number) => /^[\p{L}\d-]+$/u.test(number))]
  const title = first(field, 't', 's')
  return [...exact.slice(0, 3).map((number) => `identifier:${number}`), ...(title ? [phrase(title)] : [])].join(' OR ')
}

/** `Australian women’s weekly (Sydney, N.S.W.), vol. 3`, after the kind of link if the field has it. */
function asLinked(field: DataField): string[] {
  const named = [
    first(field, 'a'),
    first(field, 't', 's'),
    first(field, 'b', 'c'),
    withoutCodes(first(field, 'd')),
    ...values(field, 'g'),
    first(field, 'h'),
    ...asLanguages(field, 'e'),
  ]
  const text = named.filter((part) => part !== '').join(', ') || first(field, 'z', 'x')
  const how = values(field, 'i').map((each) => each.replace(/:$/, ''))[0]
  return text === '' ? values(field, 'n') : [how ? `${how}: ${text}` : text]
}

/** `Accelerated Reader, interest level LG`. Its level and points are reading levels, unless they name no program. */
function asProgram(field: DataField): string[] {
  const levels = asLevels(field, '')
  const points = levels.some((each) => / points?$/.test(each)) ? '' : first(field, 'd')
  const parts = [
    ...values(field, 'b').map((level) => `interest level ${level}`),
    ...(levels.length > 0 ? [] : values(field, 'c').map((level) => `reading level ${level}`)),
    points === '' ? '' : /^[\d.]+$/.test(points) ? `${points} points` : points,
    ...values(field, 'z'),
  ].filter((part) => part !== '')
  const program = first(field, 'a')
  if (program === '') return parts.length === 0 ? [] : [parts.join(', ')]
  return parts.length === 0 && levels.length > 0 ? [] : [[program, ...parts].join(', ')]
}

/** Omits the word of the row's name from `Scale 1:50,000`; `Scale not given` has no number to keep. */
const asScale = (field: DataField): string[] =>
  asIsbd(field, 'a').map((text) => text.replace(/^Scale\s+(?=\[?(?:ca\b|approximately|\d))/i, ''))

/** The linking ISSN ($l) of most serials is their own. */
const otherIssns = (field: DataField): string[] =>
  ['l', 'm', 'y', 'z'].flatMap((code) => values(field, code)).filter((number) => !values(field, 'a').includes(number))

/** `HL50498715 (Hal Leonard, bk.)`: the publisher, and which part of the set the number is of. */
const asNumber = (field: DataField): string[] => {
  const forms = values(field, 'q').map((form) => form.replace(/^\(|\)$/g, ''))
  const more = [first(field, 'b'), ...forms].filter((part) => part !== '').join(', ')
  return values(field, 'a').map((number) => (more ? `${number} (${more})` : number))
}

/** `9780439023481 hbk.`: older records have the qualifier after the number. */
function asQualifiedIsbn(field: DataField): string[] {
  const [number] = numbersIn(field, 'a', 'isbn')
  const inNumber = /\(([^)]*)\)/.exec(field.subfields.find(({ code }) => code === 'a')?.value ?? '')?.[1] ?? ''
  const all = [inNumber, ...values(field, 'q')].map((text) => tidy(text).replace(/^\(|[\s:;,)]+$/g, ''))
  const qualifiers = all.filter((text) => text !== '').join(', ')
  return number && qualifiers !== '' ? [`${number} ${qualifiers}`] : []
}

const asDated = (field: DataField, codes: string) => asText(field, codes).map(withoutCodes)

/** `(1987 printing)` → `1987 printing`. */
const asPrinted = (field: DataField, codes: string) =>
  asIsbd(field, codes).map((text) => withoutCodes(text).replace(/^\(([^()]*)\)$/, '$1'))

const hasTitle = (field: DataField) => first(field, 't') !== ''
/** Puts the kind of relation first, if the field has it: `Based on: Austen, Jane, 1775-1817. Emma`. */
const withRelation = (field: DataField, codes: string): string[] => {
  const [relation] = values(field, 'i').map((each) => each.split(' (')[0]!.replace(/:$/, ''))
  const texts = asIsbd(field, codes)
  // The label has this word already.
  return relation === undefined || field.ind2 === '2' ? texts : texts.map((text) => `${relation}: ${text}`)
}
const nameAndTitle = (field: DataField) => [withRelation(field, 'abcdfgklmnopqrst').join('')]

/** In the order of the page. */
const table: Row[] = [
  {
    label: 'Uniform title',
    tags: '130 240 730',
    codes: 'adfgklmnoprs',
    as: withRelation,
    find: (field) => phrase(first(field, 'a')),
  },
  { label: 'Key title', tags: '222', codes: 'ab', as: asIsbd },
  { label: 'Short title', tags: '210', codes: 'ab', as: asIsbd },
  { label: 'Translated title', tags: '242', codes: 'abnp', as: withStep('title') },
  { label: 'Collective title', tags: '243', codes: 'adfgklmnoprs', as: asIsbd },
  {
    label: ({ ind2 }) => (ind2 === '2' ? 'Includes' : 'Related work'),
    tags: '700 710 711',
    codes: '',
    as: nameAndTitle,
    only: hasTitle,
    find: (field) => phrase(first(field, 't')),
  },
  { label: 'Other names', tags: '720', codes: 'a', as: asIsbd },
  { label: 'Translated from', tags: '041', codes: 'h', as: withStep('languages') },
  { label: 'Summaries in', tags: '041', codes: 'b', as: withStep('languages') },
  { label: 'Accompanied by text in', tags: '041', codes: 'eg', as: withStep('languages') },
  { label: 'Subtitles in', tags: '041', codes: 'j', as: withStep('languages') },
  { label: ({ ind2 }) => statements.get(ind2) ?? 'Also published', tags: '260 264', codes: 'abc', as: asDated },
  { label: 'Printed', tags: '260', codes: 'efg', as: asPrinted, isApart: true },
  { label: 'Frequency', tags: '310', codes: 'ab' },
  { label: 'Former frequency', tags: '321', codes: 'ab' },
  { label: 'Numbering', tags: '362', codes: 'az', as: asDated },
  { label: ({ ind2 }) => earlier.get(ind2) ?? 'Continues', tags: '780', codes: '', as: asLinked, find: findLinked },
  { label: ({ ind2 }) => later.get(ind2) ?? 'Continued by', tags: '785', codes: '', as: asLinked, find: findLinked },
  { label: 'Part of', tags: '773', codes: '', as: asLinked, find: findLinked },
  { label: 'Main series', tags: '760', codes: '', as: asLinked, find: findLinked },
  { label: 'Subseries', tags: '762', codes: '', as: asLinked, find: findLinked },
  { label: 'Translation of', tags: '765', codes: '', as: asLinked, find: findLinked },
  { label: 'Translated as', tags: '767', codes: '', as: asLinked, find: findLinked },
  { label: 'Supplement', tags: '770', codes: '', as: asLinked, find: findLinked },
  { label: 'Supplement to', tags: '772', codes: '', as: asLinked, find: findLinked },
  { label: 'Parts', tags: '774', codes: '', as: asLinked, find: findLinked },
  { label: 'Other edition', tags: '775', codes: '', as: asLinked, find: findLinked },
  { label: 'Other form', tags: '776', codes: '', as: asLinked, find: findLinked },
  { label: 'Issued with', tags: '777', codes: '', as: asLinked, find: findLinked },
  { label: 'Data from', tags: '786', codes: '', as: asLinked, find: findLinked },
  { label: 'Related to', tags: '787', codes: '', as: asLinked, find: findLinked },
  { label: 'Scale', tags: '255', codes: 'a', as: asScale },
  { label: 'Scale', tags: '507', codes: 'ab', as: asIsbd },
  { label: 'Projection', tags: '255', codes: 'b', as: asIsbd },
  {
    label: 'Coordinates',
    tags: '255',
    codes: 'c',
    as: (field) => values(field, 'c').map((text) => text.replace(/^\((.*)\)$/, '$1')),
  },
  { label: 'Playing time', tags: '306', codes: 'a', as: (field) => values(field, 'a').map(playingTime) },
  { label: 'Music format', tags: '348', codes: 'a', as: asIsbd },
  { label: 'Performed by', tags: '382', codes: 'abdp', as: (field) => [...values(field, 'a'), ...values(field, 'b')] },
  { label: 'Key', tags: '384', codes: 'a', as: asIsbd },
  { label: 'Format', tags: '340 344 345 346 347', codes: 'abcdefghi', as: (field) => [formatOf(field)] },
  { label: 'Form of work', tags: '380', codes: 'a', as: asIsbd },
  { label: 'Audience group', tags: '385', codes: 'a', as: asIsbd },
  { label: 'Time covered', tags: '388 648', codes: 'axyz', as: withStep('heading') },
  {
    label: 'Audience source',
    tags: '521',
    codes: 'b',
    as: asIsbd,
    // A scale is part of its level: `Lexile 680`.
    only: (field) => '012'.includes(field.ind1) || levelKind(field) === '',
  },
  { label: unlinked, tags: '856', codes: 'u', as: unlinkedIn },
  { label: 'Reading program', tags: '526', codes: '', as: asProgram },
  { label: 'Awards', tags: '586', codes: 'a' },
  { label: 'Access', tags: '506', codes: 'abcdefu' },
  { label: 'Terms of use', tags: '540', codes: 'abcdu' },
  { label: 'Type of file', tags: '516', codes: 'a' },
  { label: 'Report', tags: '513', codes: 'ab' },
  { label: 'Places covered', tags: '522', codes: 'a' },
  { label: 'Supplements', tags: '525', codes: 'a' },
  { label: 'Reproduction', tags: '533', codes: 'abcdefmn' },
  { label: 'Original version', tags: '534', codes: 'abcefklmnptxz' },
  { label: 'Originals held by', tags: '535', codes: 'abcd' },
  { label: 'Funding', tags: '536', codes: 'abcdefgh' },
  { label: 'Cited in', tags: '510', codes: 'abcx' },
  { label: 'Cite as', tags: '524', codes: 'a' },
  { label: 'Former titles', tags: '547', codes: 'a' },
  { label: 'Index', tags: '555', codes: 'abcdu' },
  { label: 'Documentation', tags: '556', codes: 'az' },
  { label: 'Written about in', tags: '581', codes: 'az' },
  { label: 'Exhibitions', tags: '585', codes: 'a' },
  { label: 'System', tags: '753', codes: 'abc' },
  { label: 'Keywords', tags: '653', codes: 'a', as: (field) => values(field, 'a') },
  { label: 'Topics', tags: '654', codes: 'abvyz', as: withStep('heading') },
  { label: 'Occupation', tags: '656', codes: 'akvxyz', as: withStep('heading') },
  { label: 'Function', tags: '657', codes: 'avxyz', as: withStep('heading') },
  { label: 'Place', tags: '662 752', codes: 'abcdefgh', as: (field) => [placesOf(field)] },
  { label: 'Place', tags: '751', codes: 'a', as: asIsbd },
  { label: 'Other ISBN', tags: '020', codes: 'z', as: asText },
  { label: 'Other ISBN', tags: '020', codes: 'a', as: withStep('wrongIsbn') },
  {
    label: 'Other ISSN',
    tags: '022',
    codes: 'lmyz',
    as: otherIssns,
  },
  { label: 'ISBN form', tags: '020', codes: 'aq', as: asQualifiedIsbn },
  { label: ({ ind1 }) => publisherNumbers.get(ind1) ?? 'Publisher’s number', tags: '028', codes: '', as: asNumber },
]

/** `010203`: one hour, two minutes and three seconds. */
function playingTime(code: string): string {
  const parts = /^(\d\d)(\d\d)(\d\d)$/.exec(code)
  if (!parts) return code
  const [hours, minutes, seconds] = parts.slice(1).map(Number)
  return [hours ? `${hours} h` : '', minutes ? `${minutes} min` : '', seconds ? `${seconds} s` : '']
    .filter(Boolean)
    .join(' ')
}

const formatOf = (field: DataField) =>
  field.subfields
    .filter(({ code }) => code >= 'a' && code <= 'i')
    .map(({ value }) => trimPunctuation(tidy(value)))
    .join(', ')

const placesOf = (field: DataField) =>
  field.subfields
    .filter(({ code }) => code >= 'a' && code <= 'h')
    .map(({ value }) => trimPunctuation(tidy(value)))
    .join(' — ')

type Numbered = Row & { order: number }
const rowsByTag = new Map<string, Numbered[]>()
for (const [order, row] of table.entries())
  for (const tag of row.tags.split(' ')) rowsByTag.set(tag, [...(rowsByTag.get(tag) ?? []), { ...row, order }])

/** The texts of a field, by the row that shows them. */
export const textsOfFacts = (field: DataField): string[][] =>
  (rowsByTag.get(field.tag) ?? []).map(({ codes, as = asText, only }) => (only && !only(field) ? [] : as(field, codes)))

/**
 * Rows of the record page for fields that have no member of their own. `shownElsewhere`: fields that the page already
 * shows, such as its publisher or its host.
 */
export function furtherFacts(record: MarcRecord, shownElsewhere: readonly DataField[]): FurtherFact[] {
  const found: (FurtherFact & { order: number })[] = []
  let hasCoordinates = false
  for (const field of record.fields) {
    if ('value' in field) continue
    const isShown = shownElsewhere.includes(field)
    const rows = rowsByTag.get(field.tag)
    if (!rows) continue
    if (field.tag === '255' && first(field, 'c') !== '') hasCoordinates = true
    for (const { label, codes, as = asText, find, only, isApart, order } of rows) {
      if ((isShown && !isApart) || (only && !only(field))) continue
      const named = typeof label === 'string' ? label : label(field)
      for (const text of as(field, codes))
        if (text !== '' && !found.some((each) => each.label === named && each.text === text))
          found.push({ label: named, text, find: find?.(field) ?? '', order })
    }
  }
  if (!hasCoordinates)
    for (const text of codedCoordinates(record))
      found.push({ label: 'Coordinates', text, find: '', order: coordinatesOrder })
  return found.toSorted((a, b) => a.order - b.order).map(({ order: _, ...fact }) => fact)
}

const coordinatesOrder = table.findIndex(({ label }) => label === 'Coordinates')

/** 034, for a map whose 255 doesn't print them. */
function codedCoordinates(record: MarcRecord): Set<string> {
  const found = record.fields.map((field) => (field.tag === '034' && !('value' in field) ? coordinatesIn(field) : ''))
  return new Set(found.filter((text) => text !== ''))
}

/** `W1124500` → `112°45′ W`; decimal degrees stay as they are. */
function degreesOf(code: string): string {
  const parts = /^([NSEW])(\d{3})(\d{2})(\d{2})$/.exec(code.trim())
  if (!parts) return code.trim()
  const [, side, degrees, minutes, seconds] = parts
  const smaller = seconds === '00' ? (minutes === '00' ? '' : `${minutes}′`) : `${minutes}′${seconds}″`
  return `${Number(degrees)}°${smaller} ${side}`
}

/** The coded bounds of a map (034 $d west, $e east, $f north, $g south): `112°45′ W to 98° W, 42°30′ N to 40° N`. */
function coordinatesIn(field: DataField): string {
  const bound = (code: string) => degreesOf(field.subfields.find((each) => each.code === code)?.value ?? '')
  const between = (from: string, to: string) => (from === to || to === '' ? from : `${from} to ${to}`)
  return [between(bound('d'), bound('e')), between(bound('f'), bound('g'))].filter((text) => text !== '').join(', ')
}

/** 264 and 260 of the publication that the page names first, and what an article is in. */
export function fieldsShownElsewhere(record: MarcRecord, hasHost: boolean): DataField[] {
  const fields = record.fields.filter((field) => !('value' in field)) as DataField[]
  const published =
    fields.find(({ tag, ind2 }) => tag === '264' && ind2 === '1') ?? fields.find(({ tag }) => tag === '260')
  const host = hasHost ? fields.find(({ tag }) => tag === '773') : undefined
  return [published, host].filter((field) => field !== undefined)
}
