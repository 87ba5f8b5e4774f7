import { expect, test } from 'vitest'
import type { CurrentUser } from './contract.ts'
import { isSchoolStaff, roleOf } from './rules.ts'

const customer = { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' }
const signedIn = (roles: CurrentUser['user']['roles'], of: CurrentUser['customer'] = customer): CurrentUser => ({
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles },
  customer: of,
})

test('school staff are the staff of a school and every role above them', () => {
  expect(isSchoolStaff(signedIn(['student', 'staff']))).toBe(true)
  expect(isSchoolStaff(signedIn(['student', 'staff', 'organisation-admin']))).toBe(true)
})

test('visitors, students and the provider’s people are no school staff', () => {
  expect(isSchoolStaff(null)).toBe(false)
  expect(isSchoolStaff(signedIn(['student']))).toBe(false)
  expect(isSchoolStaff(signedIn(['student', 'desk'], null))).toBe(false)
  expect(isSchoolStaff(signedIn(['student', 'staff'], null))).toBe(false)
})

test('the highest role decides; without any, a person may do what visitors may', () => {
  expect(roleOf(signedIn(['student', 'staff', 'organisation-admin']))).toBe('organisation-admin')
  expect(roleOf(signedIn([]))).toBe('visitor')
  expect(roleOf(null)).toBe('visitor')
})
