import { mapOf } from '#kit/map-of.ts'
import { doiOr, doisIn } from '../doi.ts'
import { webAddressesIn } from '../web-address.ts'
import { controlNumber } from './mods-related.ts'
import {
  bare,
  type Entries,
  type Entry,
  element,
  isUri,
  joined,
  textElement,
  those,
  value,
  values,
} from './mods-xml.ts'

const kinds024 = mapOf<string>({ 0: 'isrc', 1: 'upc', 2: 'ismn', 3: 'ean', 4: 'sici' })
const kinds028 = mapOf<string>({
  0: 'issue number',
  1: 'matrix number',
  2: 'music plate',
  3: 'music publisher',
  4: 'videorecording identifier',
})

const kindOf024 = (field: Entry) => {
  if (doisIn(field).length > 0) return 'doi'
  return field.ind1 === '7' ? value(field, '2') : kinds024.get(field.ind1)
}

type Clean = (text: string, field: Entry) => string

/** Identifiers with their types; $z, and $y of 022, are `invalid`. */
export function identifiers(entries: Entries): string {
  const of = (
    tag: string,
    type: (field: Entry) => string | undefined,
    valid: string,
    invalid: string,
    clean: Clean = bare,
  ) =>
    those(entries, tag)
      .map((field) => {
        const kind = type(field)
        return (
          values(field, valid)
            .map((text) => textElement('identifier', clean(text, field), { type: kind }))
            .join('') +
          values(field, invalid)
            .map((text) => textElement('identifier', clean(text, field), { type: kind, invalid: 'yes' }))
            .join('')
        )
      })
      .join('')
  return (
    of(
      '010',
      () => 'lccn',
      'a',
      'z',
      (text) => text.trim(),
    ) +
    of('020', () => 'isbn', 'a', 'z', isbnOnly) +
    of('022', () => 'issn', 'a', 'yz') +
    of('022', () => 'issn-l', 'l', 'm') +
    of('024', kindOf024, 'a', 'z', (text, field) => bare(doiOr(text, field))) +
    of('027', () => 'strn', 'a', 'z') +
    those(entries, '028')
      .map((field) => textElement('identifier', bare(joined(field, 'ba')), { type: kinds028.get(field.ind1) }))
      .join('') +
    of('030', () => 'coden', 'a', 'z') +
    those(entries, '035')
      .flatMap((field) => values(field, 'a').map(controlNumber))
      .join('') +
    of('037', () => 'stock number', 'a', '') +
    of('088', () => 'report number', 'a', 'z')
  )
}

/** Drops the qualifier after the number (`(pbk.)`). */
const isbnOnly = (text: string) =>
  /^[\d\s-]*[\dXx](?![A-Za-z])/.exec(text.trim())?.[0].replace(/[\s-]/g, '') ?? bare(text)

export const classifications = (entries: Entries): string =>
  those(entries, '050')
    .map((field) => classed(field, 'lcc'))
    .join('') +
  those(entries, '060')
    .map((field) => classed(field, 'nlm'))
    .join('') +
  those(entries, '080')
    .map((field) => classed(field, 'udc', value(field, '2')))
    .join('') +
  those(entries, '082 083')
    .map((field) => classed(field, 'ddc', value(field, '2').split('/')[0]))
    .join('') +
  those(entries, '084')
    .map((field) => classed(field, value(field, '2')))
    .join('') +
  those(entries, '086')
    .map((field) => classed(field, field.ind1 === '0' ? 'sudocs' : field.ind1 === '1' ? 'candoc' : value(field, '2')))
    .join('')

/** One for each $a; $b, the item number, belongs to the first. An abridged Dewey number is marked as such. */
const classed = (field: Entry, authority: string, edition?: string) =>
  values(field, 'a')
    .map((number, at) =>
      textElement('classification', at === 0 ? `${number} ${value(field, 'b')}` : number, {
        authority,
        edition,
        displayLabel: authority === 'ddc' && field.ind1 === '1' ? 'abridged' : undefined,
      }),
    )
    .join('')

/** 852: the location of a copy. 856: addresses; the first one of the resource itself is the primary display. */
export function locations(entries: Entries): string {
  const shelves = those(entries, '852').map((field) =>
    element(
      'location',
      values(field, 'ab')
        .map((text) => textElement('physicalLocation', bare(text)))
        .join('') + textElement('shelfLocator', joined(field, 'khijlm')),
    ),
  )
  let isFirst = true
  const links = those(entries, '856').flatMap((field) =>
    webAddressesIn(field).map(({ href, note }) => {
      const address = uriOf(href)
      if (address === '') return ''
      const isPrimary = isFirst && (field.ind2 === '0' || field.ind2 === '1')
      if (isPrimary) isFirst = false
      const url = textElement('url', address, {
        displayLabel: value(field, 'y') || value(field, '3'),
        note: [value(field, 'z'), note].filter((text) => text !== '').join('; '),
        usage: isPrimary ? 'primary' : undefined,
      })
      return element('location', url)
    }),
  )
  return [...shelves, ...links].join('')
}

/** Escapes characters that a URI may not hold; '' if none can be made of the text. */
function uriOf(text: string): string {
  if (isUri(text)) return text
  const address = URL.canParse(text) ? new URL(text).href : ''
  return isUri(address) ? address : ''
}
