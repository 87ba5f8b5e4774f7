import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkPeople } from './check-people.ts'
import type { Chosen } from './class-list-columns.ts'
import { fileSentences, readPeople, readText } from './read-people.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example', gender: 'F' }

test.each([
  ['with headings', 'First name,Last name,Email,Gender\nAda,Lovelace,ada@school.example,F'],
  ['in another order', 'Gender;Email;Surname;Given name\nfemale;ada@school.example;Lovelace;Ada'],
  ['without headings', 'Ada,Lovelace,ada@school.example,F'],
  ['pasted from a spreadsheet', 'Ada\tLovelace\tada@school.example\tF\n'],
  ['with the whole name in one column', 'Student,Gender,Mail\n"Lovelace, Ada",f,mailto:ada@school.example'],
  ['with an address as mail programs write it', 'Name,E-mail,Gender\nAda Lovelace,Ada <ada@school.example>,girl'],
  [
    'with a byte order mark and quotes',
    '\uFEFF"First name","Last name","E-mail","Sex"\r\n"Ada","Lovelace","ada@school.example","F"\r\n',
  ],
])('a class list is parsed %s', (_, text) => {
  expect(readPeople(text)).toEqual({ people: [{ line: expect.any(Number), ...ada }], questions: [] })
})

/** Columns of a student, with headings and cells as school systems export them. */
const right = {
  email: [
    ['School email', 'zuri.o@school.example'],
    ['E-mail', 'zuri.o@school.example'],
    ['StudentEmail', 'zuri.o@school.example'],
    ['Student’s e-mail address', 'zuri.o@school.example'],
    ['Username', 'zuri.o@school.example'],
  ],
  names: [
    [
      ['Given name', 'Zuri'],
      ['Surname', 'Okafor'],
    ],
    [
      ['First Name', 'Zuri'],
      ['LAST_NAME', 'Okafor'],
    ],
    [['Student name', 'Okafor, Zuri']],
    [['Surname & first name', 'Okafor Zuri']],
    [
      ['Name', 'Zuri'],
      ['Family name', 'Okafor'],
    ],
    [
      ['First name', 'Zuri'],
      ['Name', 'Okafor'],
    ],
  ],
}
const decoys = [
  ['Guardian email', 'home@kin.example'],
  ['Teacher’s email', 'smith@school.example'],
  ['Emergency contact name', 'Ngozi Bello'],
  ['Mother: first name', 'Ngozi'],
  ['Next-of-kin e-mail', 'ngozi@kin.example'],
  ['Home email', 'bello@kin.example'],
  ['Home address', '1 High Street'],
  ['Pupil no', '311'],
  ['Student ID', 'zokaf1'],
  ['Login', 'zokaf'],
  ['Class name', 'Wattle'],
  ['Homeroom teacher', 'Smith'],
  ['Preferred name', 'Zee'],
  ['Middle name', 'Ada'],
  ['School name', 'Hillview Primary'],
  ['First language', 'Igbo'],
  ['Parent/carer', 'Ngozi Bello'],
]
const ordersOf = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
const listOf = (columns: string[][]) =>
  [0, 1].map((row) => columns.map((each) => `"${each[row]}"`).join(',')).join('\n')

test('a class list in any order of its columns has the student, never someone or something else', () => {
  const wrong = right.names.flatMap((names, set) =>
    decoys.flatMap((decoy, at) => {
      const email = right.email[(at + set) % right.email.length]!
      const other = decoys[(at + set + 1) % decoys.length]!
      return ordersOf([...names, email, decoy, other]).flatMap((columns, order) => {
        const { people, questions } = readPeople(listOf(columns), order % 2 ? 'school.example' : '')
        const read = people.map((each) => `${each.firstName} ${each.lastName} ${each.email}`).join()
        const is = questions.length === 0 && read === 'Zuri Okafor zuri.o@school.example'
        return is ? [] : [{ columns, read, questions }]
      })
    }),
  )
  expect(wrong).toEqual([])
})

