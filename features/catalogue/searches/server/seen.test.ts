import { expect, test } from 'vitest'
import { newAmong, seenIn } from './seen.ts'

const match = (id: string, cataloguedOn = '2026-01-01') => ({ id, cataloguedOn })

test('a match is new if it was not found before', () => {
  const seen = seenIn([match('a'), match('b')], true)
  expect(newAmong([match('c'), match('a')], seen)).toEqual(['c'])
})

test('when there are more matches than are stored, an old record that moves up is not new', () => {
  const seen = seenIn([match('a', '2026-03-01'), match('b', '2026-02-01')], false)
  const now = [
    match('new', '2026-03-02'),
    match('b', '2026-02-01'),
    match('moved up', '2026-01-31'),
    match('tied', '2026-02-01'),
  ]
  expect(newAmong(now, seen)).toEqual(['new'])
})

test('found records stay known, up to twice the matches of one run', () => {
  const before = { ids: Array.from({ length: 20_000 }, (_, n) => `old${n}`), upTo: '' }
  const { ids } = seenIn([match('new')], true, before)
  expect(ids).toHaveLength(20_000)
  expect(ids[0]).toBe('new')
})
