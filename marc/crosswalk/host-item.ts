import { mapOf } from '#kit/map-of.ts'
import { isbn13Of } from '../isbn.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { numbersIn, tidy, trimPunctuation } from './crosswalk-steps.ts'
import type { HostItem, Maker } from './document.ts'
import { type FixedFields, withoutCodes } from './fixed-fields.ts'

/**
 * The book or journal that holds the article or chapter of a record: its first 773. A whole work in a collection of
 * e-books has a 773 too, but neither the level of a component part (leader/07) nor pages in it.
 */
export function hostOf(record: MarcRecord, { level }: FixedFields): HostItem | null {
  for (const field of record.fields) {
    if (field.tag !== '773' || 'value' in field) continue
    const host = hostIn(field)
    if (host.title !== '' && (level === 'a' || level === 'b' || hasPages(host))) return host
  }
  return null
}

/** Whether it is a serial: by $7; without it, by an ISSN that no ISBN contradicts. */
export const isSerialHost = ({ level, isbn, issn }: HostItem): boolean =>
  level === '' ? isbn === '' && issn !== '' : /^[bis]$/.test(level)

const hasPages = ({ parts, enumeration }: HostItem) =>
  /(?:^|[\s,;:(])(?:pp?|pages?|s|seiten?)\s*[.:]?\s*\d/i.test(parts.join(' ')) || enumeration.includes('<')

/** $7, positions 0 and 1: the type of the main entry, and the form of a person's name. */
const makerKinds = mapOf<Maker['kind']>({ p0: 'forename', p3: 'family', p: 'person', c: 'body', m: 'meeting' })

function hostIn(field: DataField): HostItem {
  const values = (code: string) =>
    field.subfields.filter((each) => each.code === code).map(({ value }) => trimPunctuation(tidy(value)))
  const first = (...codes: string[]) => codes.flatMap(values).find((text) => text !== '') ?? ''
  const link = field.subfields.find(({ code }) => code === '7')?.value ?? ''
  const kind = makerKinds.get(link.slice(0, 2)) ?? makerKinds.get(link.charAt(0))
  const [isbn = ''] = numbersIn(field, 'z', 'isbn')
  return {
    title: first('t', 's', 'p'),
    shortTitle: first('t', 's') === '' ? '' : first('p'),
    maker: first('a'),
    ...(kind && { makerKind: kind }),
    edition: first('b'),
    imprint: withoutCodes(first('d')),
    parts: values('g').filter((text) => text !== ''),
    enumeration: first('q'),
    issn: numbersIn(field, 'x', 'issn')[0] ?? '',
    isbn: isbn.length === 10 ? isbn13Of(isbn) : isbn,
    // $7, position 3: the bibliographic level of the host.
    level: link.charAt(3),
  }
}
