import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { advancedApi } from '#features/catalogue/advanced/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { AdvancedSearchScreen } from './advanced-search-screen.tsx'
import { formPath } from './form-address.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const named = (...names: string[]) => names.map((name) => ({ code: name, name }))
const criteria = {
  fields: [...named('keyword', 'title')],
  types: named('all', 'phrase'),
  operations: named('and', 'or', 'not'),
  resourceTypes: [{ category: 'Books', subcategories: ['Book'] }],
  languages: ['English', 'French'],
  countries: named('Australia', 'Norway'),
  genres: [{ category: 'Genre groups', subcategories: ['War'] }],
  learningAreas: ['Science'],
  issuance: named('all', 'serial', 'nonSerial'),
}
const open = (query = '', lists: Partial<typeof criteria> | { languages: null } = {}) =>
  renderScreen(<AdvancedSearchScreen />, {
    api: advancedApi,
    path: formPath,
    address: `${formPath}${query}`,
    fakes: { advancedCriteria: () => ({ response: { ...criteria, ...lists } }) },
  })
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const search = () => screen.getByRole('button', { name: 'Search' })

test('the lists are those of the reply', async () => {
  open()
  await waitFor(() => expect(screen.getByRole('option', { name: 'French' })).toBeTruthy())
  for (const name of ['Books: all', 'Book', 'War', 'Science', 'Anywhere except Australia', 'Norway'])
    expect(screen.getByRole('option', { name })).toBeTruthy()
})

test('a list that could not be looked up is reported; the others are there, and the chosen value stays', async () => {
  open('?language=Welsh', { languages: null })
  await waitFor(() => expect(screen.getByText('We couldn’t load this list.')).toBeTruthy())
  expect(box('Language').value).toBe('Welsh')
  expect(screen.getByRole('option', { name: 'War' })).toBeTruthy()
})

test('without a keyword no search is sent', async () => {
  open('?language=French')
  await userEvent.click(search())
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter at least one search keyword')
  expect(box('Keywords').getAttribute('aria-invalid')).toBe('true')
  expect(window.location.pathname).toBe(formPath)
})

test('the same error in two fields is shown with their names', async () => {
  open('?keywords0=dog&publicationYearFrom=99&publicationYearTo=99')
  await userEvent.click(search())
  await screen.findByRole('alert')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining([
      'First year: Enter a year from 1000 to 2999.',
      'Last year: Enter a year from 1000 to 2999.',
    ]),
  )
})

test('the address follows the form, and never leads back from the results', () => {
  vi.useFakeTimers()
  open()
  fireEvent.change(box('Keywords'), { target: { value: 'dragon' } })
  act(() => vi.advanceTimersByTime(1000))
  expect(window.location.search).toBe('?keywords0=dragon')

  fireEvent.change(box('Keywords'), { target: { value: 'dragons' } })
  window.history.pushState({}, '', '/discover/results/?query=dragons')
  act(() => vi.advanceTimersByTime(1000))
  expect(window.location.pathname).toBe('/discover/results/')
})

test('a search that the form cannot show is named, with a link back to it', () => {
  open('?query=title%3Adog+OR+cat')
  const previous = screen.getByRole('region', { name: 'Previous search' })
  expect(previous.textContent).toContain('title:dog OR cat')
  expect(within(previous).getByRole('link').getAttribute('href')).toBe('/discover/results/?query=title%3Adog+OR+cat')
})
