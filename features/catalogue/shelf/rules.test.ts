import { expect, test } from 'vitest'
import { mainClassOf, shelfLettersOf, shelfMarkOf } from './rules.ts'

const record = { deweyFull: '', deweyAbridged: '', fiction: false, authorSort: 'dahl roald', titleSort: 'matilda' }

test.each([
  [{ deweyFull: '599.2' }, '599.2'],
  [{ deweyFull: 'A823.3', deweyAbridged: '823' }, '823.3'],
  [{ deweyAbridged: '823' }, '823'],
  [{ deweyFull: '[E]', fiction: true }, 'F DAH'],
  [{ fiction: true, authorSort: '' }, 'F MAT'],
  [{ fiction: true, authorSort: '', titleSort: '' }, 'F'],
  [{ deweyFull: '12345' }, ''],
  [{}, ''],
])('%j is shelved at %s', (given, mark) => {
  expect(shelfMarkOf({ ...record, ...given })).toBe(mark)
})

test.each([
  [{ deweyFull: 'A823.3' }, '800 Literature'],
  [{ deweyFull: '599.773' }, '500 Science'],
  [{ deweyFull: '', deweyAbridged: '004' }, '000 Computing and knowledge'],
  [{ deweyFull: '[Fic]', deweyAbridged: '', fiction: true }, 'F Fiction'],
  [{ deweyFull: '', deweyAbridged: '', fiction: false }, ''],
])('%j is of the class %s', (given, name) => {
  expect(mainClassOf({ ...record, ...given })).toBe(name)
})

test('a long run of digits is no class number, and costs no time', () => {
  expect(shelfMarkOf({ ...record, deweyFull: '9'.repeat(100_000) })).toBe('')
})

test('records of one number stand by letters of the author, or else of the title; those without any come last', () => {
  expect(shelfLettersOf({ ...record, authorSort: 'de la mare walter' })).toBe('DEL')
  expect(shelfLettersOf({ ...record, authorSort: '' })).toBe('MAT')
  expect(shelfLettersOf({ ...record, authorSort: '村上春樹' })).toBe('MAT')
  expect(shelfLettersOf({ ...record, authorSort: '', titleSort: '海' })).toBe('~')
  expect('~' > 'ZZZ').toBe(true)
})
