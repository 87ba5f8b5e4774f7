import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkPeople } from './check-people.ts'
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
  expect(readPeople(text)).toEqual([{ line: expect.any(Number), ...ada }])
})

test('a gender that only some lines have is kept', () => {
  const people = readPeople('Ada,Lovelace,ada@school.example,F\nBo,Far,bo@school.example\nCy,Near,cy@school.example,')
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
  const { good, bad } = checkPeople(readPeople(lines.join('\n')), 'school.example')
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
