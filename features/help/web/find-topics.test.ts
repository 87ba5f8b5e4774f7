import { expect, test } from 'vitest'
import { articles } from './articles/all-articles.ts'
import { findTopics } from './find-topics.ts'

const titles = (sought: string) => findTopics(articles, sought).map(({ topic }) => topic.title)

test('a search finds topics by the beginnings of all its words, titles first', () => {
  expect(titles('check digit')).toContain('Why an identifier has no record')
  expect(titles('PIN')[0]).toBe('Contacts and the PIN')
  expect(titles('z39.50')).toContain('Connect your library system')
  expect(titles('unmatch identif')).toContain('Why an identifier has no record')
  expect(titles('depot postage')).toEqual(['Post items to a depot'])
  expect(titles('depot zebra')).toEqual([])
  expect(titles('  ')).toEqual([])
  expect(titles('passwörd')[0]).toBe('Passwords')
})

test('an excerpt is a line with one of the words, without marks', () => {
  const [found] = findTopics(articles, 'camera')
  expect(found!.excerpt).toMatch(/Scan with the camera|camera/i)
  expect(found!.excerpt).not.toMatch(/\*\*|\]\(/)
  expect(found!.excerpt.length).toBeLessThan(170)
})
