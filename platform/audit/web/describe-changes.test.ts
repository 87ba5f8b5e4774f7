import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionLabel, namedActions } from '../rules.ts'
import { changedFields } from './describe-changes.ts'
import { auditFile } from './school-audit-parts.tsx'

test('a change is shown field by field, in the words of the screens', () => {
  expect(
    changedFields({
      before: { invoicingContact: false, type: 'LIBRARY', deweyPref: 'FULL_DDC', checkUnmatchedRecordsDays: -1 },
      after: { invoicingContact: true, type: 'BILLING', deweyPref: 'ABRIDGED_DDC', checkUnmatchedRecordsDays: 30 },
    }),
  ).toEqual([
    { field: 'Invoicing contact', from: 'no', to: 'yes' },
    { field: 'Dewey number', from: 'full', to: 'abridged' },
    { field: 'Days to retry unmatched identifiers', from: 'never', to: '30' },
  ])
})

test('a new person is described by what they are, not by what they are not', () => {
  const contact = { marketingMaterial: false, libraryContact: true, type: 'LIBRARY', lastName: 'B', firstName: 'A' }
  const sentences = [
    { field: 'First name', from: '', to: 'A' },
    { field: 'Last name', from: '', to: 'B' },
    { field: 'Library contact', from: '', to: 'yes' },
  ]
  expect(changedFields({ before: {}, after: contact })).toEqual(sentences)
  expect(changedFields({ before: contact, after: {} })).toEqual(
    sentences.map(({ field, to }) => ({ field, from: to, to: '' })),
  )
})

test('a day is the same day everywhere, and has no time', () => {
  const fields = changedFields({
    before: { effectiveStartDate: new Date('2026-01-01') },
    after: { effectiveStartDate: '2026-02-01' },
  })
  const inWords = (day: string) =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  expect(fields).toEqual([{ field: 'Starts', from: inWords('2026-01-01'), to: inWords('2026-02-01') }])
})

test('every action that is logged somewhere has its words', () => {
  const sources = globSync('{features,platform}/**/server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const noted = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\baction: '(\w+)'/g)].map(([, action]) => action!),
  )
  expect(noted).toContain('link_issued')
  expect(noted.filter((action) => !namedActions.includes(action))).toEqual([])
})

test('an action without words yet is still readable', () => {
  expect(actionLabel('price_list_issued')).toBe('Price list issued')
  expect(changedFields({ before: {}, after: { shelfMark: ['A', 'B'], empty: '' } })).toEqual([
    { field: 'Shelf mark', from: '', to: 'A, B' },
  ])
})

test('a spreadsheet has a row for each field', () => {
  const entry = {
    id: '1',
    happenedDate: new Date('2026-01-02T03:04:05Z'),
    customerId: 'c',
    customerName: 'School',
    changedBy: 'Librarian',
    action: 'contact_changed',
    subject: 'Office',
  }
  const { rows } = auditFile([
    { ...entry, before: { firstName: 'a', lastName: 'b' }, after: { firstName: 'c', lastName: 'd' } },
    { ...entry, action: 'pin_renewed', subject: '', before: {}, after: {} },
  ] as never)
  expect(rows).toEqual([
    ['2026-01-02T03:04:05.000Z', 'Librarian', 'Contact changed', 'Office', 'First name', 'a', 'c'],
    ['2026-01-02T03:04:05.000Z', 'Librarian', 'Contact changed', 'Office', 'Last name', 'b', 'd'],
    ['2026-01-02T03:04:05.000Z', 'Librarian', 'New PIN emailed to the primary contact', '', '', '', ''],
  ])
})
