import { mapOf } from '#kit/map-of.ts'
import { type FixedFields, isPossibleYear, publicationDates, withoutCodes } from '../crosswalk/fixed-fields.ts'
import { bare, type Entries, type Entry, element, joined, textElement, those, value, values } from './mods-xml.ts'

const events = mapOf<string>({ 0: 'production', 1: 'publication', 2: 'distribution', 3: 'manufacture' })

/** Place, agent and date: one element for the publication with the data of 008, one for every other event of 264. */
export function origins(entries: Entries, fixed: FixedFields): string {
  const fields = those(entries, '260 264').filter(({ tag, ind2 }) => tag === '260' || ind2 !== '4')
  const first = fields.find((field) => !field.isOtherScript && eventOf(field) === 'publication') ?? fields[0]
  const copyrights = those(entries, '264').filter(({ tag, ind2 }) => tag === '264' && ind2 === '4')
  const publication =
    countryOf(fixed) +
    (first ? imprint(first) : '') +
    codedDates(fixed, first ? joined(first, 'c') : '') +
    copyrights
      .flatMap((field) => values(field, 'c'))
      .map((text) => textElement('copyrightDate', bare(withoutCodes(text))))
      .join('') +
    those(entries, '250')
      .map((field) => textElement('edition', joined(field, 'ab')))
      .join('') +
    `<issuance>${issuance(fixed)}</issuance>` +
    frequency(entries, fixed)
  const others = fields
    .filter((field) => field !== first)
    .map((field) =>
      element('originInfo', imprint(field), { eventType: eventOf(field), altRepGroup: field.altRepGroup }),
    )
  const made = those(entries, '260').map((field) =>
    element(
      'originInfo',
      placed(value(field, 'e')) +
        textElement('publisher', bare(value(field, 'f'))) +
        textElement('dateOther', bare(withoutCodes(value(field, 'g')))),
      { eventType: 'manufacture', altRepGroup: field.altRepGroup },
    ),
  )
  const main = element('originInfo', publication, {
    eventType: first ? eventOf(first) : undefined,
    altRepGroup: first?.altRepGroup,
  })
  return [main, ...others, ...made].join('')
}

const eventOf = ({ tag, ind2 }: Entry) => (tag === '260' ? 'publication' : events.get(ind2))

const placed = (text: string) =>
  element('place', textElement('placeTerm', bare(text).replace(/^\[(.*)\]$/, '$1'), { type: 'text' }))

const imprint = (field: Entry): string =>
  values(field, 'a').map(placed).join('') +
  values(field, 'b')
    .map((text) => textElement('publisher', bare(text)))
    .join('') +
  values(field, 'c')
    .map((text) => textElement(dateElement(field), bare(withoutCodes(text))))
    .join('')

const dateElement = (field: Entry) =>
  eventOf(field) === 'production'
    ? 'dateCreated'
    : eventOf(field) === 'publication' || field.tag === '260'
      ? 'dateIssued'
      : 'dateOther'

/** 008/15-17. */
function countryOf({ general }: FixedFields): string {
  const code = general.slice(15, 18).trim()
  if (!/^[a-z]{2,3}$/.test(code) || code === 'xx') return ''
  return element('place', textElement('placeTerm', code, { type: 'code', authority: 'marccountry' }))
}

/** 008/06-14. Unknown digits (`19uu`) are a code of MARC; a year that can't be right is left out. */
function codedDates(fixed: FixedFields, printed: string): string {
  const { general } = fixed
  const kind = general.charAt(6)
  const first = general.slice(7, 11)
  const last = general.slice(11, 15)
  const qualifier = kind === 'q' ? 'questionable' : undefined
  const isDate = (text: string) => /^\d[\du]{3}$/.test(text) && (text.includes('u') || isPossibleYear(Number(text)))
  const date = (text: string, point?: string) => textElement('dateIssued', text, { encoding: 'marc', point, qualifier })
  if ('cdikmqu'.includes(kind || ' '))
    return (isDate(first) ? date(first, 'start') : '') + (isDate(last) || last === '9999' ? date(last, 'end') : '')
  const { year, partlyKnown } = publicationDates(fixed, printed)
  const copyright = kind === 't' && isDate(last) ? textElement('copyrightDate', last, { encoding: 'marc' }) : ''
  return (/\d/.test(first) ? date(year === null ? partlyKnown : String(year)) : '') + copyright
}

/** Leader/07; only leader/19 marks a set in several parts, which counts as one work. */
function issuance({ level }: FixedFields): string {
  if (level === 'i') return 'integrating resource'
  if (level === 's' || level === 'b') return 'serial'
  return 'monographic'
}

const frequencies = mapOf<string>({
  a: 'Annual',
  b: 'Bimonthly',
  c: 'Semiweekly',
  d: 'Daily',
  e: 'Biweekly',
  f: 'Semiannual',
  g: 'Biennial',
  h: 'Triennial',
  i: 'Three times a week',
  j: 'Three times a month',
  k: 'Continuously updated',
  m: 'Monthly',
  q: 'Quarterly',
  s: 'Semimonthly',
  t: 'Three times a year',
  w: 'Weekly',
})
function frequency(entries: Entries, { isSerial, general }: FixedFields): string {
  const coded = isSerial ? frequencies.get(general.charAt(18)) : undefined
  const printed = those(entries, '310 321').map((field) => textElement('frequency', bare(joined(field, 'ab'))))
  return textElement('frequency', coded, { authority: 'marcfrequency' }) + printed.join('')
}
