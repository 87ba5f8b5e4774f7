import { useEffect, useSyncExternalStore } from 'react'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { showToast } from '#ui/overlay/toast.tsx'
import { keptFolderApi } from '../contract.ts'
import { applyToFolder, changeSince } from './change-temporary.ts'
import { announceKept, announceStored, joinTabs, type Synced } from './folder-tabs.ts'
import {
  type FolderChange,
  folderItems,
  folderState,
  onFolderChange,
  removeFromFolder,
  type TemporaryItem,
  withChange,
} from './temporary-folder.ts'

/**
 * `account`: the folder is stored there, for all devices. `browser`: it is not. Undefined until known, and for everyone
 * but a school's staff.
 */
type Keeping = 'account' | 'browser' | undefined

const syncedName = 'temporary-folder-synced'
/** Milliseconds between two looks at the account. */
const pullAgainAfter = 60_000

const listeners = new Set<() => void>()
let watching = false
let keeping: Keeping
/** The staff member whose account this page may read and change. */
let person: string | undefined
let synced = readSynced()
/** Records that the account cannot have: they are not in the catalogue. They stay in this browser. */
const unstorable = new Set<string>()
/** Records that this tab's folder has or had: another tab may store one before this tab gets it. */
const known = new Set<string>()
let pulledAt = 0
let busy = Promise.resolve()

/** Where the folder is kept. */
export const keepingNow = (): Keeping => keeping

export const useKeeping = (): Keeping =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, keepingNow)

/**
 * Connects the folder with the other tabs of `who`, a person's id, '' for visitors, and, for a school's staff, with their
 * account.
 */
export function connectFolder(who: string, isStaff: boolean): void {
  if (!watching) watch()
  watching = true
  const staff = isStaff ? who : undefined
  if (staff !== person) {
    person = undefined
    set(undefined)
  }
  // On a shared device the next person does not get what the account of the one before still has.
  if (synced && synced.owner !== who) {
    removeFromFolder(...synced.ids)
    note(undefined)
  }
  joinTabs(who, ofAccount)
  if (staff === undefined || staff === person) return
  person = staff
  void showRefusals(pull)
}

/** `connectFolder`, from within the page's frame. */
export function ConnectFolder({ who, isStaff }: { who: string; isStaff: boolean }): null {
  useEffect(() => connectFolder(who, isStaff), [who, isStaff])
  return null
}

function watch() {
  for (const id of idsOf(folderItems())) known.add(id)
  onFolderChange(({ add }, here) => {
    for (const id of idsOf(add)) known.add(id)
    if (here && person !== undefined && keeping !== 'browser') void showRefusals(keeping === undefined ? pull : store)
  })
  window.addEventListener('online', () => void showRefusals(pull))
  document.addEventListener('visibilitychange', () => {
    const due = keeping !== 'browser' && Date.now() - pulledAt > pullAgainAfter
    if (due && document.visibilityState === 'visible') void showRefusals(pull)
  })
}

/** Starts or stops keeping the folder in the account. Its records stay in this browser. */
export async function keepFolder(keep: boolean): Promise<void> {
  await inTurn(async () => {
    await call(keptFolderApi.keepFolder, { ...bound(), keep })
    note(undefined)
    await pull()
    announceKept()
  })
}

const ofAccount = {
  readSynced: () => synced,
  takeSynced: (next: Synced | undefined) => {
    if (!next || next.owner !== person) return
    note(next)
    set('account')
    // The account may have been read before, and be newer than the other tab.
    void showRefusals(pull)
  },
  noteStored: ({ add, remove }: { add: readonly string[]; remove: readonly string[] }) => {
    const gone = new Set(remove)
    // Noting one that never came here would remove it everywhere.
    const came = add.filter((id) => known.has(id))
    if (synced) note({ ...synced, ids: [...new Set([...synced.ids.filter((id) => !gone.has(id)), ...came])] })
  },
  lookAgain: () => void showRefusals(pull),
}

/** The server refuses calls for another person than the one signed in: this page may be of someone who has left. */
const bound = () => ({ userId: person ?? '' })

/** Gets what other devices have changed; what was changed here since the last time stays, and is stored. */
async function pull() {
  if (person === undefined) return
  const { kept, response } = await call(keptFolderApi.keptFolder, bound(), { askToSignIn: false })
  pulledAt = Date.now()
  if (!kept) return notKept()
  const viewed = new Set(idsOf(folderItems().filter(({ view }) => view)))
  const stored = response.map(
    ({ inCatalogue: _, ...item }): TemporaryItem => ({ ...item, added: true, view: viewed.has(item.bibId) }),
  )
  const target = withChange(stored, unsynced())
  if (String(idsOf(target)) !== String(idsOf(folderItems())))
    applyToFolder({ remove: idsOf(folderItems()), add: target }, folderState().at)
  note({ owner: person, ids: idsOf(stored) })
  await store()
  set('account')
}

/** Sends the account what was changed here. */
async function store() {
  while (person !== undefined && synced) {
    const { add, remove } = unsynced()
    const storable = idsOf(add).filter((bibId) => !unstorable.has(bibId))
    if (storable.length === 0 && remove.length === 0) return
    const input = { ...bound(), add: storable, remove: [...remove] }
    const { kept, leftOut } = await call(keptFolderApi.changeKeptFolder, input, { askToSignIn: false })
    if (!kept) return notKept()
    for (const bibId of leftOut) unstorable.add(bibId)
    const stored = { add: storable.filter((bibId) => !unstorable.has(bibId)), remove }
    ofAccount.noteStored(stored)
    announceStored(stored)
  }
}

/** Runs one after the other. After a failure the rest is still unsynced at the next call. */
function inTurn(step: () => Promise<void>): Promise<void> {
  const turn = busy.then(step)
  busy = turn.catch(() => undefined)
  return turn
}

/** Runs steps in turn; shows refusals that the person can do something about. */
const showRefusals = (step: () => Promise<void>) =>
  inTurn(step).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 400) showToast({ tone: 'warn', text: error.messages[0]! })
  })

/** Resolves once the calls under way have ended. */
export const settled = (): Promise<void> => busy

/** The changes that the account does not have yet. */
const unsynced = (): FolderChange => changeSince(synced?.ids ?? [])

const idsOf = (items: readonly { bibId: string }[]) => items.map(({ bibId }) => bibId)

function notKept() {
  note(undefined)
  set('browser')
}

function set(next: Keeping) {
  if (keeping === next) return
  keeping = next
  for (const listener of listeners) listener()
}

function note(next: Synced | undefined) {
  synced = next
  try {
    if (next) sessionStorage.setItem(syncedName, JSON.stringify(next))
    else sessionStorage.removeItem(syncedName)
  } catch {
    // Storage is full or disabled: after a reload, the account's folder and this one are joined.
  }
}

function readSynced(): Synced | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(syncedName) ?? 'null') as Synced | null) ?? undefined
  } catch {
    return undefined
  }
}
