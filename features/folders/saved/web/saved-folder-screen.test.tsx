import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FolderItem, folderProblem } from '#features/folders/contract.ts'
import { currentPlace, goTo } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { emptyFolder } from '../../temporary/web/change-temporary.ts'
import { addToFolder, folderItems } from '../../temporary/web/temporary-folder.ts'
import { api, asLibrarian, record, savedFolder } from '../../web/testing.ts'
import { SavedFolderScreen } from './saved-folder-screen.tsx'
import { SharedFolderScreen } from './shared-folder-screen.tsx'

/** A server with one folder. */
let folder: {
  listName: string
  items: FolderItem[]
  updatedDate: string
  shareToken: string | null
  messages: string[]
}
const reply = () => savedFolder({ ...folder, recordLength: folder.items.length })
function change(items: FolderItem[]) {
  folder = { ...folder, items, updatedDate: new Date(Date.parse(folder.updatedDate) + 1000).toISOString() }
}
const fakes = {
  ...asLibrarian,
  folderName: () => ({ listName: folder.listName, response: reply() }),
  folderItems: () => ({ response: folder.items, messages: folder.messages }),
  updateFolder: ({ items, updatedDate }: { items: unknown[]; updatedDate?: string | undefined }) => {
    if (updatedDate !== folder.updatedDate) throw folderProblem('folder_changed')
    change((items as { bibId: string }[]).map(({ bibId }) => record(bibId)))
    return { response: reply(), messages: ['Folder updated successfully'] }
  },
}
const open = (more: object = {}) =>
  renderScreen(<SavedFolderScreen />, {
    api,
    path: '/savedListDetails/$folderId',
    address: '/savedListDetails/f1',
    fakes: { ...fakes, ...more },
  })
const titles = () => screen.queryAllByRole('link', { name: /^Book/ }).map((link) => link.textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const more = async (name: string | RegExp) => {
  await press('More')
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const savedIds = () => folder.items.map(({ bibId }) => bibId)

beforeEach(() => {
  folder = {
    listName: 'Owls',
    items: [record('1'), record('2'), record('3')],
    updatedDate: '2026-03-12T04:05:06.000Z',
    shareToken: null,
    messages: [],
  }
})
afterEach(() => {
  cleanup()
  emptyFolder()
})

test('a folder shows its records, and marks those that have left the catalogue', async () => {
  folder.items = [record('1'), record('2', { inCatalogue: false })]
  folder.messages = ['1 record is no longer in the catalogue and is left out of downloads.']
  open()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Saved folder')
  expect(await screen.findByRole('heading', { level: 1, name: 'Owls' })).toBeTruthy()
  expect(titles()).toEqual(['Book 1'])
  expect(screen.getByText('No longer in the catalogue')).toBeTruthy()
  expect(screen.getByText(folder.messages[0]!)).toBeTruthy()
})

test('an unknown folder, or another school’s, is absent, with a way back', async () => {
  open({
    folderName: () => {
      throw folderProblem('folder_not_found')
    },
  })
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this folder' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Saved folders' }).getAttribute('href')).toBe('/savedList')
})

test('removals wait for “Update” and can be undone before', async () => {
  open()
  await press('Remove Book 2')
  expect(titles()).toEqual(['Book 1', 'Book 3'])
  expect(await screen.findByText('1 record to remove. Choose “Update” to save.')).toBeTruthy()
  expect(savedIds()).toEqual(['1', '2', '3'])
  await press('Undo')
  expect(titles()).toEqual(['Book 1', 'Book 2', 'Book 3'])
})

test('an update is saved, announced and can be undone, keeping later additions', async () => {
  open()
  await userEvent.click(await screen.findByLabelText('Select Book 1'))
  await userEvent.click(screen.getByLabelText('Select Book 2'))
  await press('Remove selected (2)')
  await press('Remove')
  await press('Update')
  expect(await screen.findByText('Folder updated successfully')).toBeTruthy()
  expect(savedIds()).toEqual(['3'])
  change([...folder.items, record('9')])
  await press('Undo')
  expect(await screen.findByText('Change undone.')).toBeTruthy()
  expect(savedIds()).toEqual(['1', '2', '3', '9'])
  await waitFor(() => expect(titles()).toEqual(['Book 1', 'Book 2', 'Book 3', 'Book 9']))
})

