import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Problem } from '#kit/problem.ts'
import { addressIn, applyOperation, blankDraft, draftOf, readBody } from './draft.ts'
import type { Person } from './user.ts'

const start: Person = {
  ...{ userName: 'bea@hillview.example', externalId: 'x-1', givenName: 'Bea', familyName: 'Reader' },
  ...{ email: 'bea@hillview.example', active: true, userType: 'Student' },
}
type Single = 'userName' | 'externalId' | 'active' | 'userType' | 'name.givenName' | 'name.familyName'
type Step = { operation: Parameters<typeof applyOperation>[1]; apply: (person: Person) => Person }

const core = 'urn:ietf:params:scim:schemas:core:2.0:User:'
const spelt = (path: string) => fc.constantFrom(path, path.toUpperCase(), `${core}${path}`)
const word = fc.stringMatching(/^[a-z]{1,6}$/)
const member = (path: Single) => path.replace('name.', '') as keyof Person

const single: fc.Arbitrary<Step> = fc
  .oneof(
    fc.tuple(fc.constantFrom<Single>('userName', 'externalId', 'name.givenName', 'name.familyName'), word),
    fc.tuple(fc.constant<Single>('userType'), fc.constantFrom('Student', 'Staff')),
    fc.tuple(fc.constant<Single>('active'), fc.boolean()),
  )
  .chain(([path, value]) =>
    fc.tuple(spelt(path), fc.constantFrom('add', 'replace'), fc.boolean()).map(
      ([name, op, inValue]): Step => ({
        operation: inValue
          ? { op: op as 'add', path: undefined, value: { [name]: value } }
          : { op: op as 'add', path: name, value: path === 'active' ? String(value) : value },
        apply: (person) => ({ ...person, [member(path)]: value }),
      }),
    ),
  )
const removal: fc.Arbitrary<Step> = fc
  .constantFrom<Single>('externalId', 'name.givenName', 'name.familyName')
  .chain((path) => spelt(path).map((name) => ({ path, name })))
  .map(({ path, name }) => ({
    operation: { op: 'remove', path: name, value: undefined },
    apply: (person) => ({ ...person, [member(path)]: path === 'externalId' ? null : '' }),
  }))
const address: fc.Arbitrary<Step> = word.chain((name) =>
  fc
    .constantFrom<[string | undefined, (email: string) => unknown]>(
      ['emails[type eq "work"].value', (email) => email],
      ['EMAILS[PRIMARY EQ true].VALUE', (email) => email],
      ['emails', (email) => [{ value: email, type: 'work', primary: true }]],
      [undefined, (email) => ({ emails: [{ value: email, type: 'work', primary: true }] })],
      [undefined, (email) => ({ 'emails[type eq "work"].value': email })],
    )
    .map(([path, value]) => ({
      operation: { op: 'replace', path, value: value(`${name}@hillview.example`) },
      apply: (person) => ({ ...person, email: `${name}@hillview.example` }),
    })),
)
const notKept: fc.Arbitrary<Step> = fc
  .constantFrom('title', 'addresses[type eq "work"].country', 'urn:some:extension:2.0:User:department', 'displayName')
  .map((path) => ({ operation: { op: 'add', path, value: 'x' }, apply: (person) => person }))

test('any sequence of operations comes to the same as setting the values one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(single, removal, address, notKept), { maxLength: 12 }), (steps) => {
      const draft = draftOf(start)
      let expected = start
      for (const { operation, apply } of steps) {
        applyOperation(draft, operation)
        expected = apply(expected)
      }
      const { emails: _, externalId = null, ...rest } = draft
      expect({ ...rest, externalId, email: addressIn(draft) }).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('a person has at most 100 addresses, however many operations add them', () => {
  const addresses = (count: number, at = 'x') => Array.from({ length: count }, (_, n) => `${n}@${at}.example`)
  const add = (value: string[]) => ({ op: 'add', path: 'emails', value }) as const
  const draft = blankDraft()
  expect(() => applyOperation(draft, add(addresses(101)))).toThrow('more than 100 emails')
  applyOperation(draft, add(addresses(100)))
  expect(() => applyOperation(draft, add(addresses(1, 'y')))).toThrow('more than 100 emails')
  expect(() => readBody(blankDraft(), { emails: addresses(101) })).toThrow('more than 100 emails')
})

test('of several addresses one is primary, the one set last', () => {
  const draft = draftOf(start)
  const home = { value: 'home@hillview.example', type: 'home', primary: true }
  applyOperation(draft, { op: 'add', path: 'emails', value: [home] })
  expect(draft.emails.map(({ primary }) => primary)).toEqual([false, true])
  expect(addressIn(draft)).toBe('home@hillview.example')
  applyOperation(draft, { op: 'remove', path: 'emails', value: [{ value: 'HOME@hillview.example' }] })
  expect(addressIn(draft)).toBe('bea@hillview.example')
})

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `${n}@hillview.example`)
test.each<[string, Step['operation'], RegExp]>([
  ['a long value', { op: 'add', path: 'emails', value: 'a'.repeat(501) }, /emails.value has more than 500 characters/],
  ['a long type', { op: 'add', path: 'emails.type', value: 'a'.repeat(501) }, /emails.type has more than 500/],
  ['a long name', { op: 'add', path: 'name', value: { givenName: 'a'.repeat(501) } }, /name.givenName has more than/],
  ['many emails', { op: 'add', path: 'emails', value: addresses(101) }, /more than 100 emails/],
  ['the removal of many', { op: 'remove', path: 'emails', value: addresses(101) }, /more than 100 emails/],
  ['a prototype as a path', { op: 'add', path: '__proto__.x', value: 1 }, /cannot be read/],
  ['a prototype as a member', { op: 'add', path: 'emails[value pr].__proto__', value: {} }, /cannot be read/],
  ['a constructor as a member', { op: 'add', path: 'emails[constructor pr].value', value: 'a' }, /no constructor/],
  [
    'an escaped NUL in a path',
    { op: 'remove', path: String.raw`emails[value eq "a\u0000"]`, value: 1 },
    /cannot be read/,
  ],
])('an operation with %s is refused', (_, operation, why) => {
  const refusal = () => {
    try {
      applyOperation(draftOf(start), operation)
      return []
    } catch (error) {
      return (error as Problem).messages
    }
  }
  expect(refusal()).toEqual([expect.stringMatching(why)])
})
