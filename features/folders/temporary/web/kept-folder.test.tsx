import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { fakeServer } from '#kit/web/testing.tsx'
import { record } from '../../web/testing.ts'
import { keptFolderApi } from '../contract.ts'
import { closeChannels } from './tabs-testing.ts'

/** To be left at the end of a test: they would continue listening. */
const open: { connectFolder: (who: string, isStaff: boolean) => void }[] = []

/** A tab or a device: its own copy of our modules, which has read what this browser stores. */
async function openTab(stored: Record<string, string> = {}) {
  sessionStorage.clear()
  for (const [name, text] of Object.entries(stored)) sessionStorage.setItem(name, text)
  vi.resetModules()
  const folder = await import('./temporary-folder.ts')
  const account = await import('./kept-folder.ts')
  const ids = () => folder.folderItems().map(({ bibId }) => bibId)
  open.push(account)
  return {
    ...folder,
    ...account,
    ids,
    add: (...bibIds: string[]) => folder.addToFolder(...bibIds.map((id) => record(id))),
  }
}

/** Not in the catalogue. */
const unknown = 'unknown'
/** The account's folder; null while it is not kept. `down`: no call reaches it. */
let stored: string[] | null
let down: boolean
beforeEach(() => {
  // Tabs of one browser would hear of each other at once.
  vi.stubGlobal('BroadcastChannel', undefined)
  stored = null
  down = false
  const reach = () => {
    if (down) throw new Problem('unreachable', 0, ['The service cannot be reached.'])
  }
  fakeServer(keptFolderApi, {
    keptFolder: () => {
      reach()
      return { kept: stored !== null, response: (stored ?? []).map((bibId) => record(bibId)) }
    },
    keepFolder: ({ keep }) => {
      reach()
      stored = keep ? (stored ?? []) : null
      return { kept: keep }
    },
    changeKeptFolder: ({ add, remove }) => {
      reach()
      if (stored)
        stored = [...new Set([...stored.filter((id) => !remove.includes(id)), ...add.filter((id) => id !== unknown)])]
      return { kept: stored !== null, recordLength: stored?.length ?? 0, leftOut: add.filter((id) => id === unknown) }
    },
  })
})
afterEach(() => {
  for (const each of open.splice(0)) each.connectFolder('', false)
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const again = () => window.dispatchEvent(new Event('online'))
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 1 })

test('a kept folder continues in another browser, and ends with the choice', async () => {
  const first = await openTab()
  first.add('1', '2')
  first.connectFolder('u1', true)
  await first.keepFolder(true)
  expect(stored).toEqual(['1', '2'])
  first.add('3')
  await until(() => expect(stored).toEqual(['1', '2', '3']))
  const second = await openTab()
  second.connectFolder('u1', true)
  await until(() => expect(second.ids()).toEqual(['1', '2', '3']))
  await second.keepFolder(false)
  expect(stored).toBeNull()
  expect(second.ids()).toEqual(['1', '2', '3'])
})

test('what the account has leaves the browser with its owner; what it does not have stays', async () => {
  const stale = { owner: 'u1', ids: ['1', '2'] }
  const items = ['1', '2', '3'].map((bibId) => record(bibId))
  const next = await openTab({
    'temporary-folder': JSON.stringify(items),
    'temporary-folder-synced': JSON.stringify(stale),
  })
  next.connectFolder('', false)
  expect(next.ids()).toEqual(['3'])
  expect(sessionStorage.getItem('temporary-folder-synced')).toBeNull()
})

test('a record that is not in the catalogue stays in this browser', async () => {
  stored = []
  const device = await openTab()
  device.connectFolder('u1', true)
  device.add(unknown, '1')
  await device.settled()
  again()
  await device.settled()
  expect(stored).toEqual(['1'])
  expect(device.ids().toSorted()).toEqual(['1', unknown])
})

test('a first look that fails is made up for by the next addition', async () => {
  stored = ['1']
  down = true
  const device = await openTab()
  device.connectFolder('u1', true)
  await device.settled()
  down = false
  device.add('2')
  await device.settled()
  expect(stored).toEqual(['1', '2'])
  expect(device.ids()).toEqual(['1', '2'])
})

test('keeping that fails says so, and the choice stays', async () => {
  const device = await openTab()
  device.connectFolder('u1', true)
  await device.settled()
  down = true
  await expect(device.keepFolder(true)).rejects.toMatchObject({ code: 'unreachable' })
  expect(stored).toBeNull()
})

