import { expect, test } from 'vitest'
import { asCatalogued, book } from '#features/downloads/server/testing.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { valuesOf } from '#marc/testing.ts'
import { recordBytes } from './record-bytes.ts'
import { syntaxes } from './responses.ts'

const stored = book({ id: '7', title: 'Te kererū & <moa>', numbers: [['505', 'a', 'One -- Two']] })
const giving = {
  syntax: syntaxes.usmarc as string,
  isBrief: false,
  encoding: 'utf-8',
  preferences: asCatalogued,
} as const

test.each(['utf-8', 'marc-8'] as const)('MARC 21 in %s', (encoding) => {
  const read = decodeRecord(recordBytes(stored, { ...giving, encoding }))
  expect(read.encoding).toBe(encoding)
  expect(valuesOf(read.record, '245', 'a')).toEqual(['Te kererū & <moa>'])
  expect(valuesOf(read.record, '505', 'a')).toEqual(['One -- Two'])
})

test('a brief record leaves out what a list does not show', () => {
  const { record } = decodeRecord(recordBytes(stored, { ...giving, isBrief: true }))
  expect(record.fields.map(({ tag }) => tag)).toEqual(['001', '008', '245'])
})

test('MARCXML and plain text', () => {
  const xml = String(recordBytes(stored, { ...giving, syntax: syntaxes.xml }))
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<record xmlns="http:\/\/www\.loc\.gov\/MARC21\/slim">\n/,
  )
  expect(xml).toContain('Te kererū &amp; &lt;moa&gt;')
  const text = String(recordBytes(stored, { ...giving, syntax: syntaxes.sutrs }))
  expect(text.split('\n')).toContain('245 10 $a Te kererū & <moa>')
})
