import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract.ts'
import { keyScopes } from '../key-scopes.ts'
import { authorise, type Caller, requireFactor, requireFreshProof, requireScope } from './caller.ts'

const staff: Caller = {
  sessionId: 's',
  userId: 'u',
  customerId: 'c',
  role: 'staff',
  disabled: false,
  freshProof: false,
  subscriptions: [],
}
const refusal = (code: string, message: string) => expect.objectContaining({ status: 403, code, messages: [message] })
const signIn = refusal('sign_in_required', 'Please sign in.')
const notAllowed = refusal('not_allowed', 'You don’t have permission to do this.')
const outcomeOf = (call: () => unknown) => {
  try {
    return call()
  } catch (problem) {
    return problem
  }
}

describe('who may call', () => {
  test('a visitor reaches public calls, and is asked to sign in for all others', () => {
    expect(outcomeOf(() => authorise('visitor', null))).toBeUndefined()
    for (const who of ['student', 'staff', 'desk'] as const)
      expect(outcomeOf(() => authorise(who, null))).toEqual(signIn)
  })

  test('a disabled person keeps what is for everyone signed in, and nothing of a school or the desk', () => {
    const disabled = { ...staff, disabled: true }
    for (const who of ['visitor', 'student'] as const) expect(outcomeOf(() => authorise(who, disabled))).toBeUndefined()
    expect(outcomeOf(() => authorise('staff', disabled))).toEqual(notAllowed)
    const desk: Caller = { ...disabled, role: 'desk', customerId: null }
    expect(outcomeOf(() => authorise('desk', desk))).toEqual(notAllowed)
  })

  test('staff without a school reach no school’s calls; the provider’s people need none', () => {
    expect(outcomeOf(() => authorise('staff', staff))).toBeUndefined()
    expect(outcomeOf(() => authorise('staff', { ...staff, customerId: null }))).toEqual(notAllowed)
    expect(outcomeOf(() => authorise('desk', { ...staff, role: 'desk', customerId: null }))).toBeUndefined()
    expect(outcomeOf(() => authorise('desk', staff))).toEqual(notAllowed)
  })
})

describe('a missing second factor', () => {
  const setUp = refusal('second_factor_needed', 'Please set up a second factor first.')
  const again = refusal('second_factor_needed', 'Please sign in again with your second factor.')
  const lacking = (missingFactor: Caller['missingFactor']): Caller => ({ ...staff, missingFactor })
  const held = (call: Pick<Endpoint, 'who' | 'withoutFactor'>, caller: Caller | null) =>
    outcomeOf(() => requireFactor(call, caller))

  test('someone who has all that their role requires, and a visitor, pass as they are', () => {
    expect(held({ who: 'staff' }, staff)).toBe(staff)
    expect(held({ who: 'visitor' }, null)).toBeNull()
    expect(held({ who: 'staff' }, null)).toBeNull()
  })

  test('closes every other call, and says what leads on', () => {
    expect(held({ who: 'staff' }, lacking('set-up'))).toEqual(setUp)
    expect(held({ who: 'staff' }, lacking('sign-in'))).toEqual(again)
  })

  test('makes a visitor of the caller in public calls', () => {
    expect(held({ who: 'visitor' }, lacking('set-up'))).toBeNull()
    expect(held({ who: 'visitor' }, lacking('sign-in'))).toBeNull()
  })

  test('leaves open what sets one up, to those who have none, and what is always open, to all', () => {
    const [none, unused] = [lacking('set-up'), lacking('sign-in')]
    expect(held({ who: 'student', withoutFactor: 'to-set-up' }, none)).toBe(none)
    expect(held({ who: 'student', withoutFactor: 'to-set-up' }, unused)).toEqual(again)
    for (const caller of [none, unused]) expect(held({ who: 'student', withoutFactor: 'always' }, caller)).toBe(caller)
  })
})

test('only a recent proof of identity is one', () => {
  const needed = refusal('proof_needed', 'Please confirm it’s you.')
  expect(outcomeOf(() => requireFreshProof(null))).toEqual(needed)
  expect(outcomeOf(() => requireFreshProof({ freshProof: false }))).toEqual(needed)
  expect(outcomeOf(() => requireFreshProof({ freshProof: true }))).toBeUndefined()
})

describe('scopes of access keys', () => {
  test.each([
    ['search', 'can’t search: it doesn’t have the scope “Search”'],
    ['download', 'can’t download records: it doesn’t have the scope “Download”'],
    ['requests', 'can’t request files: it doesn’t have the scope “Request files”'],
    ['people', 'can’t manage people: it doesn’t have the scope “People (SCIM)”'],
  ] as const)('a key needs the scope %s, and no other is as good', (scope, message) => {
    const others = keyScopes.filter((each) => each !== scope)
    expect(outcomeOf(() => requireScope(scope, { key: { id: 'k', scopes: others } }))).toEqual(
      refusal(
        'scope_missing',
        `This access key ${message}. The school’s primary contact can add it in Settings, under Access keys.`,
      ),
    )
    expect(outcomeOf(() => requireScope(scope, { key: { id: 'k', scopes: [scope] } }))).toBeUndefined()
  })

  test('calls for any key need none, and people need none', () => {
    expect(outcomeOf(() => requireScope('any', { key: { id: 'k', scopes: [] } }))).toBeUndefined()
    expect(outcomeOf(() => requireScope('requests', {}))).toBeUndefined()
  })
})
