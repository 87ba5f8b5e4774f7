import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismiss } from '#features/downloads/in-place/web/under-way.ts'
import { request } from '#features/downloads/web/testing.ts'
import { folderProblem } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { folderColumns } from '../../web/folder-csv.ts'
import { api, asLibrarian, asStudent, asVisitor, record, savedFolder } from '../../web/testing.ts'
import { emptyFolder } from './change-temporary.ts'
import { addToFolder, folderItems } from './temporary-folder.ts'
import { TemporaryFolderScreen } from './temporary-folder-screen.tsx'

const path = '/discover/temp/folder'
const open = (fakes: object = {}, who: object = asLibrarian) =>
  renderScreen(<TemporaryFolderScreen />, { api, path, fakes: { ...who, ...fakes } })
const fill = (count: number) =>
  addToFolder(...Array.from({ length: count }, (_, i) => record(String(i + 1), { itemTitle: `Book ${i + 1}` })))
const titles = () => screen.getAllByRole('link', { name: /^Book/ }).map((link) => link.textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const left = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  localStorage.removeItem('download-choice')
  vi.spyOn(window.location, 'replace').mockImplementation(left)
})
afterEach(() => {
  cleanup()
  act(() => dismiss(() => true))
  emptyFolder()
  left.mockReset()
  vi.restoreAllMocks()
})

test('an empty folder says what to do, and that there is nothing to download, save or e-mail', async () => {
  const { calls } = open()
  expect(await screen.findByRole('heading', { name: 'The temporary folder is empty' })).toBeTruthy()
  await press('Download')
  expect(screen.getByText('No Items to download')).toBeTruthy()
  await press('Save list')
  expect(screen.getByText('No Items to save')).toBeTruthy()
  await press('Email list')
  expect(screen.getByText('No Items to email')).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})

test('records are listed with contributor, year and numbers, in the chosen order, which the address keeps', async () => {
  fill(3)
  open()
  expect((await screen.findByRole('link', { name: 'Book 1' })).getAttribute('href')).toBe('/discover/details/1')
  expect(screen.getAllByText('by somebody', { selector: '.why' })).toHaveLength(3)
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Title (Z-A)')
  expect(titles()).toEqual(['Book 3', 'Book 2', 'Book 1'])
  expect(window.location.search).toBe('?selectedOrder=2')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Relevancy')
  expect(titles()).toEqual(['Book 1', 'Book 2', 'Book 3'])
  expect(window.location.search).toBe('')
})

test('one record is removed and restored to its place; focus moves to the next row', async () => {
  fill(3)
  open()
  await press('Remove Book 2')
  expect(titles()).toEqual(['Book 1', 'Book 3'])
  expect(document.activeElement?.textContent).toBe('Remove Book 3')
  addToFolder(record('9', { itemTitle: 'Book 9' }))
  await press('Undo')
  expect(titles()).toEqual(['Book 1', 'Book 2', 'Book 3', 'Book 9'])
})

test('a range is selected with shift, all with one checkbox, and removed together after a confirmation', async () => {
  fill(6)
  open()
  await press('Remove selected')
  expect(screen.getByText('No records to remove were selected')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Select Book 2'))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByLabelText('Select Book 4'))
  await user.keyboard('{/Shift}')
  const all = screen.getByLabelText(/^Select all 6 records/) as HTMLInputElement
  expect(all.indeterminate).toBe(true)
  await press('Remove selected (3)')
  expect(await screen.findByRole('alertdialog', { name: 'Remove 3 records?' })).toBeTruthy()
  await press('Cancel')
  expect(folderItems()).toHaveLength(6)
  await press('Remove selected (3)')
  await press('Remove')
  expect(titles()).toEqual(['Book 1', 'Book 5', 'Book 6'])
  await userEvent.click(screen.getByLabelText(/^Select all 3 records/))
  await press('Remove selected (3)')
  await press('Remove')
  expect(folderItems()).toEqual([])
  await press('Undo')
  expect(titles()).toEqual(['Book 1', 'Book 5', 'Book 6'])
})

test('all are removed after a confirmation', async () => {
  fill(2)
  open()
  await press('Remove all')
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(folderItems()).toHaveLength(2)
  await press('Remove all')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(folderItems()).toEqual([])
  await press('Undo')
  expect(folderItems()).toHaveLength(2)
})

const confirmDownload = async () =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: /^Download/ })).getByRole('button', { name: 'Download' }),
  )
const tray = () => screen.findByRole('region', { name: 'Downloads' })

