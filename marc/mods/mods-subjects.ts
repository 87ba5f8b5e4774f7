import { mapOf } from '#kit/map-of.ts'
import { schemeOf } from '../crosswalk/crosswalk-headings.ts'
import type { Subfield } from '../record.ts'
import { nameParts, nameType, roles, titleOnly } from './mods-names.ts'
import { titleParts } from './mods-titles.ts'
import {
  bare,
  type Entries,
  type Entry,
  element,
  joined,
  textElement,
  those,
  value,
  values,
  valueUri,
} from './mods-xml.ts'

/** 6XX with their authority and their parts, the areas of 043, the map data of 034 and 255. */
export const subjects = (entries: Entries): string =>
  those(entries, '600 610 611 630 647 648 650 651 653 656 662 752')
    .map((field) => (field.tag === '653' ? uncontrolled(field) : subject(field)))
    .join('') +
  those(entries, '043').map(areas).join('') +
  those(entries, '255').map(map).join('')

function subject(field: Entry): string {
  const named = field.tag === '662' || field.tag === '752' ? place(field) : heading(field)
  const authority = field.tag.startsWith('6') ? schemeOf(field) : value(field, '2')
  const parts = named === '' || named.startsWith('<hierarchical') ? named : named + subdivisions(field.subfields)
  return element('subject', parts, { authority, valueURI: valueUri(field), altRepGroup: field.altRepGroup })
}

function heading(field: Entry): string {
  switch (field.tag) {
    case '600':
    case '610':
    case '611':
      return (
        element('name', nameParts(field) + roles(field), { type: nameType(field) }) +
        (value(field, 't') === '' ? '' : element('titleInfo', titleParts(titleOnly(field), 0, 'tfgklmors')))
      )
    case '630':
      return element('titleInfo', titleParts(field, Number(field.ind1) || 0, 'adfgklmorst'))
    case '648':
      return textElement('temporal', bare(joined(field, 'a')))
    case '651':
      return textElement('geographic', bare(joined(field, 'ab')))
    case '656':
      return textElement('occupation', bare(joined(field, 'a')))
    default:
      return textElement('topic', bare(joined(field, 'abcd')))
  }
}

const partOf = mapOf<string>({ v: 'genre', x: 'topic', y: 'temporal', z: 'geographic' })

const subdivisions = (subfields: Subfield[]): string =>
  subfields.map(({ code, value }) => (partOf.has(code) ? textElement(partOf.get(code)!, bare(value)) : '')).join('')

const levels: [code: string, name: string][] = [
  ['a', 'country'],
  ['b', 'state'],
  ['c', 'county'],
  ['d', 'city'],
  ['f', 'citySection'],
  ['g', 'region'],
]
const place = (field: Entry): string =>
  element('hierarchicalGeographic', levels.map(([code, name]) => textElement(name, bare(value(field, code)))).join(''))

/** 653: the second indicator gives the kind of term. */
function uncontrolled(field: Entry): string {
  const attributes = { altRepGroup: field.altRepGroup }
  const words = values(field, 'a').map(bare)
  const name = (type: string) => (text: string) => element('name', textElement('namePart', text), { type })
  const kinds = mapOf<(text: string) => string>({
    1: name('personal'),
    2: name('corporate'),
    3: name('conference'),
    4: (text) => textElement('temporal', text),
    5: (text) => textElement('geographic', text),
    6: (text) => textElement('genre', text),
  })
  const kind = kinds.get(field.ind2) ?? ((text: string) => textElement('topic', text))
  return words.map((text) => element('subject', kind(text), attributes)).join('')
}

const areas = (field: Entry): string =>
  element(
    'subject',
    values(field, 'a')
      .map((code) => textElement('geographicCode', code.replace(/-+$/, ''), { authority: 'marcgac' }))
      .join('') +
      values(field, 'c')
        .map((code) => textElement('geographicCode', code, { authority: 'iso3166' }))
        .join(''),
  )

const map = (field: Entry): string =>
  element(
    'subject',
    element(
      'cartographics',
      textElement('scale', bare(value(field, 'a'))) +
        textElement('projection', bare(value(field, 'b'))) +
        textElement('coordinates', bare(value(field, 'c')).replace(/^\((.*)\)$/, '$1')),
    ),
    { altRepGroup: field.altRepGroup },
  )
