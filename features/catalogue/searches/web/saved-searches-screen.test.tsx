import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { type SavedSearch, searchesApi, searchProblem } from '#features/catalogue/searches/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { SavedSearchesScreen } from './saved-searches-screen.tsx'

const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}
const saved = (change: Partial<SavedSearch> = {}): SavedSearch => ({
  id: 'a',
  name: 'Wombats',
  address: 'query=wombat&filter=language%3AEnglish',
  mail: true,
  newRecords: 0,
  createdDate: '2026-03-12T04:05:06.000Z',
  lastRunDate: '2026-03-14T03:30:00.000Z',
  problem: '',
  feed: '',
  ...change,
})
const searches = [
  saved(),
  saved({ id: 'b', name: 'Owls 10', address: 'query=owl', newRecords: 3 }),
  saved({
    id: 'c',
    name: 'owls 9',
    address: 'query=owl',
    mail: false,
    problem: 'A search word can’t start with a wildcard.',
  }),
]
const open = (fakes: object = {}, who = librarian) =>
  renderScreen(<SavedSearchesScreen />, {
    api: { ...accountApi, ...searchesApi },
    path: '/savedSearches',
    fakes: {
      currentUser: () => who,
      listSearches: () => ({ response: searches }),
      changeSearch: ({ id, ...change }: { id: string }) => ({
        response: { ...searches.find((each) => each.id === id)!, ...change },
      }),
      ...fakes,
    },
  })
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('each search links to its results and shows its query, its new records and its error', async () => {
  open()
  const wombats = await screen.findByRole('link', { name: 'Wombats' })
  expect(wombats.getAttribute('href')).toBe('/discover/results/?query=wombat&filter=language%3AEnglish')
  const [, owls9, owls10, first] = screen.getAllByRole('row')
  expect(within(first!).getByText('wombat · English')).toBeTruthy()
  expect(within(owls10!).getByText('3 new')).toBeTruthy()
  expect(within(owls9!).getByText(/A search word can’t start with a wildcard\./)).toBeTruthy()
})

test('searches are sorted by name, or by the pressed column', async () => {
  open()
  await screen.findByRole('table')
  expect(names()).toEqual(['owls 9', 'Owls 10', 'Wombats'])
  await press('New')
  expect(names()[0]).toBe('Owls 10')
  await press('Email')
  expect(names().at(-1)).toBe('owls 9')
})

test('mails of a search are paused and resumed', async () => {
  const { calls } = open()
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /new records match Wombats$/ })
  await screen.findByRole('table')
  await userEvent.click(box())
  await waitFor(() => expect(box().disabled).toBe(false))
  expect(box().checked).toBe(false)
  expect(calls.filter(({ name }) => name === 'changeSearch')).toEqual([
    { name: 'changeSearch', input: { id: 'a', mail: false } },
  ])
})

test('an email that cannot be paused stays on', async () => {
  open({
    changeSearch: () => {
      throw searchProblem('search_not_found')
    },
  })
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /new records match Wombats$/ })
  await screen.findByRole('table')
  await userEvent.click(box())
  await waitFor(() => expect(box().disabled).toBe(false))
  expect(box().checked).toBe(true)
})

test('a search gets a feed, whose address is shown and can be ended', async () => {
  const feed = '/feeds/searches/abc.atom'
  const renewed = '/feeds/searches/def.atom'
  const { calls } = open({
    changeSearch: (change: { feed: boolean | 'renew' }) => ({
      response: saved({ feed: change.feed === 'renew' ? renewed : change.feed ? feed : '' }),
    }),
  })
  await press('Feed for Wombats')
  await press('Create feed')
  const address = await screen.findByLabelText<HTMLInputElement>('Feed address')
  expect(address.value).toBe(window.location.origin + feed)
  await press('Change address')
  await waitFor(() => expect(address.value).toBe(window.location.origin + renewed))
  expect(document.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe(renewed)
  await press('Remove feed')
  expect(await screen.findByRole('button', { name: 'Create feed' })).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'changeSearch').map(({ input }) => input)).toEqual([
    { id: 'a', feed: true },
    { id: 'a', feed: 'renew' },
    { id: 'a', feed: false },
  ])
})

test('a search is renamed; an empty name is refused at the field', async () => {
  open()
  await press('Rename Wombats')
  const field = await screen.findByLabelText('Name')
  await userEvent.clear(field)
  await press('Rename')
  expect(await screen.findByText('Please enter a name.')).toBeTruthy()
  await userEvent.type(field, 'Common wombats')
  await press('Rename')
  expect(await screen.findByRole('link', { name: 'Common wombats' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a search is removed after a confirmation, and focus is not lost', async () => {
  open({ deleteSearch: () => ({ messages: ['“Wombats” removed.'] }) })
  await press('Remove Wombats')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Wombats' })).toBeNull())
  expect(names()).toHaveLength(2)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('without searches the page says how to save one', async () => {
  open({ listSearches: () => ({ response: [] }) })
  expect(await screen.findByRole('heading', { name: 'No saved searches yet' })).toBeTruthy()
})

test('a student reads that saved searches are for staff', async () => {
  open({}, { ...librarian, user: { ...librarian.user, roles: ['student'] } })
  expect(await screen.findByText('You don’t have permission to do this.')).toBeTruthy()
})
