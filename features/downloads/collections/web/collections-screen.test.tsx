import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Collection, type CollectionCategory, collectionsApi } from '#features/downloads/collections/contract.ts'
import { downloadProblem } from '#features/downloads/contract.ts'
import { api as downloads, hit, librarian, request } from '#features/downloads/web/testing.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { updatedColumn } from './collection-list.tsx'
import { CollectionsScreen } from './collections-screen.tsx'
import { FirstCategories } from './first-categories.tsx'

const api = { ...downloads, ...collectionsApi }
const category = (id: string, name: string, more: Partial<CollectionCategory> = {}): CollectionCategory => ({
  id,
  name,
  parentId: '',
  categories: 0,
  collections: 1,
  ...more,
})
const collection = (id: string, name: string, more: Partial<Collection> = {}): Collection => ({
  id,
  name,
  description: '',
  categoryId: 'genres',
  categoryName: 'Genres',
  recordCount: 3,
  covers: [],
  updatedDate: '2026-11-01T00:00:00.000Z',
  ...more,
})
const reading = [
  collection('dragons', 'Dragons', { description: 'Fantasy for primary readers.', recordCount: 90 }),
  collection('anzac', 'Anzac Day', { categoryId: 'reading', categoryName: 'Reading', recordCount: 8 }),
]

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
const open = (address = '/collections', fakes: Fakes = {}) =>
  renderScreen(<CollectionsScreen />, {
    api,
    path: '/collections',
    address,
    fakes: {
      currentUser: () => librarian,
      firstCategories: () => ({
        response: [category('reading', 'Reading', { categories: 1, collections: 2 }), category('free', 'Free')],
      }),
      categoriesBelow: () => ({ response: [category('genres', 'Genres', { parentId: 'reading' })] }),
      listCollections: ({ categoryId }) => ({
        response:
          categoryId === 'free'
            ? [collection('web', 'Websites', { categoryId: 'free', categoryName: 'Free' })]
            : categoryId === 'genres'
              ? reading.slice(0, 1)
              : reading,
      }),
      listRequests: () => ({ response: [], totalCount: 0 }),
      ...fakes,
    },
  })
const names = () => [...document.querySelectorAll('.collections-table .table-title')].map((each) => each.textContent)
const nav = () => within(screen.getByRole('navigation', { name: 'Categories' }))

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('all collections are listed in the provider’s order, with the categories beside them', async () => {
  open()
  await waitFor(() => expect(names()).toEqual(['Dragons', 'Anzac Day', 'Websites']))
  expect(nav().getByRole('link', { name: /All collections/ }).textContent).toContain('3')
  expect(
    nav()
      .getByRole('link', { name: /Reading/ })
      .getAttribute('href'),
  ).toBe('/collections?categoryId=reading&categoryName=Reading')
  expect(nav().queryByRole('link', { name: /Genres/ })).toBeNull()
  await userEvent.click(nav().getByRole('button', { name: 'Categories below Reading' }))
  expect(nav().getByRole('link', { name: /Genres/ })).toBeTruthy()
})

test('the name in the address is shown until the category itself has loaded', async () => {
  const waiting = Promise.withResolvers<{ response: CollectionCategory[] }>()
  open('/collections?categoryId=free&categoryName=Soon', { firstCategories: () => waiting.promise })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Soon')
  waiting.resolve({ response: [category('free', 'Free to all')] })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Free to all'))
})

test('a category of a lower level is marked in the tree, and the path to it is open', async () => {
  open('/collections?categoryId=genres&categoryName=Genres')
  await waitFor(() => expect(names()).toEqual(['Dragons']))
  expect(
    nav()
      .getByRole('link', { name: /Genres/ })
      .getAttribute('aria-current'),
  ).toBe('page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Genres')
})

test('an unknown category links to the others', async () => {
  open('/collections?categoryId=nowhere&categoryName=Nowhere')
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this category' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All collections' }).getAttribute('href')).toBe('/collections')
})

