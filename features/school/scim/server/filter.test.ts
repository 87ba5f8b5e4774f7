import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { operators, parseFilter } from './filter.ts'
import { type IdentitySystem, identitySystem, newPerson } from './scim-testing.ts'

let app: TestApp
let system: IdentitySystem
let users: User[]
type User = Record<string, unknown> & { userName: string }
beforeAll(async () => {
  app = await testApp({ work: false })
  system = await identitySystem(app)
  const given = ['Ada', 'ada', 'Bo', '', 'Zoë', 'A%', "O'Neil"]
  const family = ['Reader', 'reader', 'de la Cruz', 'Ng', '_x']
  for (let n = 0; n < 14; n++)
    await system.post(
      '/Users',
      newPerson({
        name: { givenName: given[n % 7], familyName: family[n % 5] },
        externalId: n % 3 === 0 ? undefined : `${n % 2 ? 'X' : 'x'}-${n % 4}`,
        active: n % 4 !== 0,
        userType: n % 2 ? 'Staff' : 'Student',
      }),
    )
  users = (await system.query({ count: 500 })).body.Resources
})
afterAll(() => app.close())

const paths = ['userName', 'externalId', 'name.givenName', 'name.familyName', 'displayName', 'emails.value', 'userType']
const texts = [
  '',
  'a',
  'ada',
  'ADA',
  'reader',
  'Staff',
  'x-1',
  'X-1',
  '%',
  '_',
  'hillview',
  "'",
  'de la',
  'zz',
  '"',
  '\\',
]

type Random = { text: string; test: (user: User) => boolean }

const isExact = (path: string) => path === 'externalId'
const valueAt = (user: User, path: string): unknown => {
  const [name, sub] = path.split('.')
  const value = name === 'emails' ? (user.emails as object[])[0] : user[name!]
  return sub === undefined ? value : (value as Record<string, unknown>)[sub]
}
/** As RFC 7644, 3.4.2.2 describes the operators, by plain JavaScript. */
const compare = (held: unknown, operator: string, sought: string, exact: boolean): boolean => {
  if (held === undefined || held === '') return operator === 'ne'
  const fold = (text: string) => (exact ? text : text.toLowerCase())
  const [left, right] = [fold(String(held)), fold(sought)]
  if (operator === 'eq') return left === right
  if (operator === 'ne') return left !== right
  if (operator === 'co') return left.includes(right)
  if (operator === 'sw') return left.startsWith(right)
  if (operator === 'ew') return left.endsWith(right)
  if (operator === 'gt') return left > right
  if (operator === 'ge') return left >= right
  return operator === 'lt' ? left < right : left <= right
}
const cased = (text: string) =>
  fc.constantFrom(text, text.toUpperCase(), text.toLowerCase(), `urn:ietf:params:scim:schemas:core:2.0:User:${text}`)
const comparison: fc.Arbitrary<Random> = fc
  .tuple(fc.constantFrom(...paths), fc.constantFrom(...operators), fc.constantFrom(...texts))
  .chain(([path, operator, sought]) =>
    fc.tuple(cased(path), fc.constantFrom(operator, operator.toUpperCase())).map(([name, word]) => ({
      text: `${name} ${word} ${JSON.stringify(sought)}`,
      test: (user: User) => compare(valueAt(user, path), operator, sought, isExact(path)),
    })),
  )
const present: fc.Arbitrary<Random> = fc.constantFrom(...paths).map((path) => ({
  text: `${path} pr`,
  test: (user) => valueAt(user, path) !== undefined && valueAt(user, path) !== '',
}))
const active: fc.Arbitrary<Random> = fc.boolean().map((value) => ({
  text: `active eq ${value}`,
  test: (user) => user.active === value,
}))
const element: fc.Arbitrary<Random> = fc
  .tuple(fc.constantFrom('work', 'home'), fc.constantFrom('hillview', 'zz'), fc.boolean())
  .map(([type, part, outside]) => ({
    text: outside
      ? `emails[type eq "${type}"].value co "${part}"`
      : `emails[type eq "${type}" and not (value co "${part}")]`,
    test: (user) => type === 'work' && compare(valueAt(user, 'emails.value'), 'co', part, false) === outside,
  }))
