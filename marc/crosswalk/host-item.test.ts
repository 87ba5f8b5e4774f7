import { describe, expect, test } from 'vitest'
import { dataFiles, hasData, readAll } from '../testing.ts'
import { toDocument } from './crosswalk.ts'

const hostIn = (level: string, ...subfields: [string, string][]) =>
  toDocument({
    leader: `00000na${level} a2200000 a 4500`,
    fields: [
      {
        ...{ tag: '773', ind1: '0', ind2: ' ' },
        subfields: subfields.map(([code, value]) => ({ code, value })),
      },
    ],
  }).host

test('a component part has its host, in the words of the field', () => {
  const host = hostIn(
    'a',
    ['7', 'p1as'],
    ['a', 'Lim, Rebecca.'],
    ['t', 'Australian birds.'],
    ['p', 'Aust. birds'],
    ['b', '2nd ed.'],
    ['d', 'Sydney : Bird Club, 2019.'],
    ['g', 'Vol. 12, no. 3 (May 2019),'],
    ['g', 'p. 22-25.'],
    ['q', '12:3<22'],
    ['x', '1441-0176'],
    ['z', '0-306-40615-2 (pbk.)'],
  )
  expect(host).toEqual({
    title: 'Australian birds',
    shortTitle: 'Aust. birds',
    maker: 'Lim, Rebecca',
    makerKind: 'person',
    edition: '2nd ed.',
    imprint: 'Sydney : Bird Club, 2019',
    parts: ['Vol. 12, no. 3 (May 2019)', 'p. 22-25'],
    enumeration: '12:3<22',
    issn: '14410176',
    isbn: '9780306406157',
    level: 's',
  })
})

test('an abbreviated title is the title if there is no other; wrong numbers are left out', () => {
  expect(hostIn('b', ['p', 'Aust. birds'], ['x', '1441-0177'])).toMatchObject({
    ...{ title: 'Aust. birds', shortTitle: '', issn: '' },
  })
})

test('a whole work has no host, unless the field says the pages; nor has a field without a title', () => {
  expect(hostIn('m', ['t', 'Springer e-books'])).toBeNull()
  expect(hostIn('m', ['t', 'Emu news'], ['g', 'No. 4 (2019), p. 3'])).not.toBeNull()
  expect(hostIn('m', ['t', 'Emu news'], ['q', '12:3<22'])).not.toBeNull()
  expect(hostIn('a', ['w', '(OCoLC)1'], ['g', 'p. 3'])).toBeNull()
})

describe.skipIf(!hasData)('real records', () => {
  test('e-books, posters and government documents in collections are no parts', async () => {
    const hosts: string[] = []
    for (const file of dataFiles('bib', /(?:evergreen_oss\.marc|koha_sample_bib\.xml|rhodeisland.*\.mrc)$/))
      for (const record of (await readAll(file)).records) {
        const { host } = toDocument(record)
        if (host) hosts.push(host.title)
      }
    // A paper at a conference; its record says that it is a component part.
    expect(hosts).toEqual([
      'International Land Reclamation and Mine Drainage Conference, and, Third International Conference on the Abatement of Acidic Drainage',
    ])
  })
})
