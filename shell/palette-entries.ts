import { normalised } from '#kit/normalised.ts'
import { may, type Who } from '#kit/roles.ts'
import { themeNames, themes } from '#ui/theme.ts'
import { areasFor } from './areas.ts'
import { helpPlaces } from './help-places.ts'
import { words } from './messages/messages.ts'

/** A screen, whose id is its address, or an action. `words`: what else people call it. */
export type Entry = { id: string; label: string; group: string; words: string }

/** Screens that the navigation does not list, in the group of their area. */
const otherScreens: [href: string, label: string, group: string, who: Who][] = [
  ['/discover/shelf', words.browseByDewey, words.discover, 'student'],
  ['/myDownloads/changed', words.changedRecords, words.download, 'staff'],
  ['/schoolSettings', words.schoolSettings, words.account, 'staff'],
  ['/myStudents/roster', words.classLists, words.account, 'organisation-admin'],
  ['/payInvoice', words.payInvoice, words.account, 'visitor'],
]

const otherWords: Record<string, string> = {
  '/': 'home scan isbn paste csv upload identifiers',
  '/authorities': 'headings',
  '/CreateCatalogueRequest': 'catalogue cataloguing item',
  '/cms/cart': 'basket checkout',
  '/cms/products': 'buy shop prices',
  '/collections': 'packs categories',
  '/desk': 'home attention figures',
  '/desk/organisations': 'schools customers',
  '/desk/cataloguing': 'queue work requests',
  '/desk/users': 'users accounts',
  '/digitalContent': 'online ebooks e-books',
  '/discover': 'fiction recent',
  '/discover/shelf': 'ddc classification shelf',
  '/discover/thesaurus': 'subjects headings names authorities scot',
  '/help': 'manual how questions support',
  '/contact': 'support email message customer team',
  '/invoices': 'bills receipts pay',
  '/myCatalogueRequests': 'catalogue cataloguing',
  '/myColleagues': 'staff invite people',
  '/myContacts': 'pin email people',
  '/myDownloads': 'history files requests',
  '/myDownloads/changed': 'records updates',
  '/myProfile': 'password email passkey name',
  '/mySettings': 'format marc dewey isbn preferences library system',
  '/myStudents/roster': 'roster students',
  '/savedList': 'lists',
  '/schoolDetails': 'address organisation',
  '/schoolSettings': 'z39.50 sru access keys webhooks organisation',
  '/subscriptions': 'renew',
}

/** The screens and actions that a role may use, in the order of the navigation. */
export function entriesFor(role: Who): Entry[] {
  const screens = areasFor(role).flatMap(({ label: group, places }) => [
    // Unlike the navigation, the palette offers a visitor nothing that asks to sign in first.
    ...places.filter(({ who }) => may(role, who)).map(({ href, label }) => ({ id: href, label, group })),
    ...otherScreens
      .filter(([, , area, who]) => area === group && may(role, who))
      .map(([id, label]) => ({ id, label, group })),
  ])
  const actions = [
    ...(role === 'visitor' ? [] : [{ id: 'messages', label: words.messages }]),
    { id: 'keys', label: words.shortcuts },
    ...themes.map((each) => ({ id: `theme:${each}`, label: words.themeOf({ name: themeNames[each] }) })),
    role === 'visitor' ? { id: 'sign-in', label: words.signIn } : { id: 'sign-out', label: words.signOut },
  ]
  const help = helpPlaces.map(({ href: id, label }) => ({ id, label, group: words.help }))
  const all = [...screens, ...help, ...actions.map((each) => ({ ...each, group: words.actions }))]
  return all.map((each) => ({ ...each, words: otherWords[each.id] ?? '' }))
}

/** Lists that can be searched: the parameter for the words, and the kinds of numbers that they find. */
const searchedLists: Record<string, { name: string; numbers?: RegExp }> = {
  '/desk/organisations': { name: 'text' },
  '/desk/users': { name: 'text' },
  '/desk/cataloguing': { name: 'text' },
  '/desk/orders': { name: 'text' },
  '/desk/invoices': { name: 'text' },
  '/myDownloads': { name: 'query' },
  '/myCatalogueRequests': { name: 'text', numbers: /^c[ri]\d{3,}$/i },
  '/invoices': { name: 'text', numbers: /^scinv\d{3,}$/i },
}

/** Addresses of lists that show what was typed. `numbered`: it is a number of theirs. */
export function searchesOf(entries: readonly Entry[], text: string) {
  return entries.flatMap(({ id, label }) => {
    const list = searchedLists[id]
    if (!list) return []
    const href = `${id}?${new URLSearchParams({ [list.name]: text })}`
    return [{ href, label, numbered: list.numbers?.test(text) ?? false }]
  })
}

/** Entries with a word for each typed one: first those whose name has them, and among these the recent ones. */
export function findEntries(entries: readonly Entry[], text: string, recent: readonly string[]): Entry[] {
  const typed = wordsOf(text)
  const inAll = (known: string[]) => typed.every((start) => known.some((word) => word.startsWith(start)))
  const rank = ({ id, label }: Entry) => {
    const at = recent.indexOf(id)
    return (inAll(wordsOf(label)) ? 0 : 100) + (at < 0 ? 50 : at)
  }
  return entries
    .filter(({ label, group, words }) => inAll(wordsOf(`${label} ${group} ${words}`)))
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

const wordsOf = (text: string) =>
  normalised(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const most = 5

/** A person's choices stay on this device; a visitor's end with the browser's session. */
const storageOf = (userId: string | undefined) =>
  userId === undefined
    ? { name: 'recent-places', storage: () => sessionStorage }
    : { name: `recent-places:${userId}`, storage: () => localStorage }

/** Ids of what was chosen in the palette, the last one first. */
export function recentEntries(userId: string | undefined): string[] {
  const { name, storage } = storageOf(userId)
  try {
    const stored: unknown = JSON.parse(storage().getItem(name) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberEntry(userId: string | undefined, id: string): void {
  const { name, storage } = storageOf(userId)
  const ids = [id, ...recentEntries(userId).filter((each) => each !== id)].slice(0, most)
  try {
    storage().setItem(name, JSON.stringify(ids))
  } catch {
    // Storage is disabled or full: nothing is remembered.
  }
}
