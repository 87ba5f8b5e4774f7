import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dismiss } from '#features/downloads/in-place/web/under-way.ts'
import { request } from '#features/downloads/web/testing.ts'
import { folderProblem } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, asLibrarian, asStudent, record, savedFolder } from '../../web/testing.ts'
import { SavedFoldersScreen } from './saved-folders-screen.tsx'

const folders = [
  savedFolder({ id: 'a', listName: 'Zebras', savedBy: 'Åsa Berg', recordLength: 12, shareToken: 't' }),
  savedFolder({
    id: 'b',
    listName: 'Owls 10',
    savedBy: 'L B',
    recordLength: 3,
    updatedDate: '2026-02-01T00:00:00.000Z',
  }),
  savedFolder({
    id: 'c',
    listName: 'owls 9',
    savedBy: 'L B',
    recordLength: 200,
    updatedDate: '2026-01-01T00:00:00.000Z',
  }),
]
const open = (fakes: object = {}, who: object = asLibrarian) =>
  renderScreen(<SavedFoldersScreen />, {
    api,
    path: '/savedList',
    fakes: { ...who, listFolders: () => ({ response: folders }), ...fakes },
  })
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link', { name: /^(zebras|owls)/i })
    .map((link) => link.textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('without folders the page says how to make one', async () => {
  open({ listFolders: () => ({ response: [] }) })
  expect(await screen.findByRole('heading', { name: 'No saved folders yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the temporary folder' }).getAttribute('href')).toBe(
    '/discover/temp/folder',
  )
})

test('folders are listed by their last change, and sorted by any column', async () => {
  open()
  expect((await screen.findByRole('link', { name: 'Zebras' })).getAttribute('href')).toBe('/savedListDetails/a')
  expect(names()).toEqual(['Zebras', 'Owls 10', 'owls 9'])
  expect(within(screen.getAllByRole('row')[1]!).getByText('Shared')).toBeTruthy()
  await press('Name')
  expect(names()).toEqual(['owls 9', 'Owls 10', 'Zebras'])
  await press('Records')
  await press('Records')
  expect(names()).toEqual(['owls 9', 'Zebras', 'Owls 10'])
})

test('a folder is found by a part of its name or of its person’s, ignoring accents', async () => {
  open()
  await userEvent.type(await screen.findByLabelText('Find a folder'), 'OWL b')
  await waitFor(() => expect(names()).toEqual(['Owls 10', 'owls 9']))
  expect(screen.getByText('2 of 3 folders')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Find a folder'))
  await userEvent.type(screen.getByLabelText('Find a folder'), 'asa')
  await waitFor(() => expect(names()).toEqual(['Zebras']))
  await userEvent.type(screen.getByLabelText('Find a folder'), 'xyz')
  expect(await screen.findByRole('heading', { name: 'No folders match “asaxyz”' })).toBeTruthy()
})

test('a folder is renamed; a taken or missing name is refused at the field', async () => {
  let called = 0
  const { calls } = open({
    renameFolder: ({ folderName }: { folderName: string }) => {
      if (called++ === 0) throw folderProblem('folder_name_taken', { about: { folderId: 'b' } })
      return { response: savedFolder({ id: 'a', listName: folderName }) }
    },
  })
  await press('Rename Zebras')
  const field = (await screen.findByLabelText('Folder name')) as HTMLInputElement
  expect(field.value).toBe('Zebras')
  await userEvent.clear(field)
  await press('Rename')
  expect(screen.getByText('Please enter a folder name')).toBeTruthy()
  await userEvent.type(field, 'Owls 10{Enter}')
  expect(await screen.findByText('A saved folder with this name already exists.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '0{Enter}')
  expect(await screen.findByText('“Zebras” renamed to “Owls 100”.')).toBeTruthy()
  await waitFor(() => expect(calls.filter(({ name }) => name === 'listFolders')).toHaveLength(2))
})

test('a folder is deleted after a confirmation, and the list is read again', async () => {
  const { calls } = open({ deleteFolder: () => ({ messages: ['Folder deleted successfully'] }) })
  await press('Delete Zebras')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Its link will stop working.')
  expect(calls.some(({ name }) => name === 'deleteFolder')).toBe(false)
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Folder deleted successfully')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'deleteFolder')?.input).toEqual({ folderId: 'a' })
  await waitFor(() => expect(calls.filter(({ name }) => name === 'listFolders')).toHaveLength(2))
})

test('a folder is downloaded from its row, as a request under its name', async () => {
  const response = request({ id: 'r7', requestType: 'FOLDER', fileSize: 2 })
  const { calls } = open({
    folderItems: () => ({ response: [record('1'), record('2')], messages: [] }),
    downloadTemporaryFolder: () => ({ response }),
    requestDetails: () => ({ response }),
  })
  vi.spyOn(window, 'open').mockReturnValue(null)
  const link = await screen.findByRole('link', { name: 'Download Zebras' })
  expect(link.getAttribute('href')).toBe('/rest/mycatalogue/folder/download?folderId=a')
  await userEvent.click(link)
  const dialog = await screen.findByRole('dialog', { name: 'Download 12 records' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }))
  const tray = await screen.findByRole('region', { name: 'Downloads' })
  await waitFor(() => expect(tray.textContent).toContain('The download request is ready.'))
  expect(calls.find(({ name }) => name === 'downloadTemporaryFolder')?.input).toEqual({
    searchFolderJson: [{ bibId: '1' }, { bibId: '2' }],
    requestName: 'Zebras',
    content: 'DATA_ONLY',
  })
  act(() => dismiss(() => true))
})

test('a list that cannot be read can be retried', async () => {
  let called = 0
  open({
    listFolders: () => {
      if (called++ === 0) throw new Problem('not_allowed', 403, ['You don’t have permission to do this.'])
      return { response: folders }
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
  await press('Try again')
  expect(await screen.findByRole('link', { name: 'Zebras' })).toBeTruthy()
})

test('a student reads that folders are for staff, and no call is sent', async () => {
  const { calls } = open({}, asStudent)
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})
