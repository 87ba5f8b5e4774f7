import { beforeEach, expect, test } from 'vitest'
import { clearHistory, historyIsOn, pastSearches, rememberSearch, switchHistory } from './search-history.ts'

const search = (title: string, more = '') => ({
  title,
  address: `/discover/results/?query=${title}${more}`,
  total: 3,
  at: '2026-02-03T04:05:06Z',
})
const titles = (who?: string) => pastSearches(who).map(({ title }) => title)

beforeEach(() => {
  for (const who of [undefined, 'ann', 'ben']) {
    switchHistory(who, true)
    clearHistory(who)
  }
})

test('the newest search comes first, and each only once', () => {
  for (const title of ['dragon', 'wombat', 'dragon']) rememberSearch('ann', search(title))
  expect(titles('ann')).toEqual(['dragon', 'wombat'])
})

test('a search that only narrows the previous one replaces it', () => {
  rememberSearch('ann', search('dragon'))
  rememberSearch('ann', search('dragon', '&filter=language:English'))
  expect(pastSearches('ann').map(({ address }) => address)).toEqual([
    '/discover/results/?query=dragon&filter=language:English',
  ])
})

test('fifty are kept', () => {
  for (let i = 0; i < 60; i++) rememberSearch('ann', search(`search ${i}`))
  expect(titles('ann')).toHaveLength(50)
  expect(titles('ann')[0]).toBe('search 59')
})

test('each person has their own history, and a visitor one that ends with the session', () => {
  rememberSearch('ann', search('dragon'))
  rememberSearch(undefined, search('wombat'))
  expect([titles('ann'), titles('ben'), titles()]).toEqual([['dragon'], [], ['wombat']])
  expect(localStorage.getItem('search-history:ann')).toContain('dragon')
  expect(JSON.stringify(localStorage)).not.toContain('wombat')
  expect(sessionStorage.getItem('search-history')).toContain('wombat')
})

test('when switched off, it forgets everything and stores nothing', () => {
  rememberSearch('ann', search('dragon'))
  switchHistory('ann', false)
  rememberSearch('ann', search('wombat'))
  expect(historyIsOn('ann')).toBe(false)
  expect(titles('ann')).toEqual([])
  expect(localStorage.getItem('search-history:ann')).toBeNull()
})
