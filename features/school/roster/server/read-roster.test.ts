import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { maxPeople, maxUnpackedBytes } from '../rules.ts'
import { readBundle } from './read-bundle.ts'
import { readRoster } from './read-roster.ts'
import { csvOf, manifestOf, orgsOf, student, zipOf } from './roster-testing.ts'

const today = '2026-11-26'
const bytes = (text: string) => Buffer.from(text)
const zipped = async (files: Record<string, string | Uint8Array>) =>
  readRoster(readBundle([{ name: 'roster.zip', bytes: await zipOf(files) }]), today)
const users = (text: string | Uint8Array, more: Record<string, string> = {}) =>
  readRoster(
    readBundle([
      { name: 'users.csv', bytes: Buffer.from(text) },
      ...Object.entries(more).map(([name, content]) => ({ name, bytes: bytes(content) })),
    ]),
    today,
  )
const refusal = (run: () => unknown): string[] => {
  try {
    run()
  } catch (error) {
    return (error as { messages: string[] }).messages
  }
  return ['was read']
}
const failure = (promise: Promise<unknown>): Promise<string[]> =>
  promise.then(
    () => ['was read'],
    (error) => error.messages,
  )

test('a zip of OneRoster 1.1 is read, also in a folder and beside other files', async () => {
  const reading = await zipped({
    '__MACOSX/export/users.csv': 'rubbish',
    'export/manifest.csv': manifestOf('bulk'),
    'export/orgs.csv': orgsOf('Hillview', 'Riverside'),
    'export/Users.CSV': csvOf([student('1'), student('2', { orgSourcedIds: 'school-2,school-1' }), student('3')]),
    'export/enrollments.csv': 'sourcedId\r\n',
  })
  expect(reading).toMatchObject({ version: '1.1', mode: 'BULK', faults: [] })
  expect(reading.orgs).toEqual([
    { sourcedId: 'school-1', name: 'Hillview', students: 3 },
    { sourcedId: 'school-2', name: 'Riverside', students: 1 },
  ])
  expect(reading.people[0]).toEqual({
    ...{ line: 2, sourcedId: '1', firstName: 'Given1', lastName: 'Reader', email: '1@hillview.example', grade: '07' },
    roles: [{ org: 'school-1', is: 'STUDENT' }],
  })
})

test('the same file is read with any order and case of columns, line ends, marks and encodings', () => {
  const line = student('1', { familyName: 'Müller, "the elder"', grades: '7,8' })
  const plain = users(csvOf([line]))
  const reversed = Object.fromEntries(Object.entries(line).reverse())
  const shouted = csvOf(
    [reversed],
    Object.keys(reversed).map((name) => name.toUpperCase()),
  )
  const unix = csvOf([line]).replaceAll('\r\n', '\n').replace(/\n$/, '')
  for (const text of [shouted, unix, `\uFEFF${csvOf([line])}`, `\r\n${csvOf([line])}`.slice(2), `${unix}\n\n`])
    expect(users(text)).toEqual(plain)
  expect(users(Buffer.from(`\uFEFF${csvOf([line])}`, 'utf16le'))).toEqual(plain)
  expect(users(Buffer.from(csvOf([line]), 'latin1'))).toEqual(plain)
  expect(plain.people[0]).toMatchObject({ lastName: 'Müller, "the elder"', grade: '7, 8' })
})

test('lines are counted as a spreadsheet shows them, also below a cell with a line break', () => {
  const reading = users(csvOf([student('1', { familyName: 'Two\nlines' }), student(''), student('3')]))
  expect(reading.people.map(({ line, lastName }) => [line, lastName])).toEqual([
    [2, 'Two lines'],
    [5, 'Reader'],
  ])
  expect(reading.faults).toMatchObject([{ line: 4, why: 'NO_ID' }])
})

test('an address may be in the username only, and preferred names come first', () => {
  const preferred = { preferredGivenName: 'Ada', preferredFamilyName: '' }
  const reading = users(csvOf([student('1', { email: '', username: 'A@School.Example', ...preferred })]))
  expect(reading.people).toMatchObject([{ email: 'a@school.example', firstName: 'Ada', lastName: 'Reader' }])
})

test('a preferred family name, one grade, no school and a username that is no address', () => {
  const { grades: _, ...line } = student('1', { email: '', username: 'ada', orgSourcedIds: '', grade: ' 7 , , 8 ' })
  const reading = users(csvOf([{ ...line, preferredFamilyName: '  Byron\u2028\t King ' }]))
  expect(reading.people).toEqual([
    {
      ...{ line: 2, sourcedId: '1', firstName: 'Given1', lastName: 'Byron King', email: '', grade: '7, 8' },
      roles: [{ org: '', is: 'STUDENT' }],
    },
  ])
  expect(reading.orgs).toEqual([])
})

test.each([';', '\t'])('columns may be divided by %j', (divider) => {
  const lines = [student('1'), student('2', { grades: '7,8' })]
  const text = [Object.keys(lines[0]!), ...lines.map(Object.values)].map((cells) => cells.join(divider)).join('\r\n')
  expect(users(text)).toEqual(users(csvOf(lines)))
})

