import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { accountApi } from '#features/account/contract.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { librarian, request } from '#features/downloads/web/testing.ts'
import { type FolderItem, foldersApi, type SavedFolder } from '#features/folders/contract.ts'
import { pressKey, renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../../query/server/parse-search.ts'
import { ResultsScreen } from '../../web/results-screen.tsx'
import { hitOf } from '../../web/testing.ts'

const Screen = withRecordPieces(ResultsScreen)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

const folder = (id: string): SavedFolder => ({
  ...{ id, listName: `Folder ${id}`, folderName: `Folder ${id}`, userId: 'u', savedBy: 'L', recordLength: 1 },
  ...{ createdDate: '2026-11-01T00:00:00Z', updatedDate: '2026-11-01T00:00:00Z', shareToken: null },
})
const stored = (bibId: string): FolderItem => ({
  ...{ bibId, itemTitle: bibId, itemContributor: '', dateIssuedMarc: '', isbn: [], issn: [], otherIdentifier: [] },
  inCatalogue: true,
})

function open() {
  let held = ['7']
  return renderScreen(<Screen />, {
    api: { ...accountApi, ...foldersApi, ...downloadsApi, search: catalogueApi.search },
    path: '/discover/results/',
    address: '/discover/results/?query=book',
    fakes: {
      currentUser: () => librarian,
      search: ({ bodybuilderquery }) => {
        const { from, size } = parseSearch(bodybuilderquery)
        const hits = Array.from({ length: Math.min(size, 65 - from) }, (_, i) =>
          hitOf(`${from + i + 1}`, `Book ${from + i + 1}`),
        )
        return { hits: { total: 65, hits }, aggregations: {}, took: 1 }
      },
      listFolders: () => ({ response: ['a', 'b', 'c', 'd', 'e', 'f'].map(folder) }),
      folderName: ({ folderId }) => ({ listName: '', response: folder(folderId) }),
      folderItems: () => ({ response: held.map(stored), messages: [] }),
      updateFolder: ({ folderId, items }) => {
        held = items.map((item) => (item as FolderItem).bibId)
        return { response: folder(folderId), messages: [] }
      },
      createRequest: () => ({ response: request({ id: 'r7', requestStatus: 'READY' }) }),
      requestDetails: () => ({ response: request({ id: 'r7', requestStatus: 'READY' }) }),
    },
  })
}
const bar = async () => within(await screen.findByRole('group', { name: 'Selected records' }))
const select = async (title: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))

test('records of several pages are selected by pointer and key, and downloaded together', async () => {
  const { calls } = open()
  await select('Book 2')
  // The keys arrive when the browser is idle.
  await waitFor(() => {
    pressKey('j')
    expect(document.activeElement?.textContent).toBe('Book 3')
  })
  pressKey('x')
  expect((await bar()).getByText('2 selected')).toBeTruthy()
  pressKey('n')
  await select('Book 31')
  expect((await bar()).getByText('3 selected')).toBeTruthy()
  await userEvent.click((await bar()).getByRole('button', { name: 'Download' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Download 3 records' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'createRequest')?.input).toMatchObject({
      identities: ['2', '3', '31'],
      requestName: 'book, 3 records',
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Close the list' }))
  await userEvent.click((await bar()).getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('group', { name: 'Selected records' })).toBeNull()
})

test('selected records go to the temporary folder or to one of the five latest saved folders', async () => {
  const { calls } = open()
  await select('Book 2')
  await select('Book 3')
  const choose = async (name: string) => {
    await userEvent.click((await bar()).getByRole('button', { name: 'Add to folder' }))
    await screen.findByRole('menuitem', { name: 'Folder e' })
    expect(screen.queryByRole('menuitem', { name: 'Folder f' })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name }))
  }
  await choose('Temporary folder')
  expect(await screen.findAllByRole('button', { name: /^In folder/ })).toHaveLength(2)
  await choose('Folder b')
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'updateFolder')?.input).toMatchObject({
      folderId: 'b',
      items: [{ bibId: '7' }, { bibId: '2' }, { bibId: '3' }],
    }),
  )
})
