import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceWith } from '#kit/web/history.ts'
import { Router } from '#kit/web/router.tsx'
import { switchKey } from '#kit/web/single-keys.ts'
import { fakeServer } from '#kit/web/testing.tsx'
import { SearchBox } from './search.tsx'

const open = (address = '/') => {
  replaceWith(address)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router routes={[]}>
        <SearchBox />
        <textarea aria-label="Notes" />
        <input type="checkbox" aria-label="Fiction" />
      </Router>
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox', { name: 'Search the catalogue' }) as HTMLInputElement
}
const press = (at: number) => {
  const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(document.activeElement ?? document.body, event)
}

beforeEach(() => {
  localStorage.clear()
  fakeServer({}, {})
})
afterEach(cleanup)

test('a search term leads to the results, encoded', async () => {
  const box = open()
  await userEvent.type(box, ' tūī & kererū? {enter}')
  expect(window.location.pathname).toBe('/discover/results/')
  expect(new URLSearchParams(window.location.search).get('query')).toBe('tūī & kererū?')
})

test('filters that are kept go along', async () => {
  localStorage.setItem('kept-filters', 'filter=language%3AFrench&exclude=scisType%3ADVD')
  await userEvent.type(open(), 'dragon{enter}')
  expect(window.location.search).toBe('?query=dragon&filter=language%3AFrench&exclude=scisType%3ADVD')
})

test('so does the choice to group editions', async () => {
  localStorage.setItem('results-editions', 'editions=grouped')
  await userEvent.type(open(), 'dragon{enter}')
  expect(window.location.search).toBe('?query=dragon&editions=grouped')
})

test('an empty term is not searched', async () => {
  const box = open()
  await userEvent.type(box, '   {enter}')
  expect(screen.getByRole('alert').textContent).toBe('Please enter a search term.')
  expect(window.location.pathname).toBe('/')
  await userEvent.type(box, 'x')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a term that is too long is not sent, and stays in the box', async () => {
  const box = open()
  await userEvent.click(box)
  await userEvent.paste('x'.repeat(1001))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('A search can have at most 1,000 characters.')
  expect(box.value).toHaveLength(1001)
})

test('an address of the results can focus the search box', () => {
  const box = open('/discover/results/#search')
  expect(document.activeElement).toBe(box)
})

test('the box shows the query of the results', () => {
  expect(open('/discover/results/?query=harry+potter').value).toBe('harry potter')
})

test('a slash focuses the box, except from within a field', async () => {
  const box = open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Notes' }), 'and/or')
  expect(document.activeElement).not.toBe(box)
  ;(document.activeElement as HTMLElement).blur()
  // Later than the letters typed above, however long the machine took over them.
  press(performance.now() + 10_000)
  expect(document.activeElement).toBe(box)
})

test('a slash focuses the box from a checkbox', () => {
  const box = open()
  screen.getByRole('checkbox').focus()
  press(10_000)
  expect(document.activeElement).toBe(box)
})

test('a slash typed by a scanner, or with the key switched off, does nothing', () => {
  const box = open()
  press(20_000)
  box.blur()
  press(20_010)
  expect(document.activeElement).not.toBe(box)
  switchKey('slash-key', false)
  press(30_000)
  expect(document.activeElement).not.toBe(box)
})
