import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsOf, entriesOf, type KnownPerson, type Plan, planRoster } from './plan-roster.ts'
import { type Reading, readRoster } from './read-roster.ts'
import { csvOf, type Line, manifestOf, student } from './roster-testing.ts'

const today = '2026-11-26'
const nobody = new Set<string>()
const read = (lines: Line[], mode: 'bulk' | 'delta' = 'bulk'): Reading =>
  readRoster({ 'users.csv': csvOf(lines), 'manifest.csv': manifestOf(mode) }, today)
const planOf = (
  reading: Reading,
  known: KnownPerson[],
  more: { taken?: Set<string>; domain?: string; org?: string } = {},
) => planRoster({ reading, known, org: '', taken: nobody, domain: '', ...more })
const person = (userId: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  ...{ userId, firstName: `Given${userId}`, lastName: 'Reader', email: `${userId}@hillview.example`, grade: '07' },
  ...{ username: more.email ?? `${userId}@hillview.example`, role: 'STUDENT', state: 'OPEN', sourcedId: userId },
  ...more,
})

/** The school's people after a plan, as the database would have them. */
function applied(plan: Plan, known: KnownPerson[], run: number): KnownPerson[] {
  const people = new Map(known.map((each) => [each.userId, { ...each }]))
  const put = (each: KnownPerson) => people.set(each.userId, each)
  for (const { userId } of entriesOf(plan, 'LEAVER')) put({ ...people.get(userId)!, state: 'LEFT' })
  for (const userId of plan.yielding) put({ ...people.get(userId)!, email: '', username: `left-${userId}` })
  for (const { kind: _, line: _line, before: _before, returns: _returns, ...values } of entriesOf(plan, 'CHANGED')) {
    const { username, email } = people.get(values.userId)!
    const moves = username === email || username.startsWith('left-')
    put({ ...people.get(values.userId)!, ...values, username: moves ? values.email : username, state: 'OPEN' })
  }
  for (const { kind: _, line, ...values } of entriesOf(plan, 'NEW'))
    put({ ...values, userId: `${run}-${line}`, username: values.email, role: 'STUDENT', state: 'OPEN' })
  const names = [...people.values()].map(({ username }) => username)
  expect(new Set(names).size).toBe(names.length)
  return [...people.values()]
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const lines = fc.uniqueArray(
  fc.record({ id: ids, address: ids, name: fc.constantFrom('Ada', 'Bo'), gone: fc.boolean() }),
  { selector: ({ id }) => id },
)
const files = fc.array(fc.record({ mode: fc.constantFrom('bulk' as const, 'delta' as const), lines }), { maxLength: 6 })
type FileLine = { id: string; address: string; name: string; gone: boolean }
const rowOf = ({ id, address, name, gone }: FileLine) =>
  student(id, { email: `${address}@hillview.example`, givenName: name, status: gone ? 'tobedeleted' : 'active' })

test('the same file a second time changes nobody', () => {
  fc.assert(
    fc.property(files, fc.array(fc.record({ id: ids, hasId: fc.boolean(), isStaff: fc.boolean() })), (all, before) => {
      let known = [...new Map(before.map((each) => [each.id, each])).values()].map(({ id, hasId, isStaff }) =>
        person(id, { sourcedId: hasId && !isStaff ? id : null, role: isStaff ? 'STAFF' : 'STUDENT' }),
      )
      for (const [run, file] of all.entries()) {
        const reading = read(file.lines.map(rowOf), file.mode)
        known = applied(planOf(reading, known), known, run)
        const { NEW, CHANGED, LEAVER } = countsOf(planOf(reading, known))
        expect({ NEW, CHANGED, LEAVER }).toEqual({ NEW: 0, CHANGED: 0, LEAVER: 0 })
      }
    }),
    { numRuns: 500 },
  )
})

test('whole files and files of changes, one after the other, give the people that they describe', () => {
  fc.assert(
    fc.property(files, (all) => {
      let known: KnownPerson[] = []
      let model = new Map<string, string>()
      for (const [run, file] of all.entries()) {
        const next = file.mode === 'bulk' ? new Map<string, string>() : new Map(model)
        for (const line of file.lines)
          if (line.gone) next.delete(line.id)
          else next.set(line.id, `${line.name} ${line.address}@hillview.example`)
        const addresses = [...next.values()].map((text) => text.split(' ')[1])
        if (new Set(addresses).size < addresses.length) continue
        model = next
        known = applied(planOf(read(file.lines.map(rowOf), file.mode), known), known, run)
        const present = known.filter(({ state }) => state === 'OPEN')
        expect(new Map(present.map((each) => [each.sourcedId, `${each.firstName} ${each.email}`]))).toEqual(model)
      }
    }),
    { numRuns: 500 },
  )
})

test('a student whom the school invited earlier is found by address, and gets the id', () => {
  const plan = planOf(read([student('7', { email: 'A@hillview.example' })]), [person('a', { sourcedId: null })])
  expect(plan.entries).toMatchObject([
    { kind: 'CHANGED', userId: 'a', sourcedId: '7', before: { firstName: 'Givena' } },
  ])
})

test('a student who was invited by hand and is in no roster does not leave', () => {
  expect(planOf(read([student('7')]), [person('a', { sourcedId: null })]).entries).toMatchObject([{ kind: 'NEW' }])
})

test('a student whose line has a fault stays as they are', () => {
  const plan = planOf(read([student('a', { email: 'nowhere' }), student('b', { email: '' })]), [
    person('a'),
    person('b'),
  ])
  expect(plan.entries).toMatchObject([
    { kind: 'SKIPPED', why: 'BAD_ADDRESS', line: 2 },
    { kind: 'SKIPPED', why: 'NO_ADDRESS', line: 3 },
  ])
})

test('people who cannot be imported are listed, with the reason', () => {
  const lines = [
    student('1', { email: 'staff@hillview.example' }),
    student('2', { email: 'elsewhere@hillview.example' }),
    student('3', { email: 'c@other.example' }),
    student('4', { email: 'd@hillview.example' }),
    student('5', { email: 'd@hillview.example' }),
    student('4', { email: 'e@hillview.example' }),
    student('', { email: 'f@hillview.example' }),
    student('closed'),
    student('removed'),
    student('6', { role: 'teacher' }),
    student('7', { role: 'guardian' }),
    student('8', { givenName: '<b>' }),
  ]
  const plan = planOf(
    read(lines),
    [
      person('staff', { role: 'STAFF', sourcedId: null }),
      person('closed', { state: 'CLOSED' }),
      person('removed', { state: 'REMOVED', email: '', username: 'removed-1' }),
    ],
    { taken: new Set(['elsewhere@hillview.example']), domain: 'hillview.example' },
  )
  expect(entriesOf(plan, 'SKIPPED').map(({ line, why }) => [line, why])).toEqual([
    [2, 'COLLEAGUE'],
    [3, 'TAKEN'],
    [4, 'WRONG_DOMAIN'],
    [6, 'ADDRESS_TWICE'],
    [7, 'ID_TWICE'],
    [8, 'NO_ID'],
    [9, 'CLOSED'],
    [10, 'REMOVED'],
    [13, 'BAD_NAME'],
  ])
  expect(plan).toMatchObject({ staff: 1, elsewhere: 1 })
  expect(entriesOf(plan, 'NEW').map(({ sourcedId }) => sourcedId)).toEqual(['4'])
})

test('only the students of the chosen school count, and one who moved to another leaves', () => {
  const lines = [student('a'), student('b', { orgSourcedIds: 'school-2' }), student('c', { orgSourcedIds: 'school-2' })]
  const plan = planOf(read(lines), [person('a'), person('b')], { org: 'school-1' })
  expect(plan.entries.map(({ kind, sourcedId }) => [kind, sourcedId])).toEqual([
    ['UNCHANGED', 'a'],
    ['LEAVER', 'b'],
  ])
  expect(plan.elsewhere).toBe(1)
})

test('a person who is not enabled leaves, and comes back with the next file that has them', () => {
  const disabled = read([student('a', { enabledUser: 'FALSE' })])
  const plan = planOf(disabled, [person('a')])
  expect(plan.entries).toMatchObject([{ kind: 'LEAVER', why: 'DISABLED' }])
  const left = applied(plan, [person('a')], 1)
  expect(planOf(disabled, left).entries).toEqual([])
  expect(planOf(read([student('a')]), left).entries).toMatchObject([{ kind: 'CHANGED', returns: true }])
})

const rolesOf = (...roles: [userSourcedId: string, role: string, more?: Line][]) =>
  csvOf(
    roles.map(([userSourcedId, role, more = {}], n) => ({
      ...{ sourcedId: `r${n}`, status: '', userSourcedId, roleType: 'primary', role, endDate: '' },
      ...{ orgSourcedId: 'school-1', ...more },
    })),
  )
const bare = ({ role: _, orgSourcedIds: _orgs, ...rest }: Line) => rest

test('OneRoster 1.2 names roles in a file of their own', () => {
  const reading = readRoster(
    {
      'users.csv': csvOf(['a', 'b', 'c', 'd'].map((id) => bare(student(id)))),
      'roles.csv': rolesOf(['a', 'student'], ['b', 'teacher'], ['c', 'student', { endDate: '2026-11-25' }]),
    },
    today,
  )
  const plan = planOf(reading, [person('c')], { org: 'school-1' })
  expect(reading.version).toBe('1.2')
  expect(plan.entries).toMatchObject([
    { kind: 'NEW', sourcedId: 'a' },
    { kind: 'LEAVER', sourcedId: 'c', why: 'MOVED' },
  ])
  expect(plan).toMatchObject({ staff: 1, elsewhere: 1 })
})

test('a file of changes with roles leaves a student alone whose role has not changed', () => {
  const bundle = {
    'manifest.csv': manifestOf('delta', { 'oneroster.version': '1.2', 'file.roles': 'delta' }),
    'users.csv': csvOf([bare(student('a', { givenName: 'New' })), bare(student('new'))]),
    'roles.csv': rolesOf(['b', 'student', { status: 'tobedeleted' }]),
  }
  const plan = planOf(readRoster(bundle, today), [person('a'), person('b'), person('c')])
  expect(plan.entries).toMatchObject([
    { kind: 'CHANGED', sourcedId: 'a', before: { firstName: 'Givena' } },
    { kind: 'LEAVER', sourcedId: 'b', why: 'MOVED' },
    { kind: 'SKIPPED', sourcedId: 'new', why: 'NO_ROLE' },
  ])
})
