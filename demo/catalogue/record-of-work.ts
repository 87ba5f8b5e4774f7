import { languageName } from '#marc/crosswalk/languages.ts'
import type { ControlField, DataField, MarcField, MarcRecord } from '#marc/record.ts'
import { audienceNames, deweyOf, genreNames, isFictionWork, isStory, learningAreas } from './classification.ts'
import { generalOf, leaderOf } from './fixed-fields.ts'
import { type Form, forms } from './forms.ts'
import { personField, subjectFields } from './headings.ts'
import { directName, mainName, nameField } from './names.ts'
import { otherTitleFields, skippedInFiling, titleField } from './titles.ts'
import type { Work } from './work.ts'

/** The sample's own code, in 003 and 040: not in the MARC code list. */
const agency = 'SLCAT'

/** A MARC 21 record by RDA, its fields in the order of their tags. */
export function recordOfWork(work: Work): MarcRecord {
  const form: Form = forms[work.form]
  return {
    leader: leaderOf(form),
    fields: [
      ...controlFields(work, form),
      ...numberFields(work),
      ...nameAndTitleFields(work),
      ...publicationFields(work),
      ...formFields(form),
      ...seriesFields(work),
      ...noteFields(work),
      ...accessFields(work),
    ],
  }
}

const control = (tag: string, value: string): ControlField => ({ tag, value })

/** `data('082', '04', 'a', '823.92', '2', '23')`: subfields without a value are left out. */
function data(tag: string, indicators: string, ...parts: (string | undefined)[]): DataField {
  const subfields = []
  for (let index = 0; index < parts.length; index += 2) {
    const value = parts[index + 1]
    if (value) subfields.push({ code: parts[index] ?? '', value })
  }
  return { tag, ind1: indicators.charAt(0), ind2: indicators.charAt(1), subfields }
}

function controlFields(work: Work, form: Form): MarcField[] {
  return [
    control('001', work.id),
    control('003', agency),
    control('005', `20${work.catalogued}090000.0`),
    ...(form.carrier007 ? [control('007', form.carrier007)] : []),
    control('008', generalOf(work)),
  ]
}

function numberFields(work: Work): MarcField[] {
  const { full, abridged } = deweyOf(work)
  const from = work.more.get('from')
  const fields: MarcField[] = []
  if (work.number.length === 13) fields.push(data('020', '  ', 'a', work.number))
  // As some e-book vendors do: two records then share one number.
  const print = work.more.get('print')
  if (print) fields.push(data('020', '  ', 'a', print, 'q', 'print'))
  if (work.number.includes('-') && !work.more.has('host')) fields.push(data('022', '  ', 'a', work.number))
  const [west, east, north, south] = work.more.get('coord')?.split(',') ?? []
  if (west) fields.push(data('034', '1 ', 'a', 'a', 'd', west, 'e', east, 'f', north, 'g', south))
  fields.push(data('040', '  ', 'a', agency, 'b', 'eng', 'e', 'rda', 'c', agency))
  if (from || work.languages.length > 1)
    fields.push(data('041', from ? '1 ' : '0 ', ...work.languages.flatMap((code) => ['a', code]), 'h', from))
  fields.push(data('082', '04', 'a', full, '2', '23'))
  fields.push(data('082', '14', 'a', abridged, '2', '15'))
  return fields
}

function nameAndTitleFields(work: Work): MarcField[] {
  const main = mainName(work.names)
  const others = otherTitleFields(work)
  return [
    ...(main ? [nameField('100', main)] : []),
    ...others.filter(({ tag }) => tag === '240'),
    titleField(work),
    ...others.filter(({ tag }) => tag === '246'),
  ]
}

function publicationFields(work: Work): MarcField[] {
  const { publisher, date } = work
  const fields: MarcField[] = []
  const scale = work.more.get('scale')
  if (scale) fields.push(data('255', '  ', 'a', `${scale}.`))
  const printed = printedDate(work)
  if (work.form === 'manuscript') fields.push(data('264', ' 0', 'c', printed))
  else if (publisher)
    fields.push(data('264', ' 1', 'a', `${publisher.place} :`, 'b', `${publisher.name},`, 'c', printed))
  else fields.push(data('264', ' 1', 'c', printed))
  fields.push(data('300', '  ', 'a', forms[work.form].extent))
  const often = frequencies[work.more.get('freq') ?? '']
  if (often) fields.push(data('310', '  ', 'a', often))
  if (date.kind === 'running' && forms[work.form].level === 's')
    fields.push(data('362', '1 ', 'a', `Began in ${date.from}${date.to ? `; ceased in ${date.to}` : ''}.`))
  return fields
}

