import { describe, expect, test } from 'vitest'
import { encodeRecord } from './iso2709/iso2709.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from './marcxml/marcxml.ts'
import { recordToMrk } from './mrk/mrk-write.ts'
import { readRecords } from './read-records.ts'
import type { MarcRecord } from './record.ts'
import { whyNoAuthority, whyNoTitle } from './record-kind.ts'

const recordOf = (status: string, kind: string): MarcRecord => ({
  leader: `00000${status}${kind}m a2200000 a 4500`,
  fields: [
    { tag: '001', value: 'A-1' },
    { tag: '245', ind1: '0', ind2: '0', subfields: [{ code: 'a', value: 'Tides' }] },
  ],
})

const forms: [name: string, write: (record: MarcRecord) => Uint8Array | string][] = [
  ['ISO 2709', (record) => encodeRecord(record).bytes],
  ['MARCXML', (record) => marcXmlHeader + recordToMarcXml(record) + marcXmlFooter],
  ['mnemonic form', recordToMrk],
]

/** Leader/05, and whether a title and an authority record with it are deleted. */
const statuses: [status: string, title: boolean, authority: boolean][] = [
  ['a', false, false],
  ['c', false, false],
  ['d', true, true],
  ['n', false, false],
  ['o', false, false],
  ['p', false, false],
  ['s', false, true],
  ['x', false, true],
  [' ', false, false],
  ['D', false, false],
]

const described = ['245', '264', '300'].map((tag) => ({
  ...{ tag, ind1: ' ', ind2: ' ' },
  subfields: [{ code: 'a', value: 'Tides' }],
}))

test.each([
  ['x', described, undefined],
  ['y', described, undefined],
  ['x', described.slice(0, 2), 'a holdings record'],
  ['v', [], 'a holdings record'],
  ['z', described, 'an authority record'],
  ['q', described, 'a community information record'],
  ['a', [], undefined],
])('leader/06 “%s” with these fields: %j', (kind, fields, reason) => {
  const leader = recordOf('n', kind).leader
  expect(whyNoTitle({ leader, fields })).toBe(reason && `This is ${reason}, not a title.`)
})

describe.each(forms)('a record in %s', (_, write) => {
  test.each(statuses)(
    'with leader/05 “%s”: deleted as a title %s, as an authority record %s',
    async (status, ...are) => {
      const reasons: (string | undefined)[] = []
      for (const [kind, why] of [
        ['a', whyNoTitle],
        ['z', whyNoAuthority],
      ] as const)
        for await (const read of readRecords([Buffer.from(write(recordOf(status, kind)))]))
          if ('record' in read) reasons.push(why(read.record))
      expect(reasons).toEqual(are.map((deleted) => (deleted ? expect.stringContaining('deleted') : undefined)))
    },
  )
})
