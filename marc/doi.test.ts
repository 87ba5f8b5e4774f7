import { expect, test } from 'vitest'
import { bibtex } from './citation/bibtex.ts'
import { cslJsonOf } from './citation/csl-json.ts'
import { ris } from './citation/ris.ts'
import { textOf } from './citation/runs.ts'
import { styles } from './citation/styles.ts'
import { toDocument } from './crosswalk/crosswalk.ts'
import { dublinCoreOf } from './dublin-core/dublin-core.ts'
import { recordToMods } from './mods/mods.ts'
import type { DataField, MarcRecord } from './record.ts'

const field = (tag: string, indicators: string, ...subfields: [code: string, value: string][]): DataField => ({
  ...{ tag, ind1: indicators.charAt(0), ind2: indicators.charAt(1) },
  subfields: subfields.map(([code, value]) => ({ code, value })),
})
const title = field('245', '00', ['a', 'Emus at dusk'])
const host = field('773', '0 ', ['t', 'Birds'], ['x', '1441-0176'], ['g', 'Vol. 1, no. 2, p. 3-4'])
const kinds: [name: string, leader: string, ...DataField[]][] = [
  ['book', '00000nam a2200000 a 4500'],
  ['article', '00000naa a2200000 a 4500', host],
  ['serial', '00000nas a2200000 a 4500'],
  ['film', '00000ngm a2200000 a 4500'],
  ['map', '00000nem a2200000 a 4500'],
  ['online book', '00000nam a2200000 a 4500', field('338', '  ', ['a', 'online resource'], ['b', 'cr'])],
  ['file', '00000nmm a2200000 a 4500', field('856', '40', ['u', 'https://emus.example/'])],
  ['recording', '00000njm a2200000 a 4500'],
  ['kit', '00000nom a2200000 a 4500'],
]

/** The DOI that each form gives, or ''. */
function doisOf(record: MarcRecord): Record<string, string> {
  const item = cslJsonOf(toDocument(record))
  const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? ''
  const inStyles = styles.map(({ id, format }): [string, string] => {
    const text = textOf(format(item, { today: '2026-11-21' }))
    return [id, found(/(?:https:\/\/doi\.org\/|doi: ?)(10\.[\d.]+\/\S+?)\.?(?=\s|$)/, text)]
  })
  return {
    csl: item.DOI ?? '',
    ris: found(/^DO {2}- (.*)$/m, ris(item)),
    bibtex: found(/^ {2}doi = \{(.*)\},?$/m, bibtex(item)),
    mods: found(/<identifier type="doi">(.*)<\/identifier>/, recordToMods(record)),
    dublinCore: dublinCoreOf(record).find(([name, text]) => name === 'identifier' && text.startsWith('10.'))?.[1] ?? '',
    ...Object.fromEntries(inStyles),
  }
}

const doi: [string, string] = ['2', 'doi']
test.each<[string, DataField, string]>([
  ['bare', field('024', '7 ', ['a', '10.5555/t1'], doi), '10.5555/t1'],
  ['with its source first', field('024', '7 ', ['2', 'DOI'], ['a', '10.5555/t1']), '10.5555/t1'],
  ['as an address', field('024', '7 ', ['a', 'https://doi.org/10.5555/T2'], doi), '10.5555/T2'],
  ['as an older address', field('024', '7 ', ['a', 'http://dx.doi.org/10.5555/T2'], doi), '10.5555/T2'],
  ['as an address with escapes', field('024', '7 ', ['a', 'https://doi.org/10.5555/%28t%292'], doi), '10.5555/(t)2'],
  ['with a label', field('024', '7 ', ['a', 'doi:10.5555/t2'], doi), '10.5555/t2'],
  ['with a label in capitals', field('024', '7 ', ['a', ' DOI: 10.5555/t2.'], doi), '10.5555/t2'],
  ['as a URI', field('024', '7 ', ['a', 'info:doi/10.5555/t2'], doi), '10.5555/t2'],
  ['in brackets', field('024', '7 ', ['a', '<10.5555/t2> (online)'], doi), '10.5555/t2'],
  ['with brackets within', field('024', '7 ', ['a', '10.5555/(sici)10-4(1998)'], doi), '10.5555/(sici)10-4(1998)'],
  ['of a registrant with parts', field('024', '7 ', ['a', '10.1000.10/123'], doi), '10.1000.10/123'],
  ['without a source but with a label', field('024', '8 ', ['a', 'doi:10.5555/t2']), '10.5555/t2'],
  ['cancelled', field('024', '7 ', ['z', '10.5555/t1'], doi), ''],
  ['of another source', field('024', '7 ', ['a', '10.5555/t1'], ['2', 'hdl']), ''],
])('a DOI %s is the same in every form, for every kind of record', (_, number, expected) => {
  for (const [kind, leader, ...more] of kinds) {
    const forms = doisOf({ leader, fields: [{ tag: '001', value: '1' }, number, title, ...more] })
    const { dublinCore: __, ...withoutCore } = forms
    const given = expected === '' ? withoutCore : forms
    expect(given, kind).toEqual(Object.fromEntries(Object.keys(given).map((form) => [form, expected])))
  }
})

test('the address of a DOI has no sign that ends it', () => {
  const record = {
    leader: '00000nam a2200000 a 4500',
    fields: [title, field('024', '7 ', ['a', '10.5555/a#b<c>'], doi)],
  }
  const [apa] = styles
  const text = textOf(apa.format(cslJsonOf(toDocument(record)), { today: '2026-11-21' }))
  expect(text).toMatch(/ https:\/\/doi\.org\/10\.5555\/a%23b%3Cc%3E$/)
})
