import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { folderProblem } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen, watchSaved } from '#kit/web/testing.tsx'
import { api, asLibrarian, asStudent, savedFolder } from '../../web/testing.ts'
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
  expect(await screen.findByRole('heading', { name: 'No folder is called “asaxyz”' })).toBeTruthy()
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
  expect(await screen.findByText('There is a saved folder of this name already.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '0{Enter}')
  expect(await screen.findByText('“Zebras” is now called “Owls 100”.')).toBeTruthy()
  await waitFor(() => expect(calls.filter(({ name }) => name === 'listFolders')).toHaveLength(2))
})

test('a folder is deleted after a confirmation, and the list is read again', async () => {
  const { calls } = open({ deleteFolder: () => ({ messages: ['Folder deleted successfully'] }) })
  await press('Delete Zebras')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Its link ends too.')
  expect(calls.some(({ name }) => name === 'deleteFolder')).toBe(false)
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Folder deleted successfully')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'deleteFolder')?.input).toEqual({ folderId: 'a' })
  await waitFor(() => expect(calls.filter(({ name }) => name === 'listFolders')).toHaveLength(2))
})

test('a refused download is explained on the page, without the mark of the subscription', async () => {
  open({
    downloadFolder: () => {
      throw new Problem('no_subscription', 403, ['subscribe::Your subscription has ended.'])
    },
  })
  const link = await screen.findByRole('link', { name: 'Download Zebras' })
  expect(link.getAttribute('href')).toBe('/rest/mycatalogue/folder/download?folderId=a')
  await userEvent.click(link)
  expect(await screen.findByText('Your subscription has ended.')).toBeTruthy()
})

test('the file is saved under the server’s name for it', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'Download Zebras' })
  const saved = watchSaved()
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    new Response('x', {
      headers: { 'content-disposition': `attachment; filename="Zebr_s.mrc"; filename*=UTF-8''Zebr%C3%A4s.mrc` },
    }),
  )
  await userEvent.click(link)
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Zebräs.mrc']))
})

test('a list that cannot be read can be retried', async () => {
  let called = 0
  open({
    listFolders: () => {
      if (called++ === 0) throw new Problem('not_allowed', 403, ['You are not allowed to do this.'])
      return { response: folders }
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('You are not allowed to do this.')
  await press('Try again')
  expect(await screen.findByRole('link', { name: 'Zebras' })).toBeTruthy()
})

test('a student reads that folders are for staff, and no call is sent', async () => {
  const { calls } = open({}, asStudent)
  expect(await screen.findByRole('heading', { name: 'You are not allowed to do this.' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})
