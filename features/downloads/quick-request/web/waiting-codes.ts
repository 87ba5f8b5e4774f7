import type { Chosen, Content } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { untilSignOut, untilSignOutOf } from '#kit/web/until-sign-out.ts'
import { words as say } from '../../messages.ts'

/** A quick request that could not be sent yet. */
export type WaitingCodes = {
  /** Sent with it, so that the server makes one request of it, however often it is sent. */
  key: string
  identities: string[]
  chosen: Chosen[]
  name: string
  content: Content
  /** Why the server refused it: it is not resent automatically. */
  refused?: string
  /** Sent, without a reply so far: the server may have it. */
  unsure?: boolean
  /** Saved by the page shown offline, which cannot know who is signed in. */
  offline?: true
  /** Since then no one or someone else was signed in: sent only if the person says so. */
  ask?: boolean
}

/** Sent without anyone doing anything. */
export const isWaiting = ({ refused, ask }: WaitingCodes): boolean => refused === undefined && !ask

/*
 * In the browser's storage, by person: a phone may end the page, or the browser, before there is a network again.
 */
const listName = (owner: string) => `${untilSignOutOf(owner)}waiting-codes`
const ownerName = `${untilSignOut}waiting-codes-owner`
const changed = new EventTarget()

/** As stored; compares equal while nothing changes. */
export function storedCodes(owner: string): string {
  try {
    return localStorage.getItem(listName(owner)) ?? '[]'
  } catch {
    return '[]'
  }
}

export function readCodes(stored: string): WaitingCodes[] {
  try {
    const list = JSON.parse(stored) as WaitingCodes[]
    return Array.isArray(list) ? list.filter(({ key, identities }) => key && Array.isArray(identities)) : []
  } catch {
    return []
  }
}

export const waitingCodes = (owner: string): WaitingCodes[] => readCodes(storedCodes(owner))

/** False if the browser does not store it. */
function store(owner: string, list: WaitingCodes[]): boolean {
  try {
    if (list.length > 0) localStorage.setItem(listName(owner), JSON.stringify(list))
    else localStorage.removeItem(listName(owner))
    changed.dispatchEvent(new Event('change'))
    return true
  } catch {
    return false
  }
}

export const keepCodes = (owner: string, codes: WaitingCodes): boolean =>
  owner !== '' && store(owner, [...waitingCodes(owner).filter(({ key }) => key !== codes.key), codes])

/** Codes deleted meanwhile stay deleted. */
export const markCodes = (
  owner: string,
  key: string,
  marks: Pick<WaitingCodes, 'refused' | 'unsure' | 'ask'>,
): boolean =>
  store(
    owner,
    waitingCodes(owner).map((each) => (each.key === key ? { ...each, ...marks } : each)),
  )

/** Once the person is no longer signed in: the page shown offline may have saved someone else's codes as theirs. */
export const askFirst = (owner: string): boolean =>
  store(
    owner,
    waitingCodes(owner).map((each) => (each.offline ? { ...each, ask: true } : each)),
  )

export const dropCodes = (owner: string, key: string): boolean =>
  store(
    owner,
    waitingCodes(owner).filter((each) => each.key !== key),
  )

/** Calls `hear` after every change, in other tabs too. Returns a function that ends it. */
export function onCodesChanged(hear: () => void): () => void {
  changed.addEventListener('change', hear)
  window.addEventListener('storage', hear)
  return () => {
    changed.removeEventListener('change', hear)
    window.removeEventListener('storage', hear)
  }
}

export const codeCount = (list: readonly WaitingCodes[]): number =>
  list.reduce((sum, { identities }) => sum + identities.length, 0)

/** `name`: who that is, for people who share the device. */
export type Owner = { id: string; name: string }

/** The signed-in person, for the page that is shown offline. */
export function ownerHere(): Owner | undefined {
  try {
    const { id, name } = JSON.parse(localStorage.getItem(ownerName) ?? '{}') as Partial<Owner>
    return id && name ? { id, name } : undefined
  } catch {
    return undefined
  }
}

export function setOwner(owner: Owner | undefined): void {
  try {
    if (owner) localStorage.setItem(ownerName, JSON.stringify(owner))
    else localStorage.removeItem(ownerName)
  } catch {
    // Storage is disabled: nothing can be kept offline.
  }
}

/** `12 codes saved on this device. They will be sent when you are online.` */
export const savedSentence = (list: readonly WaitingCodes[]): string => {
  const count = codeCount(list)
  return count === 1 ? say.savedOne : say.savedSeveral({ count: grouped(count) })
}
