import { describe, expect, test } from 'vitest'
import { unicodeToMarc8 } from '#marc/charset/marc8-write.ts'
import { oidBytes, partOf, readBer, writeBytes, writeExternal, writeOid, writeParts, writeSequence } from './ber.ts'
import { readProposal, termText, writeSelection } from './characters.ts'
import { privateSet, proposalOf } from './z3950-testing.ts'

const utf8 = writeParts(2, writeBytes(2, oidBytes('1.0.10646.1.0.8')))
const proposal = (sets: Buffer[], inRecords?: boolean) => readBer(writeParts(201, proposalOf(sets, inRecords)))!.element

describe('of a proposal, the first set that the server has is selected', () => {
  test.each([
    [[utf8], true, { charset: 'utf-8', inRecords: true }],
    [[utf8], undefined, { charset: 'utf-8', inRecords: false }],
    [[privateSet('KOI8-R'), privateSet('MARC-8'), utf8], true, { charset: 'marc-8', inRecords: true }],
    [[privateSet('ISO-8859-1')], true, { charset: 'latin-1', inRecords: false }],
    [[privateSet('KOI8-R')], true, undefined],
    [[], true, undefined],
  ] as const)('%#', (sets, inRecords, expected) => {
    const read = readProposal(proposal([...sets], inRecords))
    if (expected) expect(read).toMatchObject(expected)
    else expect(read).toBeUndefined()
  })

  test('no proposal, or another one, selects nothing', () => {
    expect(readProposal(undefined)).toBeUndefined()
    const other = writeSequence(writeParts(4, writeOid('1.2.840.10003.15.4'), writeParts(0, writeExternal())))
    expect(readProposal(readBer(writeParts(201, other))!.element)).toBeUndefined()
  })

  test('the reply names a private set as the client did', () => {
    const selected = readProposal(proposal([privateSet('MARC-8')], true))!
    const external = partOf(readBer(writeSelection(selected))!.element, 4)!
    const response = external.parts![1]!.parts![0]!
    expect(response.tag).toBe(2)
    const name = partOf(partOf(partOf(partOf(response, 1)!, 3)!, 2)!, 1)!
    expect(Buffer.from(name.bytes!).toString()).toBe('MARC-8')
  })
})

const bytes = (text: string) => ({ tagClass: 2, tag: 45, bytes: Buffer.from(text, 'latin1') })

test.each(['Māori', 'café', 'garçon', 'Dvořák', 'crème brûlée', 'Ōtautahi'])(
  '%s is read in any character set',
  (text) => {
    expect(termText({ tagClass: 2, tag: 45, bytes: Buffer.from(text) }, undefined)).toBe(text)
    const marc8 = unicodeToMarc8(text)
    expect(termText(bytes(marc8), 'marc-8')).toBe(text)
    expect(termText(bytes(marc8), undefined)).toBe(text)
    if (/[^\0-\xff]/.test(text)) return
    expect(termText(bytes(text), 'latin-1')).toBe(text)
    expect(termText(bytes(text), 'utf-8')).toBe(text)
  },
)

test('escapes of MARC-8 are read if it was negotiated', () => {
  expect(termText(bytes('\u001b(N\u0044OM'), 'marc-8')).toBe('дом')
})