test.each<[why: string, text: string, domain: string, asked: Chosen]>([
  [
    'two addresses of the student',
    'Name,Email,School email\nZuri Okafor,z@kin.example,zuri.o@school.example',
    '',
    { email: 'School email: zuri.o@school.example' },
  ],
  [
    'two addresses in the domain',
    'Name,Email,School email\nZuri Okafor,z@school.example,zuri.o@school.example',
    'school.example',
    { email: 'School email: zuri.o@school.example' },
  ],
  [
    'an address of unknown use in the domain',
    'Name,Email,Portal e-mail\nZuri Okafor,z@kin.example,zuri.o@school.example',
    'school.example',
    { email: 'Portal e-mail: zuri.o@school.example' },
  ],
  [
    'only an address of somebody else',
    'Name,Family email\nZuri Okafor,zuri.o@school.example',
    '',
    { email: 'Family email: zuri.o@school.example' },
  ],
  [
    'two addresses without headings',
    'Zuri,Okafor,z@kin.example,zuri.o@school.example',
    '',
    { email: 'Column 4: zuri.o@school.example' },
  ],
  [
    'three names without headings',
    'Wattle,Zuri,Okafor,zuri.o@school.example',
    '',
    { firstName: 'Column 2: Zuri', lastName: 'Column 3: Okafor' },
  ],
  [
    'an address to sign in with and another',
    'Name,Email,Login\nZuri Okafor,z@kin.example,zuri.o@school.example',
    '',
    { email: 'Login: zuri.o@school.example' },
  ],
  [
    'whole names beside a class without headings',
    'Wattle,Zuri Okafor,zuri.o@school.example',
    '',
    { firstName: 'Column 2: Zuri Okafor', lastName: 'Column 2: Zuri Okafor' },
  ],
  [
    'headings in another language',
    'Nom,Prénom,Email\nOkafor,Zuri,zuri.o@school.example',
    '',
    { firstName: 'Prénom: Zuri', lastName: 'Nom: Okafor' },
  ],
  [
    'two columns with the same heading',
    'Name,Email,Email\nZuri Okafor,zuri.o@school.example,zuri.o@school.example\nBo Far,b@kin.example,b@school.example',
    '',
    { email: 'Email: zuri.o@school.example (column 3)' },
  ],
])('a question settles %s', (_, text, domain, answers) => {
  const { people, questions } = readPeople(text, domain)
  expect(questions.map(({ member }) => member)).toEqual(Object.keys(answers))
  expect(people[0]).toMatchObject(Object.fromEntries(questions.map(({ member }) => [member, ''])))
  expect(readPeople(text, domain, answers).people[0]).toMatchObject({
    firstName: 'Zuri',
    lastName: 'Okafor',
    email: 'zuri.o@school.example',
  })
})

test.each([
  ['the one in the domain of two', 'Email,Username,Name\nz@kin.example,zuri.o@school.example,Zuri Okafor'],
  ['the one in the domain without headings', 'Zuri,Okafor,z@kin.example,zuri.o@school.example'],
  ['the only one under a title', 'Students of class 7B\n\nName,Email\nZuri Okafor,zuri.o@school.example'],
  ['twice the same', 'Email,School email,Name\nzuri.o@school.example,Zuri.O@school.example,Zuri Okafor'],
])('an address is taken without a question: %s', (_, text) => {
  const { people, questions } = readPeople(text, 'school.example')
  expect([questions, people]).toMatchObject([
    [],
    [{ firstName: 'Zuri', lastName: 'Okafor', email: 'zuri.o@school.example' }],
  ])
})

test('while a list is typed, nothing is asked', () => {
  const text = 'Ada, Lovelace, ada@school.example'
  for (let length = 0; length <= text.length; length++) expect(readPeople(text.slice(0, length)).questions).toEqual([])
})

test('a gender that only some lines have is kept', () => {
  const { people } = readPeople(
    'Ada,Lovelace,ada@school.example,F\nBo,Far,bo@school.example\nCy,Near,cy@school.example,',
  )
  expect(people.map(({ gender }) => gender)).toEqual(['F', 'NA', 'NA'])
})

test('each line that cannot be invited is listed with its number and the reason', () => {
  const lines = [
    'Ada,Lovelace,ada@school.example',
    ',,',
    'Bo,Far,bo@else.example',
    'Ada,Again,ADA@school.example',
    'X,Y,none',
  ]
  const { good, bad } = checkPeople(readPeople(lines.join('\n')).people, 'school.example')
  expect(good.map(({ firstName }) => firstName)).toEqual(['Ada'])
  expect(bad.map(({ line, why }) => [line, why])).toEqual([
    [3, 'WRONG_DOMAIN'],
    [4, 'TWICE'],
    [5, 'BAD_ADDRESS'],
  ])
})

test('damaged workbooks, binary and oversized files are refused, and a legacy Windows encoding is read', async () => {
  expect(await readText(new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])]))).toEqual({ refused: 'workbook' })
  expect(await readText(new Blob(['a\0b']))).toEqual({ refused: 'noText' })
  expect(await readText(new Blob([new Uint8Array(2_000_001)]))).toEqual({ refused: 'tooBig' })
  expect(await readText(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb])]))).toBe('Zoë')
})

test('the first sheet of a workbook is read as a table', async () => {
  const text = await readText(new Blob([readFileSync('kit/sheets-testing/openpyxl.xlsx')]))
  expect(String(text).split('\r\n').slice(0, 3)).toEqual([
    'Title\tISBN\tCopies\tOrdered',
    'Kererū\t9781869713805\t2\t2026-03-01',
    '"Birds, ""flying"""\t0143506528\t1\t',
  ])
})

test.each(['locked.xlsx', 'locked.xls', 'locked.ods'])('%s is refused, and its password is named', async (name) => {
  const read = await readText(new Blob([readFileSync(`kit/sheets-testing/${name}`)]))
  expect(read).toEqual({ refused: 'locked' })
  expect(fileSentences.locked).toContain('protected by a password')
})

test('empty rows of an old workbook are empty lines', async () => {
  const text = await readText(new Blob([readFileSync('kit/sheets-testing/libreoffice.xls')]))
  expect(String(text).split('\r\n')[3]).toBe('')
  expect(String(text).split('\r\n')[4]).toBe('No zero\t143506528')
})