test('what one tab adds without the network is stored by another, and what was removed elsewhere stays removed', async () => {
  vi.unstubAllGlobals()
  closeChannels()
  stored = ['1', '2']
  const first = await openTab()
  first.connectFolder('u1', true)
  const second = await openTab()
  second.connectFolder('u1', true)
  await until(() =>
    expect([first.ids(), second.ids()]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]),
  )
  down = true
  first.add('3')
  await until(() => expect(second.ids()).toEqual(['1', '2', '3']))
  await first.settled()
  // On another device.
  stored = ['1']
  down = false
  const third = await openTab()
  third.connectFolder('u1', true)
  await until(() => expect(stored!.toSorted()).toEqual(['1', '3']))
  again()
  for (const tab of [first, second, third]) await until(() => expect(tab.ids().toSorted()).toEqual(['1', '3']))
})

test('a visitor’s new tab is not taken for a kept one', async () => {
  vi.unstubAllGlobals()
  closeChannels()
  const first = await openTab()
  first.connectFolder('', false)
  first.add('1')
  const second = await openTab()
  second.connectFolder('', false)
  await until(() => expect(second.ids()).toEqual(['1']))
  expect(second.keepingNow()).toBeUndefined()
})

test('what another device adds reaches every tab, and no tab takes it for a removal', async () => {
  vi.unstubAllGlobals()
  closeChannels()
  stored = ['1']
  const tabs = [await openTab(), await openTab()]
  for (const tab of tabs) tab.connectFolder('u1', true)
  for (const tab of tabs) await until(() => expect(tab.ids()).toEqual(['1']))
  // On another device, which only the first tab hears of before it stores something.
  stored = ['1', '2']
  await tabs[0]!.keepFolder(true)
  tabs[0]!.add('3')
  for (const tab of tabs) await until(() => expect(tab.ids().toSorted()).toEqual(['1', '2', '3']))
  tabs[1]!.add('4')
  for (const tab of tabs) await until(() => expect(tab.ids().toSorted()).toEqual(['1', '2', '3', '4']))
  await until(() => expect(stored!.toSorted()).toEqual(['1', '2', '3', '4']))
})

test('after any changes on two devices, with and without the network, both have what the account has', async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  stored = []
  const devices = [await openTab(), await openTab()]
  for (const device of devices) device.connectFolder('u1', true)
  await Promise.all(devices.map((device) => device.settled()))
  /** Per record, whether the last decision was to have it; and by whom, while the account does not know. */
  const expected = new Map<string, boolean>()
  const unknown = new Map<string, number>()
  const settle = () => Promise.all(devices.map((each) => each.settled()))
  let compared = 0
  for (let round = 0; round < 200; round++) {
    down = random(3) === 0
    const at = random(2)
    const device = devices[at]!
    const id = String(random(12))
    if (random(3) > 0) device.add(id)
    else device.removeFromFolder(id)
    await settle()
    // Two devices that disagree without the network: either may win.
    if (unknown.has(id) && unknown.get(id) !== at) expected.delete(id)
    else expected.set(id, device.ids().includes(id))
    unknown.set(id, at)
    if (down) continue
    again()
    await settle()
    again()
    await settle()
    unknown.clear()
    const account = [...stored!].sort()
    for (const each of devices) expect([...each.ids()].sort()).toEqual(account)
    for (const [each, there] of expected) expect([each, account.includes(each)]).toEqual([each, there])
    compared++
  }
  expect(compared).toBeGreaterThan(100)
})

test('two tabs and another device agree after every change', async () => {
  vi.unstubAllGlobals()
  closeChannels()
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  stored = []
  const tabs = [await openTab(), await openTab()]
  for (const tab of tabs) tab.connectFolder('u1', true)
  for (const tab of tabs) await tab.settled()
  const expected = new Map<string, boolean>()
  for (let round = 0; round < 80; round++) {
    const id = String(random(10))
    const adds = random(3) > 0
    const by = random(3)
    if (by === 2) stored = adds ? [...new Set([...stored!, id])] : stored!.filter((each) => each !== id)
    else if (adds) tabs[by]!.add(id)
    else tabs[by]!.removeFromFolder(id)
    // Removing what a tab has not heard of decides nothing.
    if (by === 2 || adds || !expected.get(id)) expected.set(id, adds)
    else expected.set(id, tabs[by]!.ids().includes(id))
    const present = () =>
      [...expected]
        .flatMap(([each, there]) => (there ? [each] : []))
        .toSorted()
        .join()
    if (by === 2 && random(2) === 0) tabs[random(2)]!.add(id === '0' ? '1' : '0')
    if (random(3) > 0) {
      again()
      await until(() => {
        const seen = [stored!, ...tabs.map(({ ids }) => ids())].map((each) => each.toSorted().join())
        expect(new Set(seen).size).toBe(1)
      })
      for (const each of '01') expected.set(each, stored!.includes(each))
      expect([round, stored!.toSorted().join()]).toEqual([round, present()])
    } else await until(() => expect(tabs[0]!.ids().toSorted()).toEqual(tabs[1]!.ids().toSorted()))
  }
})
