import { expect, test } from 'vitest'
import { readBundle } from './read-bundle.ts'
import { readRoster } from './read-roster.ts'
import { csvOf, manifestOf, student } from './roster-testing.ts'

const today = '2026-11-26'
type Line = Record<string, string>
const read = (files: Record<string, string | Line[]>) =>
  readRoster(
    readBundle(
      Object.entries(files).map(([name, content]) => ({
        name,
        bytes: Buffer.from(typeof content === 'string' ? content : csvOf(content)),
      })),
    ),
    today,
  )
const user = (sourcedId: string, more: Line = {}) => {
  const { role: _, orgSourcedIds: __, ...others } = student(sourcedId)
  return { ...others, ...more }
}
const role = (userSourcedId: string, more: Line = {}) => ({
  ...{ userSourcedId, role: 'student', orgSourcedId: 'school-1', status: 'active', endDate: '' },
  ...more,
})
const rolesOf = (lines: Line[], more: Record<string, string> = {}) =>
  read({ 'users.csv': [user('1')], 'roles.csv': lines, ...more }).people[0]!.roles

test('a person of OneRoster 1.2 has the roles that roles.csv names', () => {
  const reading = read({
    'users.csv': [user('1'), user('2')],
    'roles.csv': [role('1'), role('1', { orgSourcedId: 'b' })],
  })
  expect(reading).toMatchObject({ version: '1.2', mode: 'BULK' })
  expect(reading.people.map(({ roles }) => roles)).toEqual([
    [
      { org: 'school-1', is: 'STUDENT' },
      { org: 'b', is: 'STUDENT' },
    ],
    [],
  ])
  expect(reading.orgs).toEqual([
    { sourcedId: 'b', name: 'b', students: 1 },
    { sourcedId: 'school-1', name: 'school-1', students: 1 },
  ])
})

test.each([
  ['that was deleted', { status: 'ToBeDeleted' }, true],
  ['that ended yesterday', { endDate: '2026-11-25' }, true],
  ['that ended yesterday at a time', { endDate: '2026-11-25T23:00:00Z' }, true],
  ['that ends today', { endDate: '2026-11-26' }, undefined],
  ['whose end is no date', { endDate: '0' }, undefined],
])('a role %s counts, or is over', (_, line, gone) => {
  expect(rolesOf([role('1', line)])).toEqual([{ org: 'school-1', is: 'STUDENT', ...(gone && { gone }) }])
})

test.each([
  ['Student', 'STUDENT'],
  ['guardian', 'OTHER'],
  ['parent', 'OTHER'],
  ['relative', 'OTHER'],
  ['', 'OTHER'],
  ['teacher', 'STAFF'],
  ['student teacher', 'STAFF'],
])('the role %j makes the person a %s', (name, is) => {
  expect(rolesOf([role('1', { role: name })])).toMatchObject([{ is }])
})

test('a roles.csv that the manifest calls absent is not read', () => {
  const files = { 'users.csv': [student('1')], 'roles.csv': [role('1', { orgSourcedId: 'b' })] }
  expect(read({ ...files, 'manifest.csv': manifestOf('bulk', { 'file.roles': 'absent' }) })).toMatchObject({
    ...{ version: '1.1', people: [{ roles: [{ org: 'school-1', is: 'STUDENT' }] }] },
  })
})

test('in a file of changes someone without a line in roles.csv keeps their roles', () => {
  expect(rolesOf([role('2')], { 'manifest.csv': manifestOf('delta') })).toBeUndefined()
  expect(rolesOf([role('2')], { 'manifest.csv': manifestOf('bulk') })).toEqual([])
})

test('a file of changes ends the student roles of people without a line in users.csv, unless another continues', () => {
  const over = { endDate: '2026-01-01' }
  const files = {
    'users.csv': [user('1')],
    'roles.csv': [
      role('1', over),
      role('2', over),
      role('2', { orgSourcedId: 'b' }),
      role('3', over),
      role('3'),
      role('4', { ...over, role: 'teacher' }),
    ],
  }
  expect(read({ ...files, 'manifest.csv': manifestOf('delta') }).roleEnds).toEqual([
    { sourcedId: '2', org: 'school-1' },
  ])
  expect(read(files).roleEnds).toEqual([])
})

test('only schools with students of today are schools of the file', () => {
  const orgs = [
    { sourcedId: 'school-1', name: 'Hillview', type: 'School' },
    { sourcedId: 'maths', name: 'Mathematics', type: 'department' },
    { sourcedId: 'staff-only', name: 'Office', type: '' },
  ]
  const reading = read({
    'orgs.csv': orgs,
    'users.csv': ['1', '2', '3', '4'].map((id) => user(id, { status: id === '4' ? 'tobedeleted' : 'active' })),
    'roles.csv': [
      role('1'),
      role('1'),
      role('1', { orgSourcedId: 'maths' }),
      role('1', { orgSourcedId: '' }),
      role('2', { endDate: '2026-01-01' }),
      role('3', { role: 'teacher', orgSourcedId: 'staff-only' }),
      role('4'),
    ],
  })
  expect(reading.orgs).toEqual([{ sourcedId: 'school-1', name: 'Hillview', students: 1 }])
})

test('people leave the roster if they are deleted or may not sign in', () => {
  const change = [{ status: 'tobedeleted' }, { enabledUser: 'False' }, { enabledUser: '0' }, { enabledUser: 'no' }, {}]
  const lines = change.map((more, n) => ({ enabledUser: 'true', ...student(String(n)), ...more }))
  expect(read({ 'users.csv': lines }).people.map(({ gone }) => gone)).toEqual([
    ...['DELETED', 'DISABLED', 'DISABLED', 'DISABLED'],
    undefined,
  ])
})

test('the second line with an id is a fault, and names its person', () => {
  const { people, faults } = read({ 'users.csv': [student('1'), student('1'), student('2', { givenName: '' })] })
  expect(people.map(({ sourcedId }) => sourcedId)).toEqual(['1', '2'])
  expect(faults).toEqual([
    { line: 3, sourcedId: '1', name: 'Given1 Reader', email: '1@hillview.example', why: 'ID_TWICE' },
  ])
})

test.each(['1.1', '1.2', '1.2.1', ''])('a manifest may name OneRoster %s', (version) => {
  const manifest = manifestOf('bulk', { 'file.users': 'DELTA', 'oneroster.version': version })
  expect(read({ 'users.csv': [student('1')], 'manifest.csv': manifest }).mode).toBe('DELTA')
})

test.each(['1.3', '11.1', '1.2.x', '1.1 draft'])('a manifest that names OneRoster %s is refused', (version) => {
  const manifest = manifestOf('bulk', { 'oneroster.version': version })
  expect(() => read({ 'users.csv': [student('1')], 'manifest.csv': manifest })).toThrow()
})

test('a manifest that calls users.csv anything but whole or changes is refused', () => {
  expect(() =>
    read({ 'users.csv': [student('1')], 'manifest.csv': manifestOf('bulk', { 'file.users': 'some' }) }),
  ).toThrow()
  expect(read({ 'users.csv': [student('1')], 'manifest.csv': 'propertyName,value\r\n' }).mode).toBe('BULK')
})