test('a download asks for content and format, and stays on the page', async () => {
  fill(2)
  const response = request({ id: 'r7', requestType: 'FOLDER', fileSize: 2 })
  const { calls } = open({ downloadTemporaryFolder: () => ({ response }), requestDetails: () => ({ response }) })
  vi.spyOn(window, 'open').mockReturnValue(null)
  await press('Download')
  await userEvent.click(await screen.findByRole('radio', { name: 'Records and covers' }))
  await confirmDownload()
  await waitFor(async () => expect((await tray()).textContent).toContain('The download request is ready.'))
  expect(window.location.pathname).toBe(path)
  expect(calls.find(({ name }) => name === 'downloadTemporaryFolder')?.input).toEqual({
    searchFolderJson: '[{"bibId":"1"},{"bibId":"2"}]',
    content: 'DATA_AND_IMAGE',
  })
})

test('a refused download is explained on the page, without the mark of the subscription', async () => {
  fill(1)
  open({
    downloadTemporaryFolder: () => {
      throw new Problem('no_subscription', 403, ['subscribe::Your subscription has ended.'])
    },
  })
  await press('Download')
  await confirmDownload()
  await waitFor(async () => expect((await tray()).textContent).toContain('Your subscription has ended.'))
  expect(folderItems()).toHaveLength(1)
})

