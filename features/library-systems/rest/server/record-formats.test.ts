import { expect, test } from 'vitest'
import { book } from '#features/downloads/server/testing.ts'
import { defaultSettings } from '#features/school/settings/rules.ts'
import { type RecordFormat, recordFormats } from '../contract.ts'
import { fileOf } from './record-formats.ts'

const formats = (Object.keys(recordFormats) as RecordFormat[]).filter((format) => format !== 'json')
const damaged = { ...book({ id: '2' }), marc: Buffer.from('damaged') }

test.each(formats)('%s: an unreadable record is named, and the others are written', (format) => {
  const records = [book({ id: '1', title: 'First' }), damaged, book({ id: '3', title: 'Third' })]
  const { bytes, given, unreadable } = fileOf(format, records, defaultSettings)
  expect(unreadable).toEqual(['2'])
  expect(given.map(({ document }) => document.id)).toEqual(['1', '3'])
  expect(bytes.toString()).toMatch(/First[\s\S]*Third/)
})

test.each(formats)('%s: no record makes a whole, empty file', (format) => {
  expect(fileOf(format, [damaged], defaultSettings)).toMatchObject({ given: [], unreadable: ['2'] })
})
