import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#kit/web/testing.tsx'
import { BackLink } from './back-link.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const named = '/a?return=/savedList&return-title=My+lists'
test.each([
  ['/discover with two entries in the history', 2, '/a', 'Discover', '/discover'],
  ['a step back with three', 3, '/a', 'Back', '/discover'],
  ['the return link, if the address has both its parts', 3, named, 'My lists', '/savedList'],
  ['/discover if the return link has no title', 2, '/a?return=/savedList', 'Discover', '/discover'],
])('the back button leads to %s', async (_, entries, address, title, href) => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(entries)
  const stepBack = vi.spyOn(window.history, 'back').mockReturnValue()
  renderScreen(<BackLink />, { api: {}, fakes: {}, path: '/a', address })
  const link = await screen.findByRole('link', { name: title })
  expect(link.getAttribute('href')).toBe(href)
  link.click()
  expect(stepBack).toHaveBeenCalledTimes(title === 'Back' ? 1 : 0)
})