const frequencies: Record<string, string> = {
  d: 'Daily',
  w: 'Weekly',
  m: 'Monthly',
  b: 'Bimonthly',
  q: 'Quarterly',
}

function printedDate({ date }: Work): string {
  if (date.kind === 'between') return `[between ${date.from} and ${date.to}]`
  if (date.kind === 'guessed') return `[${date.from}?]`
  return date.kind === 'running' ? `${date.from}-${date.to}` : date.from
}

const formFields = ({ content, media, carrier }: Form): MarcField[] => [
  data('336', '  ', 'a', content[0], 'b', content[1], '2', 'rdacontent'),
  data('337', '  ', 'a', media[0], 'b', media[1], '2', 'rdamedia'),
  data('338', '  ', 'a', carrier[0], 'b', carrier[1], '2', 'rdacarrier'),
]

function seriesFields({ series }: Work): MarcField[] {
  if (!series) return []
  return [data('490', '1 ', 'a', series.number ? `${series.title} ;` : series.title, 'v', series.number)]
}

function noteFields(work: Work): MarcField[] {
  const fields: MarcField[] = []
  if (work.date.kind === 'between') fields.push(data('500', '  ', 'a', `First published in ${work.date.from}.`))
  if (work.form === 'manuscript' && work.publisher)
    fields.push(data('500', '  ', 'a', `Held by: ${work.publisher.name}, ${work.publisher.place}.`))
  const narrators = work.names.filter(({ relator }) => relator === 'narrator').map(directName)
  if (narrators.length > 0) fields.push(data('511', '0 ', 'a', `Narrated by ${narrators.join(', ')}.`))
  if (work.summary) fields.push(data('520', '  ', 'a', work.summary))
  fields.push(data('521', '  ', 'a', audienceNames[work.audience]))
  if (work.form === 'dvd') fields.push(data('538', '  ', 'a', 'DVD video.'))
  if (work.form === 'blu-ray') fields.push(data('538', '  ', 'a', 'Blu-ray disc.'))
  if (work.languages.length > 1)
    fields.push(data('546', '  ', 'a', `In ${work.languages.map(languageName).join(' and ')}.`))
  return fields
}

function accessFields(work: Work): MarcField[] {
  const { series, names } = work
  const fiction = isFictionWork(work)
  const person = work.more.get('person')
  const subjects = work.subjects.flatMap((name) => subjectFields(name, fiction))
  const main = mainName(names)
  const url = work.more.get('url')
  const host = work.more.get('host')
  return [
    ...(person ? [personField(person)] : []),
    ...subjects.sort((one, other) => Number(one.tag) - Number(other.tag)),
    ...(isStory(work) ? work.genres.map((code) => data('655', ' 7', 'a', genreNames[code], '2', 'scisgenre')) : []),
    ...learningAreas(work).map((area) => data('658', '  ', 'a', area, '2', 'local')),
    ...names.filter((name) => name !== main && !name.body).map((name) => nameField('700', name)),
    ...names.filter((name) => name !== main && name.body).map((name) => nameField('700', name)),
    ...(host ? [data('773', '0 ', 't', host, 'g', work.more.get('where'), 'x', work.number, '7', 'nnas')] : []),
    ...(series ? [tracedSeries(series)] : []),
    ...(url
      ? [data('856', '40', 'u', addressOf(url), 'y', url.startsWith('http') ? 'Online' : 'Project Gutenberg')]
      : []),
    data('956', '  ', 'f', `${work.id}.jpg`),
  ]
}

const tracedSeries = ({ title, number }: { title: string; number: string }) =>
  data('830', ` ${skippedInFiling(title, 'eng')}`, 'a', number ? `${title} ;` : title, 'v', number)

/** An e-book of Project Gutenberg is known by its number. */
const addressOf = (url: string) => (url.startsWith('http') ? url : `https://www.gutenberg.org/ebooks/${url}`)
