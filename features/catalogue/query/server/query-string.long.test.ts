import { expect, test } from 'vitest'
import { readQueryString } from './query-string.ts'

test.each([
  '(',
  ')',
  '"',
  '\\',
  ':',
  'a:',
  'title:',
  'title: ',
  '-',
  '+',
  'a?',
  '?',
  '*',
  'a*',
  'a~1',
  '~1',
  '^',
  "'",
  "?'",
  '1-',
  '1 ',
  'NOT ',
  'OR ',
  '" ',
  '\\" ',
  'a OR (',
  '/',
  '漫',
  '·l',
  '\u0301',
])('takes time in proportion to its length: %s', (piece) => {
  const timeOf = (length: number) => {
    const text = `a${piece.repeat(Math.ceil(length / piece.length))}b`
    const start = process.cpuUsage()
    try {
      readQueryString(text)
    } catch (problem) {
      expect(problem).toMatchObject({ code: 'leading_wildcard' })
    }
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  timeOf(2000)
  const best = (length: number) => Math.min(...Array.from({ length: 3 }, () => timeOf(length)))
  const short = best(10_000)
  // Ten times the length takes about ten times as long, but a hundred times if time grows with the square.
  expect(best(100_000)).toBeLessThan(40 * Math.max(short, 1000))
})
