import { describe, expect, test } from 'vitest'
import {
  checkForm,
  leadingWildcard,
  noKeyword,
  notAYear,
  nothingToFind,
  tooLong,
  wrongWayRound,
} from './advanced-check.ts'
import { type AdvancedForm, emptyForm, readForm } from './advanced-form.ts'
import { addressOfForm } from './form-address.ts'

const errorsOf = (given: Partial<AdvancedForm>) => checkForm({ ...emptyForm, ...given }, 2026).errors

test('at least one keyword is needed, in any of the three rows', () => {
  expect(noKeyword).toBe('Please enter at least one search keyword')
  expect(errorsOf({})).toEqual({ keywords0: noKeyword })
  expect(errorsOf({ keywords1: '  ', language: 'French' })).toEqual({ keywords0: noKeyword })
  expect(errorsOf({ keywords2: 'dog' })).toEqual({})
})

test.each(['*dog', '?dog', 'cat *dog', '-*dog', '(*dog', '"*dog"', '**dog'])('%s starts with a wildcard', (keyword) => {
  expect(errorsOf({ keywords1: keyword })).toEqual({ keywords1: leadingWildcard })
})

test.each(['dog*', 'wom?n', 'a*', 'Who was that?', '*', 'M*A*S*H', 'what ? now'])('%s is a keyword', (keyword) => {
  expect(errorsOf({ keywords0: keyword })).toEqual({})
})

test('a keyword has a letter or a digit, and an end', () => {
  expect(errorsOf({ keywords0: '!!!' })).toEqual({ keywords0: nothingToFind })
  expect(errorsOf({ keywords0: 'x'.repeat(200) })).toEqual({})
  expect(errorsOf({ keywords0: 'x'.repeat(201) })).toEqual({ keywords0: tooLong })
})

describe('years', () => {
  const years = (publicationYearFrom: string, publicationYearTo: string) =>
    errorsOf({ keywords0: 'dog', publicationYearFrom, publicationYearTo })
  test.each(['3004', '204', '20045', 'abcd', '0999', '２００４'])('%s is no year', (text) => {
    expect(years(text, '')).toEqual({ publicationYearFrom: notAYear })
    expect(years('', text)).toEqual({ publicationYearTo: notAYear })
  })
  test('the last year is not before the first', () => {
    expect(years('2013', '2004')).toEqual({ publicationYearFrom: wrongWayRound })
    expect(years('2004', '2004')).toEqual({})
    expect(years('2030', '')).toEqual({ publicationYearFrom: wrongWayRound })
  })
  test('a missing last year means this year', () => {
    const whole = (given: Partial<AdvancedForm>) => checkForm({ ...emptyForm, keywords0: ' dog ', ...given }, 2026).form
    expect(whole({ publicationYearFrom: '2004' })).toMatchObject({ keywords0: 'dog', publicationYearTo: '2026' })
    expect(whole({ publicationYearTo: '2004' })).toMatchObject({ publicationYearFrom: '', publicationYearTo: '2004' })
    expect(whole({})).toMatchObject({ publicationYearTo: '' })
  })
})

test('an address holds the filled-in fields under the names of the form, without defaults', () => {
  const form = { ...emptyForm, keywords1: 'a & b', field1: 'title', operation0: 'not', issuance: 'serial' }
  const address = addressOfForm(form)
  expect(address).toBe('/discover/advancedSearch?operation0=not&keywords1=a+%26+b&field1=title&issuance=serial')
  expect(readForm(new URL(address, 'http://x').searchParams)).toEqual(form)
  expect(addressOfForm(emptyForm)).toBe('/discover/advancedSearch')
})

test('an invalid value in an address counts as not given', () => {
  expect(readForm(new URLSearchParams('field0=shelf&type1=like&operation0=xor&issuance=weekly&other=1'))).toEqual(
    emptyForm,
  )
})
