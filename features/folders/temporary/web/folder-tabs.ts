import { newKey } from '#kit/new-key.ts'
import { applyToFolder, changeSince } from './change-temporary.ts'
import {
  type FolderChange,
  type FolderState,
  folderState,
  idsIn,
  loadedFolder,
  onFolderChange,
} from './temporary-folder.ts'

/** The person whose account has the folder, and the records it was last known to have. */
export type Synced = { owner: string; ids: readonly string[] }

type Stored = { add: readonly string[]; remove: readonly string[] }

type Message =
  | { is: 'hello'; id: string; at: number }
  /** The reply to the hello with this id. */
  | { is: 'state'; id: string; state: FolderState; synced: Synced | undefined }
  | { is: 'change'; change: FolderChange; at: number }
  | ({ is: 'stored' } & Stored)
  | { is: 'kept' }

/** The messages between tabs about the folder in the account. */
type Account = {
  readSynced: () => Synced | undefined
  /** Takes the folder of another tab, with that tab's facts about the account. */
  takeSynced: (synced: Synced | undefined) => void
  /** Another tab has stored these changes. */
  noteStored: (ids: Stored) => void
  /** Another tab has started or stopped keeping the folder. */
  lookAgain: () => void
}

let channel: BroadcastChannel | undefined
/** A person’s id, '' for visitors. Tabs of another person, left open on a shared device, are not heard. */
let person = ''
let account: Account
/** The folder at this tab's last greeting, until the reply. */
let greeting: { id: string; state: FolderState } | undefined

/** Makes the folder one in all tabs of a person: a change here is made in the others, and a new tab gets theirs. */
export function joinTabs(who: string, ofAccount: Account): void {
  const again = channel !== undefined
  if (again && who === person) return
  person = who
  account = ofAccount
  // Safari has it from version 15.4.
  if (typeof BroadcastChannel === 'undefined') return
  if (again) {
    requestFolders(0)
    return
  }
  channel = new BroadcastChannel('temporary-folder')
  channel.addEventListener('message', ({ data }) => {
    const { from, message } = data as { from: string; message: Message }
    if (from === person) receive(message)
  })
  onFolderChange((change, here) => {
    if (here) post({ is: 'change', change, at: folderState().at })
  })
  // A page that was frozen has missed changes.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') requestFolders()
  })
  const { at } = folderState()
  // Other tabs get earlier changes of this tab first, then send what they have.
  if (at > loadedFolder.at) post({ is: 'change', change: changeSince(idsIn(loadedFolder.items)), at })
  requestFolders(loadedFolder.at)
}

export const announceStored = (ids: Stored): void => post({ is: 'stored', ...ids })
export const announceKept = (): void => post({ is: 'kept' })

const post = (message: Message) => channel?.postMessage({ from: person, message })

/** Requests the folder of every tab that has changed it since `at`. */
function requestFolders(at = folderState().at) {
  greeting = { id: newKey(), state: folderState() }
  post({ is: 'hello', id: greeting.id, at })
}

function receive(message: Message) {
  const own = folderState()
  if (message.is === 'change') applyToFolder(message.change, message.at)
  else if (message.is === 'stored') account.noteStored(message)
  else if (message.is === 'kept') account.lookAgain()
  else if (message.is === 'hello') {
    if (own.at > message.at) post({ is: 'state', id: message.id, state: own, synced: account.readSynced() })
  } else if (message.id === greeting?.id) {
    // The reply lacks changes made since the request.
    if (own !== greeting.state) return requestFolders(0)
    greeting = undefined
    if (message.state.at < own.at) return
    applyToFolder({ remove: own.items.map(({ bibId }) => bibId), add: message.state.items }, message.state.at)
    account.takeSynced(message.synced)
  }
}
