import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsOf, entriesOf, type KnownPerson, type Plan, planRoster } from './plan-roster.ts'
import { type Reading, type RosterPerson, readRoster } from './read-roster.ts'
import { csvOf, type Line, manifestOf, student } from './roster-testing.ts'

const today = '2026-11-26'
const nobody = new Set<string>()
const read = (lines: Line[], mode: 'bulk' | 'delta' = 'bulk'): Reading =>
  readRoster({ 'users.csv': csvOf(lines), 'manifest.csv': manifestOf(mode) }, today)
const planOf = (
  reading: Reading,
  known: KnownPerson[],
  more: { taken?: Set<string>; domain?: string; org?: string } = {},
) => {
  const steps = planRoster({ reading, known, org: '', taken: nobody, domain: '', ...more })
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
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

test('the same file a second time changes no one', () => {
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

const readingOf = (people: RosterPerson[], more: Partial<Reading> = {}): Reading => ({
  ...{ version: '1.1', mode: 'BULK', orgs: [], people, faults: [], roleEnds: [] },
  ...more,
})
const inFile = (sourcedId: string, more: Partial<RosterPerson> = {}): RosterPerson => ({
  ...{ line: 2, sourcedId, firstName: `Given${sourcedId}`, lastName: 'Reader', grade: '07' },
  ...{ email: `${sourcedId}@hillview.example`, roles: [{ org: '', is: 'STUDENT' }] },
  ...more,
})
const at = (name: string) => ({ email: `${name}@hillview.example` })
/** Each entry's kind, id and reason. */
const kindsOf = ({ entries }: Plan) =>
  entries.map((entry) => [entry.kind, entry.sourcedId, ...('why' in entry ? [entry.why] : [])].join(' '))

test('each kind is counted, and so are the students of earlier rosters who have not left', () => {
  const fault = { line: 5, sourcedId: '', name: 'Ada Reader', email: '', why: 'NO_ID' } as const
  const plan = planOf(
    readingOf([inFile('new'), inFile('same'), inFile('other', { grade: '08' })], { faults: [fault] }),
    [
      ...[person('same'), person('other'), person('absent'), person('invited', { sourcedId: null })],
      ...[person('left', { state: 'LEFT' }), person('closed', { state: 'CLOSED' }), person('staff', { role: 'STAFF' })],
    ],
  )
  expect(countsOf(plan)).toEqual({ NEW: 1, CHANGED: 1, LEAVER: 1, SKIPPED: 1, UNCHANGED: 1 })
  expect(plan).toMatchObject({ present: 3, staff: 0, elsewhere: 0, yielding: [] })
  expect(entriesOf(plan, 'SKIPPED')).toEqual([
    {
      kind: 'SKIPPED',
      line: 5,
      sourcedId: '',
      firstName: 'Ada Reader',
      lastName: '',
      grade: '',
      email: '',
      why: 'NO_ID',
    },
  ])
})

test('students who are absent from the whole file leave, listed by name; those of a file of changes stay', () => {
  const known = [
    person('1', { lastName: 'Year 10' }),
    person('2', { lastName: 'Year 9', firstName: 'Bo' }),
    person('3', { lastName: 'Year 9', firstName: 'Ada' }),
    person('4', { lastName: 'Abbott' }),
  ]
  expect(kindsOf(planOf(readingOf([]), known))).toEqual(['4', '3', '2', '1'].map((id) => `LEAVER ${id} ABSENT`))
  expect(kindsOf(planOf(readingOf([], { mode: 'DELTA' }), known))).toEqual([])
})

test('a student who is staff now leaves the students', () => {
  const plan = planOf(readingOf([inFile('a', { roles: [{ org: '', is: 'STAFF' }] })], { mode: 'DELTA' }), [person('a')])
  expect(kindsOf(plan)).toEqual(['LEAVER a MOVED'])
  expect(plan.staff).toBe(1)
})

test.each([
  ['1.2', 'DELTA', ['UNCHANGED a']],
  ['1.2', 'BULK', ['LEAVER a MOVED']],
  ['1.1', 'DELTA', ['LEAVER a MOVED']],
] as const)('a role in another school, in a file of version %s (%s)', (version, mode, kinds) => {
  const reading = readingOf([inFile('a', { roles: [{ org: 'school-2', is: 'STUDENT' }] })], { version, mode })
  expect(kindsOf(planOf(reading, [person('a')], { org: 'school-1' }))).toEqual(kinds)
})

test('a role without a school counts, and a known student without roles stays one', () => {
  const known = [person('a')]
  expect(kindsOf(planOf(readingOf([inFile('a')]), known, { org: 'school-1' }))).toEqual(['UNCHANGED a'])
  const silent = readingOf([inFile('a', { roles: undefined })], { mode: 'DELTA' })
  expect(kindsOf(planOf(silent, known))).toEqual(['UNCHANGED a'])
})

test('a role that ends in another school ends nothing here', () => {
  const ending = (org: string) =>
    planOf(readingOf([], { version: '1.2', mode: 'DELTA', roleEnds: [{ sourcedId: 'a', org }] }), [person('a')], {
      org: 'school-1',
    })
  expect(kindsOf(ending('school-2'))).toEqual([])
  expect(kindsOf(ending('school-1'))).toEqual(['LEAVER a MOVED'])
})

test('an account that was removed by hand holds no address', () => {
  const known = [person('a', { state: 'REMOVED', sourcedId: null })]
  expect(kindsOf(planOf(readingOf([inFile('7', at('a'))]), known))).toEqual(['NEW 7'])
})

test('of two lines that name one account by its two addresses the first counts', () => {
  const known = [person('a', { sourcedId: null, username: 'other@hillview.example' })]
  const lines = [inFile('7', at('a')), inFile('8', { ...at('other'), line: 3 })]
  expect(kindsOf(planOf(readingOf(lines), known))).toEqual(['CHANGED 7', 'SKIPPED 8 ALREADY_THERE'])
})

test('addresses are compared without regard to case', () => {
  const shouted = person('a', { sourcedId: null, email: 'A@Hillview.example', username: 'B@Hillview.example' })
  for (const name of ['a', 'b']) {
    const plan = planOf(readingOf([inFile('7', at(name))]), [shouted])
    expect(plan.entries).toMatchObject([{ kind: 'CHANGED', userId: 'a', ...at(name) }])
  }
})

test('a new id takes over the account of one who has left or leaves now, and of no one else', () => {
  const line = inFile('7', at('a'))
  const left = planOf(readingOf([line]), [person('a', { state: 'LEFT' })])
  expect(left.entries).toMatchObject([{ kind: 'CHANGED', userId: 'a', sourcedId: '7', returns: true }])
  const leaves = planOf(readingOf([line]), [person('a')])
  expect(leaves.entries).toMatchObject([{ kind: 'CHANGED', userId: 'a', sourcedId: '7', returns: false }])
  const stays = planOf(readingOf([line], { mode: 'DELTA' }), [person('a')])
  expect(kindsOf(stays)).toEqual(['SKIPPED 7 ALREADY_THERE'])
})

test('an account that has left yields its address if its own line is refused; one that stays does not', () => {
  const lines = [inFile('a', { email: 'nowhere' }), inFile('7', { ...at('a'), line: 3 })]
  const left = planOf(readingOf(lines), [person('a', { state: 'LEFT' })])
  expect(kindsOf(left)).toEqual(['NEW 7', 'SKIPPED a BAD_ADDRESS'])
  expect(left.yielding).toEqual(['a'])
  const stays = planOf(readingOf(lines), [person('a')])
  expect(kindsOf(stays)).toEqual(['SKIPPED a BAD_ADDRESS', 'SKIPPED 7 ALREADY_THERE'])
  expect(stays.yielding).toEqual([])
})

test('a student gets no address of a colleague or of another student', () => {
  const known = [person('a'), person('b'), person('staff', { role: 'STAFF' })]
  const wanting = (name: string) => kindsOf(planOf(readingOf([inFile('a', at(name)), inFile('b')]), known))
  expect(wanting('staff')).toEqual(['UNCHANGED b', 'SKIPPED a COLLEAGUE'])
  expect(wanting('b')).toEqual(['SKIPPED b ADDRESS_TWICE', 'SKIPPED a ALREADY_THERE'])
  const faulty = [inFile('a', at('b')), inFile('b', { email: 'nowhere', line: 3 })]
  expect(kindsOf(planOf(readingOf(faulty), known))).toEqual(['SKIPPED a ALREADY_THERE', 'SKIPPED b BAD_ADDRESS'])
  const sameId = readingOf([inFile('staff', at('new'))])
  expect(kindsOf(planOf(sameId, [person('staff', { role: 'STAFF' })]))).toEqual(['SKIPPED staff COLLEAGUE'])
})

test('a username that is another address stays with its student when the address changes', () => {
  const known = [person('a', { ...at('e'), username: 'U@Hillview.example' })]
  const moved = (name: string) => kindsOf(planOf(readingOf([inFile('a', at('n')), inFile('7', at(name))]), known))
  expect(moved('u')).toEqual(['CHANGED a', 'SKIPPED 7 ALREADY_THERE'])
  expect(moved('e')).toEqual(['CHANGED a', 'NEW 7'])
  expect(planOf(readingOf([inFile('a', at('u'))]), known).entries).toMatchObject([
    { kind: 'CHANGED', ...at('u'), before: at('e') },
  ])
  const plain = [person('a', { ...at('e'), username: 'E@Hillview.example' })]
  expect(kindsOf(planOf(readingOf([inFile('a', at('n')), inFile('7', at('e'))]), plain))).toEqual([
    'CHANGED a',
    'NEW 7',
  ])
})
