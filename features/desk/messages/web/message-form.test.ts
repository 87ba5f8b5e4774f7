import { expect, test } from 'vitest'
import { draftOf, emptyForm, formAgain, formErrors, formOf, ofType, readTime } from './message-form.ts'
import type { MessageView } from './message-labels.ts'

test.each([
  ['18:00', '18:00'],
  ['18.30', '18:30'],
  ['6pm', '18:00'],
  ['6:05 p.m.', '18:05'],
  ['12 am', '00:00'],
  ['12 pm', '12:00'],
  [' 9 ', '09:00'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['13 pm', undefined],
  ['soon', undefined],
])('the time %j is parsed as %j', (typed, time) => expect(readTime(typed)).toBe(time))

const complete = { ...emptyForm(), messageDesc: 'Title', content: 'Text', startDay: '2026-11-21', startTime: '9:00' }

test('days and times are in the reader’s time zone; an empty end is none, and a day alone is included in full', () => {
  const local = (text: string) => new Date(text).toISOString()
  expect(draftOf(complete)).toMatchObject({ startDate: local('2026-11-21T09:00'), endDate: null })
  expect(draftOf({ ...complete, startTime: '', endDay: '2026-11-22' })).toMatchObject({
    startDate: local('2026-11-21T00:00'),
    endDate: local('2026-11-22T23:59'),
  })
})

test('an unreadable day or time is reported on its field', () => {
  expect(formErrors(complete)).toEqual({})
  expect(formErrors({ ...complete, startDay: 'soon' })).toEqual({ startDate: 'Please enter when it starts' })
  expect(formErrors({ ...complete, startTime: '25:00' })).toEqual({ startDate: 'Please enter when it starts' })
  expect(formErrors({ ...complete, endTime: '18:00' })).toEqual({
    endDate: 'Please enter when it ends, or leave it empty',
  })
  expect(formErrors({ ...complete, endDay: '2026-11-20' })).toEqual({ endDate: 'It must end after it starts' })
})

test('customer numbers may be separated in any way', () => {
  expect(draftOf({ ...complete, customerNos: ' 10001,10002\n10003; ' }).customerNos).toEqual([
    '10001',
    '10002',
    '10003',
  ])
})

test('changing the type drops an audience it does not allow', () => {
  const form = { ...complete, audience: 'EVERYBODY' as const }
  expect(ofType(form, 'BANNER').audience).toBe('EVERYBODY')
  expect(ofType(form, 'INVOICE').audience).toBe('STAFF')
  expect(ofType({ ...form, audience: 'PRIMARY_CONTACTS' }, 'INVOICE').audience).toBe('PRIMARY_CONTACTS')
})

test('an edited message keeps its values; a copy begins now and has no end', () => {
  const message: MessageView = {
    id: 'm',
    messageType: 'GLOBAL',
    messageDesc: 'Title',
    content: 'Text',
    icon: 'NEWS',
    audience: 'STAFF',
    startDate: new Date('2026-11-21T09:00:00Z'),
    endDate: new Date('2026-11-22T10:30:00Z'),
    customers: [{ customerNo: '10001', name: 'Hillview' }],
    changedDate: null,
    changedBy: '',
  }
  expect(draftOf(formOf(message))).toMatchObject({
    startDate: '2026-11-21T09:00:00.000Z',
    endDate: '2026-11-22T10:30:00.000Z',
    customerNos: ['10001'],
  })
  const again = draftOf(formAgain(message, new Date('2027-01-01T08:00:00Z')))
  expect(again).toMatchObject({ startDate: '2027-01-01T08:00:00.000Z', endDate: null, content: 'Text' })
})