const { filter } = fc.letrec<{ filter: Random }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    comparison,
    present,
    active,
    element,
    tie('filter').map(({ text, test }) => ({ text: `not (${text})`, test: (user: User) => !test(user) })),
    fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => ({
      text: `(${a.text}) and (${b.text})`,
      test: (user: User) => a.test(user) && b.test(user),
    })),
    fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => ({
      text: `(${a.text}) or ${b.text.includes(' or ') || b.text.includes(' and ') ? `(${b.text})` : b.text}`,
      test: (user: User) => a.test(user) || b.test(user),
    })),
  ),
}))

test('random filters find the same people in SQL as by plain JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(filter, async ({ text, test }) => {
      expect((await system.found(text)).sort()).toEqual(
        users
          .filter(test)
          .map(({ userName }) => userName)
          .sort(),
      )
    }),
    { numRuns: 250 },
  )
})

test('and binds more tightly than or, and not the most', () => {
  const pr = (path: string) => ({ is: 'present', path })
  expect(parseFilter('a pr or b pr and not (c pr) or d pr')).toEqual({
    is: 'or',
    parts: [pr('a'), { is: 'and', parts: [pr('b'), { is: 'not', part: pr('c') }] }, pr('d')],
  })
})

test('moments are compared as moments, and null means absent', async () => {
  const moment = users.map(({ meta }) => (meta as { created: string }).created).sort()[3]!
  expect((await system.found(`meta.created le "${moment}"`)).length).toBeGreaterThanOrEqual(4)
  expect(await system.found(`meta.created eq "${moment}"`)).not.toEqual([])
  const without = users.filter(({ externalId }) => externalId === undefined).length
  expect(await system.found('externalId eq null')).toHaveLength(without)
  expect(await system.found('not (externalId ne null)')).toHaveLength(without)
})

test.each([
  'userName',
  'userName eq',
  'userName eq bjensen',
  'userName is "x"',
  'userName eq "x" and',
  '(userName eq "x"',
  'userName eq "x")',
  'not userName eq "x"',
  'emails[type eq "work"',
  'title pr',
  'constructor pr',
  'meta.version pr',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department pr',
  'userName[value eq "x"]',
  'active gt true',
  'active eq "maybe"',
  'userName eq 7',
  'userName co null',
  'meta.created co "2026"',
  'meta.created gt "yesterday"',
  `${'('.repeat(5000)}userName pr`,
  `${'('.repeat(40)}userName pr${')'.repeat(40)}`,
  `userName eq "${'\n'.repeat(40)}`,
  'userName eq "\\"',
  'userName eq "a\\u0000"',
  'userName eq "\\ud800"',
])('a filter that cannot be used is refused: %s', async (text) => {
  const reply = await system.post('/Users/.search', { filter: text })
  expect([reply.status, reply.body.scimType]).toEqual([400, 'invalidFilter'])
})

test('10,000 people are listed, filtered and found', { timeout: 120_000 }, async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    ...{
      id: `many-${n}`,
      customerId: 'demo-hillview',
      username: `many${n}@hillview.example`,
      role: 'student' as const,
    },
    ...{ email: `many${n}@hillview.example`, firstName: `First${n}`, lastName: `Last${n % 100}` },
    ...{ passwordHash: null, disabledAt: null },
  }))
  for (let n = 0; n < many.length; n += 1000)
    await app.db
      .insertInto('appUser')
      .values(many.slice(n, n + 1000))
      .execute()
  const bodyOf = async (parameters: Record<string, string | number>) => (await system.query(parameters)).body
  const all = await bodyOf({})
  expect(all.totalResults).toBeGreaterThanOrEqual(10_000)
  expect((await bodyOf({ startIndex: 9501, count: 500 })).Resources).toHaveLength(500)
  expect((await bodyOf({ filter: 'userName eq "many77@hillview.example"' })).totalResults).toBe(1)
  expect((await bodyOf({ filter: 'name.familyName eq "last7"', count: 500 })).totalResults).toBe(100)
  await bodyOf({ sortBy: 'name.familyName', count: 500 })
})
