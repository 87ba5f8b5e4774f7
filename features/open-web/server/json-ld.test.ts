import { expect, test } from 'vitest'
import { coverText } from '#features/catalogue/covers/server/covers.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import { direct } from '#marc/citation/names.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { DataField } from '#marc/record.ts'
import { reducedRecord } from '../rules.ts'
import { coinsOf } from './coins.ts'
import { jsonLdOf } from './json-ld.ts'
import { reducedMarc } from './reduced-marc.ts'
import { everyDocument } from './testing.ts'

const site = 'https://portal.example'
const field = (tag: string, ind1: string, ...subfields: [code: string, value: string][]): DataField => ({
  ...{ tag, ind1, ind2: ' ' },
  subfields: subfields.map(([code, value]) => ({ code, value })),
})
const title = field('245', '0', ['a', 'Emus'])
const documentOf = (...fields: DataField[]) =>
  reducedRecord(toDocument({ leader: '00000nam a2200000 a 4500', fields: [title, ...fields] }))

test.each<[what: string, DataField, property: string, type: string, name: string, coins: string]>([
  [
    'a forename',
    field('100', '0', ['a', 'Hildegard,'], ['c', 'of Bingen,'], ['d', '1098-1179']),
    ...(['author', 'Person', 'Hildegard of Bingen', 'au'] as const),
  ],
  ['a queen', field('100', '0', ['a', 'Victoria,'], ['c', 'Queen']), 'author', 'Person', 'Victoria', 'au'],
  [
    'a translator',
    field('700', '1', ['a', 'Weaver, Helen'], ['4', 'trl']),
    'translator',
    'Person',
    'Helen Weaver',
    'au',
  ],
  ['an editor', field('700', '1', ['a', 'Lim, Bo,'], ['e', 'editor.']), 'editor', 'Person', 'Bo Lim', 'au'],
  ['an illustrator', field('700', '1', ['a', 'Lim, Bo'], ['e', 'ill.']), 'illustrator', 'Person', 'Bo Lim', 'au'],
  ['an actor', field('700', '1', ['a', 'Lim, Bo'], ['e', 'actor']), 'contributor', 'Person', 'Bo Lim', 'au'],
  [
    'a meeting',
    field('711', '2', ['a', 'Congress on Bats, Owls and Moths']),
    ...(['author', 'Organization', 'Congress on Bats, Owls and Moths', 'aucorp'] as const),
  ],
  [
    'a publisher',
    field('710', '2', ['a', 'Emus'], ['e', 'publisher']),
    'contributor',
    'Organization',
    'Emus',
    'aucorp',
  ],
])('JSON-LD and COinS take %s for what its field says', (_, name, property, type, spoken, coins) => {
  const document = documentOf(name)
  expect(jsonLdOf(document, site)[property]).toEqual({ '@type': type, name: spoken })
  expect(new URLSearchParams(coinsOf(document, 'portal.example')).getAll(`rft.${coins}`)).toHaveLength(1)
  if (name.tag === '100') expect(coverText(document).author).toBe(spoken)
})

test('the author of another work is no one of this one', () => {
  const document = documentOf(field('700', '1', ['a', 'Homer.'], ['t', 'Iliad.'], ['e', 'author']))
  expect(Object.keys(jsonLdOf(document, site))).toEqual(['@context', '@type', '@id', 'url', 'name'])
})

test('of every record, JSON-LD has the makers that its references have, and MARC for strangers says the same', async () => {
  const listed = (value: unknown) => [value ?? []].flat() as { name: string }[]
  for (const document of (await everyDocument()).map(reducedRecord)) {
    const thing = jsonLdOf(document, site)
    const item = cslJsonOf(document)
    for (const role of ['author', 'editor', 'translator', 'director'] as const)
      expect(listed(thing[role]).map(({ name }) => name)).toEqual(
        expect.arrayContaining((item[role] ?? []).map(direct)),
      )
    const { makers } = toDocument(reducedMarc(document, site))
    expect(makers.map(({ kind, roles, isMain }) => ({ kind, roles, isMain }))).toEqual(
      document.makers.map(({ kind, roles, isMain }) => ({ kind, roles, isMain })),
    )
  }
})
