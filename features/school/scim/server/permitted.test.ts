import { expect, test } from 'vitest'
import { enforceProtection } from './permitted.ts'

type Change = Parameters<typeof enforceProtection>[1]
const changes: Record<string, Change> = {
  removal: 'removal',
  disabling: { active: false },
  enabling: { active: true },
  'another role': { userType: 'Student' } as Change,
  'another user name': { userName: 'new@hillview.example' },
  'another address': { email: 'new@hillview.example' },
  'another name': { givenName: 'New' },
}
const refusedFor = (role: string, closed: boolean) =>
  Object.keys(changes).filter((name) => {
    try {
      enforceProtection({ role, closed }, changes[name]!)
      return false
    } catch (problem) {
      expect(problem).toMatchObject({ code: 'protected_person' })
      return true
    }
  })

const addresses = ['another role', 'another user name', 'another address']

test.each([
  ['primary-contact', false, ['removal', 'disabling', ...addresses]],
  ['primary-contact', true, ['removal', 'disabling', 'enabling', ...addresses]],
  ['organisation-admin', false, addresses],
  ['organisation-admin', true, ['removal', 'enabling', ...addresses]],
  ['staff', false, []],
  ['staff', true, ['removal', 'enabling']],
  ['student', false, []],
  ['student', true, ['enabling']],
])('of a person with the role %s, closed %s, a program must not do: %j', (role, closed, refused) => {
  expect(refusedFor(role, closed).sort()).toEqual([...refused].sort())
})
