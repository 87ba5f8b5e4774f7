import { expect, test } from 'vitest'
import { workKeyOf } from './work-key.ts'

const blank = { title: '', standardNumber: '', url: '', authors: '', resourceType: 'BOOK' as const }

test('items of several schools are equal by number, else by address, else by type, title and first author', () => {
  const one = (...items: Partial<typeof blank>[]) => new Set(items.map((item) => workKeyOf({ ...blank, ...item }))).size
  expect(one({ standardNumber: '0306406152', title: 'A' }, { standardNumber: '978-0-306-40615-7', title: 'B' })).toBe(1)
  expect(one({ standardNumber: '1050-124X' }, { standardNumber: '1050124X' })).toBe(1)
  expect(one({ url: 'https://example.org/a' }, { url: 'http://www.example.org/a/' })).toBe(1)
  expect(
    one({ title: 'The Éire book!', authors: 'O’Hara; B' }, { title: 'the eire BOOK', authors: "O'Hara & C" }),
  ).toBe(1)
  expect(one({ title: 'Poems', authors: 'A' }, { title: 'Poems', authors: 'B' })).toBe(2)
  expect(one({ title: 'Poems' }, { title: 'Poems', resourceType: 'DVD_CD' as never })).toBe(2)
})

test('a shop’s own number, or a misread one, does not make two items equal', () => {
  for (const standardNumber of ['A-12', '9780306406158', 'n/a'])
    expect(workKeyOf({ ...blank, standardNumber, title: 'Own' })).toMatch(/^title /)
  expect(workKeyOf(blank)).toBe('')
})