test('collections are found by a word of their description, and sorted', async () => {
  open()
  await screen.findByRole('button', { name: 'Dragons' })
  await userEvent.click(screen.getByRole('button', { name: 'Records' }))
  expect(names()).toEqual(['Websites', 'Anzac Day', 'Dragons'])
  await userEvent.type(screen.getByLabelText('Find a collection'), 'fantasy')
  await waitFor(() => expect(names()).toEqual(['Dragons']))
  expect(screen.getByText('1 of 3 collections')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Find a collection'), ' zebra')
  expect(await screen.findByRole('heading', { name: 'No collections match “fantasy zebra”' })).toBeTruthy()
})

test('a collection is previewed, and then requested with its covers', async () => {
  const { calls } = open('/collections', {
    previewCollection: ({ pageNumber = 1 }) => ({
      response: [hit(String(pageNumber), `Book ${pageNumber}`)],
      totalCount: 21,
      feed: '/feeds/collections/dragons.atom',
    }),
    createCollection: () => ({ response: request({ id: 'c1', requestType: 'COLLECTION' }) }),
  })
  await userEvent.selectOptions(await screen.findByLabelText('What to download'), 'Records and covers')
  await userEvent.click(screen.getByRole('button', { name: /^Look inside.*Dragons/ }))
  expect(await screen.findByRole('link', { name: /Book 1/ })).toBeTruthy()
  const feed = '/feeds/collections/dragons.atom'
  expect(screen.getByRole('link', { name: /^Atom feed/ }).getAttribute('href')).toBe(feed)
  expect(document.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe(feed)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('link', { name: /Book 2/ })).toBeTruthy()
  expect(screen.getByText('21–21 of 21')).toBeTruthy()
  const went = vi.spyOn(window.history, 'pushState')
  await userEvent.click(screen.getByRole('button', { name: 'Request all 21 records' }))
  await waitFor(() => expect(went.mock.lastCall?.[2]).toBe('/downloadRequest/c1'))
  expect(calls.find(({ name }) => name === 'createCollection')?.input).toEqual({
    collectionId: 'dragons',
    content: 'DATA_AND_IMAGE',
  })
})

test('a refused request for a collection is explained above the list', async () => {
  open('/collections', {
    createCollection: () => {
      throw downloadProblem('no_subscription')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Request.*Dragons/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your subscription has ended.')
  expect(screen.getByRole('alert').textContent).not.toContain('subscribe::')
})

test('a collection that was requested before says when, with a link to the request', async () => {
  const {
    matchedRecords: _,
    unmatchedRecords: __,
    unmatchedReasons: ___,
    choices: ____,
    identities: _____,
    ...line
  } = request({ id: 'r9', requestType: 'COLLECTION', asked: { collectionId: 'dragons' } })
  open('/collections', {
    listRequests: () => ({
      response: [{ ...line, matchedCount: 90, unmatchedCount: 0, choicesCount: 0, requestedBy: 'L B' }],
      totalCount: 1,
    }),
  })
  const link = await screen.findByRole('link', { name: /12 Mar 2026|Mar 12, 2026/ })
  expect(link.getAttribute('href')).toBe('/downloadRequest/r9')
  expect(screen.getAllByText(/^Requested/)).toHaveLength(1)
})

test('a collection shows its first covers, loaded as they come into view; one without any shows drawn books', async () => {
  const covers = ['1.jpg', 'two & 3.jpg', '4.jpg', '5.jpg', '6.jpg']
  open('/collections?categoryId=reading', {
    listCollections: () => ({ response: [{ ...reading[0]!, covers }, reading[1]!] }),
  })
  const row = (await screen.findAllByRole('row', { name: /Dragons/ }))[0]!
  const pictures = [...row.querySelectorAll('img')]
  expect(pictures.map((each) => each.getAttribute('src'))).toEqual(
    ['1.jpg', 'two%20%26%203.jpg', '4.jpg', '5.jpg'].map((name) => `/covers/${name}?width=64`),
  )
  for (const each of pictures) {
    expect(each).toMatchObject({ alt: '', width: 64, height: 96 })
    expect(each.getAttribute('loading')).toBe('lazy')
  }
  const without = screen.getAllByRole('row', { name: /Anzac Day/ })[0]!
  expect(without.querySelector('img')).toBeNull()
  expect(without.querySelector('.mosaic svg')).not.toBeNull()
})

test('collections that failed to load can be retried', async () => {
  let failing = true
  open('/collections?categoryId=free&categoryName=Free', {
    listCollections: () => {
      if (failing) throw new Problem('unreachable', 503, ['The service cannot be reached.'])
      return { response: reading }
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The service cannot be reached.')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Dragons' })).toBeTruthy()
})

test('without collections the screen says what to do', async () => {
  open('/collections', { firstCategories: () => ({ response: [] }) })
  expect(await screen.findByRole('heading', { name: 'No collections yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Quick request' })).toBeTruthy()
})

test('an address with only the name of a category shows that category', async () => {
  open('/collections?categoryName=genres')
  expect(await screen.findByRole('heading', { level: 1, name: 'Genres' })).toBeTruthy()
  await waitFor(() => expect(names()).toEqual(['Dragons']))
  expect(nav().getByRole('link', { current: 'page' }).textContent).toContain('Genres')
})

test('the navigation has the categories of the top level, with links that name them', async () => {
  renderScreen(<FirstCategories />, {
    api,
    path: '/collections',
    address: '/collections?categoryId=free&categoryName=Free',
    fakes: { currentUser: () => librarian, firstCategories: () => ({ response: [category('free', 'A & B')] }) },
  })
  const link = await screen.findByRole('link', { name: /A & B/ })
  expect(link.getAttribute('href')).toBe('/collections?categoryId=free&categoryName=A+%26+B')
  expect(link.getAttribute('aria-current')).toBe('page')
})

test('the exported day of a collection equals the one in its row, in any time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  const table = fileOf([updatedColumn], [{ ...reading[0]!, updatedDate: new Date('2026-11-20T20:00:00Z') }])
  expect(table.rows[0]!.at(-1)).toBe('2026-11-21')
  vi.unstubAllEnvs()
})