test('a list is saved under a name, and the temporary folder emptied if wanted', async () => {
  fill(2)
  const { calls } = open({ saveFolder: () => ({ response: savedFolder({ id: 'f9', recordLength: 2 }) }) })
  await press('Save list')
  await screen.findByLabelText('Folder name')
  await press('Save')
  expect(screen.getByText('Please enter a folder name')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Folder name'), ' Owls {Enter}')
  expect(((await screen.findByRole('link', { name: 'Open it' })) as HTMLAnchorElement).pathname).toBe(
    '/savedListDetails/f9',
  )
  expect(calls.find(({ name }) => name === 'saveFolder')?.input).toMatchObject({ folderName: 'Owls' })
  expect(folderItems()).toHaveLength(2)
  await press('Empty the temporary folder')
  expect(folderItems()).toEqual([])
  expect(screen.getByText(/2 records saved as “Owls”. The temporary folder is empty./)).toBeTruthy()
  expect((screen.getByRole('link', { name: 'Open the saved folder' }) as HTMLAnchorElement).pathname).toBe(
    '/savedListDetails/f9',
  )
})

const taken = {
  saveFolder: () => {
    throw folderProblem('folder_name_taken', { about: { folderId: 'f1' } })
  },
  folderName: () => ({ listName: 'Owls', response: savedFolder({ recordLength: 2 }) }),
  folderItems: () => ({ response: [record('2'), record('8')] }),
  updateFolder: () => ({ response: savedFolder(), messages: ['Folder updated successfully'] }),
}
const sent = (calls: { name: string; input: unknown }[]) =>
  calls.filter(({ name }) => name === 'updateFolder').map(({ input }) => (input as { items: unknown }).items)

test('for a taken name, the list is added to that folder', async () => {
  fill(2)
  const { calls } = open(taken)
  await press('Save list')
  await userEvent.type(await screen.findByLabelText('Folder name'), 'Owls{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('A saved folder with this name already exists.')
  expect(await screen.findByText(/2 records, saved by L B/)).toBeTruthy()
  await press('Add to folder')
  await screen.findByText(/saved with/)
  expect(sent(calls as never)).toEqual([[{ bibId: '2' }, { bibId: '8' }, { bibId: '1' }]])
})

test('for a taken name, the list replaces that folder’s records as they were shown', async () => {
  fill(2)
  const { calls } = open(taken)
  await press('Save list')
  await userEvent.type(await screen.findByLabelText('Folder name'), 'Owls{Enter}')
  await screen.findByText(/2 records, saved by L B/)
  await press('Replace records')
  await screen.findByText(/saved with/)
  expect(calls.find(({ name }) => name === 'updateFolder')?.input).toMatchObject({
    items: [{ bibId: '1' }, { bibId: '2' }],
    updatedDate: '2026-03-12T04:05:06.000Z',
  })
})

test('for a taken name, another name can be typed, starting from the first', async () => {
  fill(1)
  open(taken)
  await press('Save list')
  await userEvent.type(await screen.findByLabelText('Folder name'), 'Owls{Enter}')
  await press('Change name')
  expect(((await screen.findByLabelText('Folder name')) as HTMLInputElement).value).toBe('Owls')
})

test('the list is e-mailed in display order, to the person’s own address unless another is given', async () => {
  fill(2)
  const { calls } = open({ emailFolder: () => ({ messages: ['Email Notification sent to queue'] }) })
  await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Title (Z-A)')
  await press('Email list')
  expect(((await screen.findByLabelText('Email address')) as HTMLInputElement).value).toBe('l@hillview.example')
  await press('Send')
  expect(await screen.findByText('Email Notification sent to queue')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'emailFolder')?.input).toEqual({
    searchFolderJson: '[{"bibId":"2"},{"bibId":"1"}]',
    emailId: 'l@hillview.example',
  })
})

test('a visitor is sent to sign in and back here, and the save continues with its name and the question', async () => {
  fill(2)
  open({}, asVisitor)
  await press('Save list')
  await userEvent.type(await screen.findByLabelText('Folder name'), 'Owls{Enter}')
  expect(left).toHaveBeenCalledWith('/rest/user/login?redirect=%2Fdiscover%2Ftemp%2Ffolder')
  cleanup()

  const { calls } = open(taken)
  expect((await screen.findByRole('alert')).textContent).toBe('A saved folder with this name already exists.')
  expect(calls.find(({ name }) => name === 'saveFolder')?.input).toMatchObject({
    folderName: 'Owls',
    searchFolderJson: '[{"bibId":"1"},{"bibId":"2"}]',
  })
})

test('a visitor’s download continues after signing in, once', async () => {
  fill(1)
  open({}, asVisitor)
  await press('Download')
  expect(left).toHaveBeenCalledOnce()
  cleanup()
  open()
  expect(await screen.findByRole('dialog', { name: 'Download record' })).toBeTruthy()
  cleanup()
  open()
  await screen.findByRole('link', { name: 'Book 1' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an action that a visitor abandoned does not continue when they come back without signing in', async () => {
  fill(1)
  open({}, asVisitor)
  await press('Download')
  cleanup()
  open({}, asVisitor)
  await screen.findByRole('link', { name: 'Book 1' })
  cleanup()
  const { calls } = open()
  await screen.findByRole('link', { name: 'Book 1' })
  expect(calls.some(({ name }) => name === 'downloadTemporaryFolder')).toBe(false)
})

test('a record that has left the catalogue is marked and has no link', async () => {
  fill(1)
  open({}, asVisitor)
  expect(await screen.findByText('No longer in the catalogue')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Book 1' })).toBeNull()
})

test('a student sees the folder without the actions for staff', async () => {
  fill(1)
  open({}, asStudent)
  await screen.findByRole('link', { name: 'Book 1' })
  expect(screen.queryByRole('button', { name: 'Save list' })).toBeNull()
  expect(screen.getByText(/Only library staff can download/)).toBeTruthy()
})

test('an empty folder offers a student nothing that is for staff', async () => {
  open({}, asStudent)
  expect(await screen.findByText('Choose “Add to folder” in any list of results.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Saved folders' })).toBeNull()
})

test('a record that was opened from here is marked as viewed', async () => {
  fill(1)
  open()
  await userEvent.click(await screen.findByRole('link', { name: 'Book 1' }))
  expect(folderItems()[0]).toMatchObject({ added: true, view: true })
})

test('all of them are printed', async () => {
  fill(30)
  const { container } = open()
  await screen.findByRole('link', { name: 'Book 30' })
  window.dispatchEvent(new Event('beforeprint'))
  await waitFor(() => expect(container.querySelectorAll('.print-list li')).toHaveLength(30))
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(container.querySelector('.print-list')).toBeNull())
})

test('a title in another script is below its romanised form, on screen, printed and in the file', async () => {
  const inScript = [{ of: 'Sipur', text: 'סיפור', lang: 'he' }]
  const item = record('1', { itemTitle: 'Sipur', inScript })
  addToFolder(item)
  const { container } = open()
  const twin = await screen.findByText('סיפור')
  expect([twin.tagName, twin.lang, twin.previousElementSibling?.textContent]).toEqual(['BDI', 'he', 'Sipur'])
  window.dispatchEvent(new Event('beforeprint'))
  await waitFor(() => expect(container.querySelector('.print-list [dir=auto]')?.textContent).toBe('סיפור'))
  window.dispatchEvent(new Event('afterprint'))
  const { columns, rows } = fileOf(folderColumns, [item])
  expect(rows[0]![columns.indexOf('Title in another script')]).toBe('סיפור')
})