test('leaving with removals that are not saved asks first: stay, leave, or update and leave', async () => {
  open()
  await press('Remove Book 2')
  await screen.findByText(/^1 record to remove/)
  const leave = async (way: string) => {
    act(() => goTo('/savedList'))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without updating?' })
    expect(question.textContent).toContain('You removed 1 record from this list')
    await userEvent.click(within(question).getByRole('button', { name: way }))
  }
  const here = currentPlace().pathname
  await leave('Stay here')
  expect(currentPlace().pathname).toBe(here)
  expect(titles()).toEqual(['Book 1', 'Book 3'])
  await leave('Update and leave')
  await waitFor(() => expect(currentPlace().pathname).not.toMatch(/^.savedListDetails/))
  expect(savedIds()).toEqual(['1', '3'])
})

test('deleting a folder with removals that are not saved leads away without a question', async () => {
  open({ deleteFolder: () => ({ messages: ['Folder deleted successfully'] }) })
  await press('Remove Book 2')
  await screen.findByText(/^1 record to remove/)
  await more('Delete')
  await press('Delete')
  await waitFor(() => expect(currentPlace().pathname).not.toMatch(/^.savedListDetails/))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('leaving without updating keeps the records in the folder', async () => {
  open()
  await press('Remove Book 2')
  await screen.findByText(/^1 record to remove/)
  act(() => goTo('/savedList'))
  await press('Leave')
  await waitFor(() => expect(currentPlace().pathname).not.toMatch(/^.savedListDetails/))
  expect(savedIds()).toEqual(['1', '2', '3'])
})

test('a folder is not emptied by an update', async () => {
  open()
  await userEvent.click(await screen.findByLabelText(/^Select all 3/))
  await press('Remove selected (3)')
  await press('Remove')
  await press('Update')
  expect(screen.getByText('No Items to save')).toBeTruthy()
  expect(savedIds()).toEqual(['1', '2', '3'])
})

test('if a colleague was faster the page asks, and only the person’s own removal is saved', async () => {
  open()
  await press('Remove Book 2')
  change([record('1'), record('2'), record('3'), record('4')])
  await press('Update')
  const question = await screen.findByRole('alertdialog', { name: 'Someone has changed this folder' })
  expect(question.textContent).toContain('now has 4 records.')
  expect(savedIds()).toEqual(['1', '2', '3', '4'])
  await userEvent.click(within(question).getByRole('button', { name: 'Apply my removals' }))
  await waitFor(() => expect(savedIds()).toEqual(['1', '3', '4']))
  await waitFor(() => expect(titles()).toEqual(['Book 1', 'Book 3', 'Book 4']))
})

test('if a colleague was faster their folder can be shown instead', async () => {
  open()
  await press('Remove Book 2')
  change([record('2'), record('4')])
  await press('Update')
  await press('Discard my removals')
  await waitFor(() => expect(titles()).toEqual(['Book 2', 'Book 4']))
  expect(savedIds()).toEqual(['2', '4'])
})

test('a change in the moment between reading and writing is not lost', async () => {
  let meddled = false
  open({
    updateFolder: (input: Parameters<typeof fakes.updateFolder>[0]) => {
      if (!meddled) change([...folder.items, record('7')])
      meddled = true
      return fakes.updateFolder(input)
    },
  })
  addToFolder(record('8'))
  await screen.findByRole('link', { name: 'Book 1' })
  await more(/^Copy its 1 record/)
  await screen.findByText('Folder updated successfully')
  expect(savedIds()).toEqual(['1', '2', '3', '7', '8'])
})

test('the temporary folder’s records are appended, and removed again by undo', async () => {
  addToFolder(record('3'), record('5'))
  open()
  await screen.findByRole('link', { name: 'Book 1' })
  await more(/^Copy its 2 records/)
  expect(await screen.findByText('1 record added.')).toBeTruthy()
  expect(savedIds()).toEqual(['1', '2', '3', '5'])
  await press('Undo')
  await waitFor(() => expect(savedIds()).toEqual(['1', '2', '3']))
  emptyFolder()
  await more(/^Copy its records/)
  expect(await screen.findByText('No Items to save')).toBeTruthy()
})

test('all go into the temporary folder, except those that have left the catalogue', async () => {
  folder.items = [record('1'), record('2', { inCatalogue: false }), record('3')]
  addToFolder(record('3'))
  open()
  await screen.findByRole('link', { name: 'Book 1' })
  await more('Copy all of this folder to it')
  expect(await screen.findByText(/1 record added to the temporary folder/)).toBeTruthy()
  expect(folderItems().map(({ bibId }) => bibId)).toEqual(['3', '1'])
  await more('Copy all of this folder to it')
  expect(await screen.findByText('Item already added to temp folder')).toBeTruthy()
})

test('a folder is shared by a link and a QR code, until the sharing ends', async () => {
  const token = 'T'.repeat(32)
  open({
    shareFolder: ({ shared }: { shared: boolean }) => {
      folder.shareToken = shared ? token : null
      return { response: reply() }
    },
  })
  await press('Share')
  await press('Create link')
  const link = new URL(`/sharedFolder/${token}`, window.location.origin).href
  expect(((await screen.findByLabelText('Link')) as HTMLInputElement).value).toBe(link)
  const code = (await screen.findByAltText('QR code of the link to Owls')) as HTMLImageElement
  expect(decodeURIComponent(code.src)).toMatch(/^data:image\/svg\+xml,<svg viewBox/)
  await press('Stop sharing')
  expect(await screen.findByRole('button', { name: 'Create link' })).toBeTruthy()
  expect(folder.shareToken).toBeNull()
})

test('a folder is renamed and deleted from its own page', async () => {
  open({
    renameFolder: ({ folderName }: { folderName: string }) => {
      folder.listName = folderName
      return { response: reply() }
    },
    deleteFolder: () => ({ messages: ['Folder deleted successfully'] }),
  })
  await screen.findByRole('link', { name: 'Book 1' })
  await more('Rename')
  await userEvent.type(await screen.findByLabelText('Folder name'), ' at night{Enter}')
  expect(await screen.findByRole('heading', { name: 'Owls at night' })).toBeTruthy()
  await more('Delete')
  // The test has no other screen, so the address soon changes again.
  const gone = vi.spyOn(window.history, 'pushState')
  await press('Delete')
  await waitFor(() => expect(gone.mock.lastCall?.[2]).toBe('/savedList'))
})

const byLink = (more: object = {}) =>
  renderScreen(<SharedFolderScreen />, {
    api,
    path: '/sharedFolder/$token',
    address: '/sharedFolder/abc',
    fakes: {
      ...asLibrarian,
      sharedFolder: () => ({
        response: {
          listName: 'Owls',
          sharedBy: 'Riverside College',
          updatedDate: folder.updatedDate,
          items: [record('1'), record('2', { inCatalogue: false })],
        },
      }),
      ...more,
    },
  })

test('a shared folder can be viewed and copied, but nothing else', async () => {
  byLink()
  expect(await screen.findByRole('heading', { level: 1, name: 'Owls' })).toBeTruthy()
  expect(screen.getByText(/Shared by Riverside College. 2 records/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Remove|Update|Rename|Delete/ })).toBeNull()
  await press('Add all to my temporary folder')
  expect(folderItems().map(({ bibId }) => bibId)).toEqual(['1'])
})

test('an expired link says so', async () => {
  byLink({
    sharedFolder: () => {
      throw folderProblem('folder_not_found')
    },
  })
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this folder' })).toBeTruthy()
  expect(screen.getByText(/It may no longer be shared/)).toBeTruthy()
})
