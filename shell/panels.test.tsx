import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { replaceWith } from '#kit/web/history.ts'
import { Router } from '#kit/web/router.tsx'
import { fakeServer } from '#kit/web/testing.tsx'
import { panels } from './open-panel.ts'
import { Panels } from './panels.tsx'

const user = { id: 'me', username: 'me', email: 'me@hill.example', firstName: 'M', lastName: 'E', roles: ['staff'] }

function open(address = '/discover') {
  fakeServer(accountApi, { currentUser: () => ({ user, customer: null }) as never })
  replaceWith(address)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router routes={[]}>
        <button type="button">Before</button>
        <Panels />
      </Router>
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: 'Before' }).focus()
}
const pressK = () => fireEvent.keyDown(document.activeElement!, { key: 'k', ctrlKey: true })
const field = () => screen.findByRole('combobox', { name: 'Screen, action or search' })
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('Ctrl K lists screens and actions; Escape closes the list and gives the focus back', async () => {
  open()
  pressK()
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  await waitFor(() => expect(options()).toContain('My downloads'))
  expect(options()).not.toContain('Organisations')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Before'))
})

test('the list is filtered while typing, arrows choose, and Enter goes there', async () => {
  open()
  pressK()
  await userEvent.type(await field(), 'saved')
  await waitFor(() =>
    expect(options()).toEqual([
      'Saved foldersDiscover',
      'Saved searchesDiscover',
      'Search the catalogue for “saved”',
      'Find “saved” in My downloads',
      'Find “saved” in My requests',
      'Find “saved” in Invoices',
    ]),
  )
  expect(chosen()).toBe('Saved foldersDiscover')
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen()).toBe('Find “saved” in Invoices')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(chosen()).toBe('Saved searchesDiscover')
  expect((await field()).getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).getAttribute('id'),
  )
  await userEvent.keyboard('{Enter}')
  expect(window.location.pathname).toBe('/savedSearches')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  pressK()
  await field()
  expect(within(await screen.findByRole('group', { name: 'Recent' })).getByText('Saved searches')).toBeTruthy()
  expect(chosen()).toContain('Saved searches')
})

test('a search is typed and run, and a request’s number leads to its list', async () => {
  open()
  pressK()
  await userEvent.type(await field(), 'red fox{Enter}')
  expect(window.location.pathname + window.location.search).toBe('/discover/results/?query=red+fox')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  pressK()
  await userEvent.type(await field(), 'CR1000249')
  await waitFor(() => expect(chosen()).toBe('Find “CR1000249” in My requests'))
  await userEvent.keyboard('{Enter}')
  expect(window.location.pathname + window.location.search).toBe('/myCatalogueRequests?text=CR1000249')
})

test('Ctrl K opens nothing above another dialog, and closes the palette', async () => {
  open()
  panels.open('keys')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  pressK()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  pressK()
  await field()
  pressK()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the shortcuts are those of the screen, and can be switched off', async () => {
  open('/discover/results/?query=owl')
  panels.open('keys')
  const here = await screen.findByRole('region', { name: 'This screen' })
  expect(here.textContent).toContain('Download the record')
  await userEvent.click(screen.getByRole('checkbox', { name: 'J, K, X, A, D and O for lists' }))
  expect(localStorage.getItem('list-keys')).toBe('off')
  expect(here.textContent).toContain('Download the record (off)')
  cleanup()
  open('/subscriptions')
  panels.open('keys')
  await screen.findByRole('region', { name: 'Every screen' })
  expect(screen.queryByRole('region', { name: 'This screen' })).toBeNull()
})
