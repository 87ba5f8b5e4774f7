import { expect, test } from 'vitest'
import { readDates } from './dates.ts'

test('members that end in Date become dates at any depth', () => {
  const read = readDates({ list: [{ createdDate: '2026-03-12T04:05:06.000Z' }], effectiveEndDate: '2026-12-31' })
  expect(read.list[0]?.createdDate).toEqual(new Date('2026-03-12T04:05:06Z'))
  expect(read.effectiveEndDate).toEqual(new Date('2026-12-31'))
})

test('a publication date stays text, and an unknown date becomes null', () => {
  const read = readDates({
    publicationDate: '2004',
    voyagerCreateDate: '',
    updatedDate: '2026-99-99',
    update: '2026-01-01',
  })
  expect(read).toEqual({ publicationDate: '2004', voyagerCreateDate: null, updatedDate: null, update: '2026-01-01' })
})
