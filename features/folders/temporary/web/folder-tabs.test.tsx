import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { record } from '../../web/testing.ts'
import { closeChannels } from './tabs-testing.ts'

const noAccount = {
  readSynced: () => undefined,
  takeSynced: () => undefined,
  noteStored: () => undefined,
  lookAgain: () => undefined,
}

/** A tab: its own copy of our modules, without anything stored. */
async function openTab() {
  sessionStorage.clear()
  vi.resetModules()
  const folder = await import('./temporary-folder.ts')
  const { joinTabs } = await import('./folder-tabs.ts')
  const { emptyFolder } = await import('./change-temporary.ts')
  return {
    emptyFolder,
    ...folder,
    join: (who = 'u1') => joinTabs(who, noAccount),
    ids: () => folder.folderItems().map(({ bibId }) => bibId),
    add: (...bibIds: string[]) => folder.addToFolder(...bibIds.map((id) => record(id))),
  }
}

beforeEach(closeChannels)
afterEach(() => sessionStorage.clear())
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

test('a change in one tab is made in the others', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.join()
  second.join()
  first.add('1', '2')
  await until(() => expect(second.ids()).toEqual(['1', '2']))
  second.removeFromFolder('1')
  await until(() => expect(first.ids()).toEqual(['2']))
  first.emptyFolder()
  await until(() => expect(second.ids()).toEqual([]))
})

test('a new tab gets what the others have, and they get what it added before', async () => {
  const first = await openTab()
  first.join()
  first.add('1', '2')
  const second = await openTab()
  second.add('3')
  second.join()
  // This too, while the reply is on its way.
  second.add('4')
  await until(() => expect(second.ids().toSorted()).toEqual(['1', '2', '3', '4']))
  await until(() => expect(first.ids().toSorted()).toEqual(['1', '2', '3', '4']))
})

test('tabs of another person, left open on a shared device, neither hear nor are heard', async () => {
  const [former, visitor, next] = [await openTab(), await openTab(), await openTab()]
  former.join('u1')
  former.add('1')
  visitor.join('')
  next.join('u2')
  next.add('2')
  const fourth = await openTab()
  fourth.join('u2')
  await until(() => expect(fourth.ids()).toEqual(['2']))
  expect([former.ids(), visitor.ids(), next.ids()]).toEqual([['1'], [], ['2']])
})

test('with several tabs to answer, a new one gets the newest state, no matter what it adds meanwhile', async () => {
  const others = [await openTab(), await openTab(), await openTab()]
  for (const other of others) other.join()
  others[0]!.add('1', '2')
  await until(() => expect(others.map(({ ids }) => ids().length)).toEqual([2, 2, 2]))
  const fresh = await openTab()
  fresh.join()
  fresh.add('3')
  const all = [...others, fresh]
  await until(() => expect(all.map(({ ids }) => ids().toSorted().join())).toEqual(all.map(() => '1,2,3')))
})

test('of a tab that was restored and one that continued, the newer state counts', async () => {
  const first = await openTab()
  first.join()
  first.add('1', '2')
  const stored = { ...sessionStorage }
  first.removeFromFolder('2')
  vi.resetModules()
  for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value)
  sessionStorage.setItem('temporary-folder-changed', '1')
  const { folderItems } = await import('./temporary-folder.ts')
  const { joinTabs } = await import('./folder-tabs.ts')
  expect(folderItems()).toHaveLength(2)
  joinTabs('u1', noAccount)
  await until(() => expect(folderItems().map(({ bibId }) => bibId)).toEqual(['1']))
  expect(first.ids()).toEqual(['1'])
})
