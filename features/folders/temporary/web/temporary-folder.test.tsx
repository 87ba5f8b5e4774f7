import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { Announcements } from '#ui/announce.tsx'
import { FolderToggle, FolderToggleAll } from '../../web/folders-parts.tsx'
import { emptyFolder } from './change-temporary.ts'
import { addToFolder, alreadyAdded, folderItems, notInFolder, removeFromFolder } from './temporary-folder.ts'

const item = (bibId: string) => ({
  bibId,
  itemTitle: `Book ${bibId}`,
  itemContributor: 'by somebody',
  dateIssuedMarc: '2004',
  isbn: ['9780306406157'],
  issn: [],
  otherIdentifier: [],
})
const visitor = () => {
  throw new Problem('not_signed_in', 401, ['Please sign in.'])
}
const held = (bibId: string) => ({ ...item(bibId), added: true, view: false })

afterEach(() => {
  cleanup()
  emptyFolder()
})

test('a record is added once, and the folder lives in the session’s storage', () => {
  expect(addToFolder(item('1'))).toBeUndefined()
  expect(addToFolder(item('1'))).toBe(alreadyAdded)
  expect(folderItems()).toEqual([held('1')])
  expect(JSON.parse(sessionStorage.getItem('temporary-folder')!)).toEqual([held('1')])
})

test('a reloaded page has the folder of its session, without invalid items', async () => {
  sessionStorage.setItem('temporary-folder', JSON.stringify([item('1'), { bibId: 7 }, null]))
  vi.resetModules()
  const fresh = await import('./temporary-folder.ts')
  expect(fresh.folderItems()).toEqual([held('1')])
})

test('titles in another script survive a reload, however they were stored', async () => {
  const inScript = [{ of: 'Book 1', text: 'ספר', lang: 'he' }]
  const stored = [
    { ...item('1'), inScript },
    { ...item('2'), inScript: 'x' },
    { ...item('3'), inScript: [null, 7] },
  ]
  sessionStorage.setItem('temporary-folder', JSON.stringify(stored))
  vi.resetModules()
  const fresh = await import('./temporary-folder.ts')
  expect(fresh.folderItems()).toEqual([{ ...held('1'), inScript }, held('2'), { ...held('3'), inScript: [] }])
})

test('removing a record that is not in the folder says so', () => {
  addToFolder(item('1'))
  expect(removeFromFolder('2')).toBe(notInFolder)
  expect(removeFromFolder('1')).toBeUndefined()
  expect(folderItems()).toEqual([])
})

test('the sentences are those of the specification', () => {
  expect([alreadyAdded, notInFolder]).toEqual(['Item already added to temp folder', 'Item doesnt exist in the folder'])
})

test('the toggle adds and removes in place, and a screen reader announces it', async () => {
  renderScreen(
    <>
      <FolderToggle item={item('1')} />
      <Announcements />
    </>,
    { api: accountApi, path: '/', fakes: { currentUser: visitor } },
  )
  await userEvent.click(screen.getByRole('button', { name: /Add to folder ?: Book 1/ }))
  expect(screen.getByRole('status').textContent).toBe('Book 1 added to the temporary folder')
  await userEvent.click(screen.getByRole('button', { name: /In folder ?: Book 1/ }))
  expect(screen.getByRole('status').textContent).toBe('Book 1 removed from the temporary folder')
  expect(folderItems()).toEqual([])
})

test('all records of a page are added, keeping those already there, and removed together', async () => {
  addToFolder(item('2'))
  render(<FolderToggleAll items={[item('1'), item('2')]} />)
  await userEvent.click(screen.getByRole('button', { name: /Save all 2/ }))
  expect(folderItems().map(({ bibId }) => bibId)).toEqual(['2', '1'])
  await userEvent.click(screen.getByRole('button', { name: /Remove all 2/ }))
  expect(folderItems()).toEqual([])
})