test('a fault names the person, and a school without a name is its id', () => {
  const nobody = student('', { givenName: '', familyName: 'Reader' })
  const orgs = orgsOf('Hillview').replace(',Hillview,', ',,')
  const reading = users(csvOf([nobody, student('1')]), { 'orgs.csv': orgs })
  expect(reading.faults).toMatchObject([{ name: 'Reader', why: 'NO_ID' }])
  expect(reading.orgs).toEqual([{ sourcedId: 'school-1', name: 'school-1', students: 1 }])
})

test('a file that is no roster is refused, with its name, line and column', async () => {
  expect(refusal(() => users('name,mail\r\nAda,ada@x.example\r\n'))).toEqual([
    'users.csv, line 1: the column sourcedId is missing.',
    'users.csv, line 1: the column givenName is missing.',
    'users.csv, line 1: the column familyName is missing.',
    'users.csv, line 1: the column email is missing.',
    'The columns are: name, mail',
  ])
  expect(refusal(() => users(`${csvOf([student('1')])}"2,`))).toEqual([
    'users.csv, line 3: a quotation mark is missing.',
  ])
  expect(refusal(() => users('a\0b'))).toEqual(['users.csv is not a text file.'])
  const { role: _, ...noRole } = student('1')
  expect(refusal(() => users(csvOf([noRole])))).toEqual([
    'users.csv has no role column and there is no roles.csv, so we can’t tell who is a student.',
  ])
  const withManifest = (manifest: string) => refusal(() => users(csvOf([student('1')]), { 'manifest.csv': manifest }))
  expect(withManifest(manifestOf('absent'))).toEqual(['manifest.csv says that users.csv is absent.'])
  expect(withManifest(manifestOf('bulk', { 'oneroster.version': '2.0' }))).toEqual([
    'manifest.csv says OneRoster 2.0. We can read 1.1 and 1.2.',
  ])
  expect(withManifest(manifestOf('bulk', { 'oneroster.version': '1.1.12' }))).toEqual(['was read'])
  expect(withManifest(manifestOf('bulk', { 'file.users': 'some' }))).toEqual([
    'manifest.csv says “some” for file.users. It must be bulk or delta.',
  ])
  expect(withManifest('a,b\r\n')).toEqual([
    'manifest.csv, line 1: the column propertyName is missing.',
    'manifest.csv, line 1: the column value is missing.',
    'The columns are: a, b',
  ])
  expect(refusal(() => users(csvOf([student('1')]), { 'roles.csv': 'role,a\r\n' }))).toEqual([
    'roles.csv, line 1: the column userSourcedId is missing.',
    'roles.csv, line 1: the column orgSourcedId is missing.',
    'The columns are: role, a',
  ])
  expect(refusal(() => users(csvOf([student('1')]), { 'orgs.csv': 'type\r\n' }))).toEqual([
    'orgs.csv, line 1: the column sourcedId is missing.',
    'orgs.csv, line 1: the column name is missing.',
    'The columns are: type',
  ])
  expect(refusal(() => users(',\r\n'))).toHaveLength(4)
  const many = csvOf(Array.from({ length: maxPeople + 1 }, (_each, n) => student(String(n))))
  expect(refusal(() => users(many))).toEqual(['users.csv has 20001 people. The maximum is 20,000.'])
  expect(await failure(zipped({ 'classes.csv': 'a', 'orgs.csv': 'b' }))).toEqual([
    'The files have no users.csv: classes.csv, orgs.csv.',
  ])
  const sheets = await zipOf({ 'xl/workbook.xml': '<a/>', 'docProps/app.xml': '<a/>' })
  expect(refusal(() => readBundle([{ name: 'Students.XLSX', bytes: sheets }]))).toEqual([
    expect.stringMatching(/^Students\.XLSX is a spreadsheet/),
  ])
  expect(await failure(zipped({ 'a/users.csv': 'x', 'b/users.csv': 'y' }))).toEqual([
    'There are two files named users.csv.',
  ])
})

test('a zip that is cut off, damaged or empty is refused', async () => {
  const whole = await zipOf({ 'users.csv': csvOf([student('1')]) })
  const damaged = ['roster.zip is damaged, or is not a readable zip file.']
  const read = (part: Uint8Array) => refusal(() => readBundle([{ name: 'roster.zip', bytes: part }]))
  expect(read(whole.subarray(0, 80))).toEqual(damaged)
  expect(read(Buffer.from('PK: not a zip at all'))).toEqual(damaged)
  expect(await failure(zipped({}))).toEqual(['The zip is empty.'])
  expect(read(Buffer.alloc(0))).toEqual(['roster.zip is empty.'])
})

test('a small zip that becomes a huge file is given up in the middle, no matter what size it claims', () => {
  const packed = deflateRawSync(Buffer.alloc(maxUnpackedBytes * 2))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  // It claims ten bytes.
  head.writeUInt32LE(10, 22)
  head.writeUInt16LE('users.csv'.length, 26)
  const bomb = Buffer.concat([head, Buffer.from('users.csv'), packed])
  expect(bomb.length).toBeLessThan(200_000)
  expect(refusal(() => readBundle([{ name: 'bomb.zip', bytes: bomb }]))).toEqual([
    'The files are too big to be a roster.',
  ])
})
