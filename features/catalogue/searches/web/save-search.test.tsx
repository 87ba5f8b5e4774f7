import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type SavedSearch, searchesApi, searchProblem } from '#features/catalogue/searches/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { SaveSearch } from './save-search.tsx'

const wombats: SavedSearch = {
  id: 'a',
  name: 'Wombats',
  address: 'query=wombat',
  mail: true,
  newRecords: 0,
  createdDate: '2026-03-12T04:05:06.000Z',
  lastRunDate: '2026-03-14T03:30:00.000Z',
  problem: '',
  feed: '',
}
const open = (
  list: SavedSearch[],
  fakes: Parameters<typeof renderScreen<typeof searchesApi>>[1]['fakes'] = {},
  address = 'query=wombat',
) =>
  renderScreen(
    <SaveSearch
      title="wombat"
      address={address}
      bodybuilderquery="{}"
      newestFirst="/discover/results/?newest"
      email="l@hillview.example"
    />,
    {
      api: searchesApi,
      fakes: {
        listSearches: () => ({ response: list }),
        saveSearch: ({ name, address, mail }) => ({ response: { ...wombats, name, address, mail } }),
        seenSearch: () => ({ response: { ...wombats, newRecords: 0 } }),
        ...fakes,
      },
    },
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a search is saved under a name, with mails unless they are switched off', async () => {
  const { calls } = open([])
  await press('Save this search')
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  expect(field.value).toBe('wombat')
  await userEvent.clear(field)
  await userEvent.type(field, 'Wombats')
  await userEvent.click(screen.getByLabelText('Email me when new records match'))
  await press('Save')
  const saved = await screen.findByRole('link', { name: 'Wombats' })
  expect(saved.getAttribute('href')).toBe('/savedSearches')
  await waitFor(() => expect(document.activeElement).toBe(saved))
  expect(calls.find(({ name }) => name === 'saveSearch')?.input).toEqual({
    name: 'Wombats',
    address: 'query=wombat',
    bodybuilderquery: '{}',
    mail: false,
  })
})

test('a refusal is shown in the dialog, and nothing typed is lost', async () => {
  open([], {
    saveSearch: () => {
      throw searchProblem('too_many_searches')
    },
  })
  await press('Save this search')
  await press('Save')
  expect(await screen.findByText(/You can save at most 50 searches/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('wombat')
})

test('a saved search shows its name, even in another order and with its editions grouped', async () => {
  open([wombats], {}, 'query=wombat&selectedOrder=title&orderByOperator=asc&editions=grouped')
  expect(await screen.findByRole('link', { name: 'Wombats' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull()
})

test('opening it says how many records are new, and from then on none are', async () => {
  const { calls } = open([{ ...wombats, newRecords: 3 }])
  expect((await screen.findByRole('link', { name: '3 new' })).getAttribute('href')).toBe('/discover/results/?newest')
  await waitFor(() => expect(calls.filter(({ name }) => name === 'seenSearch')).toHaveLength(1))
  expect(screen.getByRole('link', { name: '3 new' })).toBeTruthy()
})
