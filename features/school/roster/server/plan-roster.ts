import { whyNot } from '#features/school/students/rules.ts'
import { type Counts, type EntryKind, entryKinds, type LeaverReason, type SkipReason } from '../rules.ts'
import type { Reading, RosterPerson } from './read-roster.ts'

/** A person of the school: its students, its staff, and those of earlier rosters. */
export type KnownPerson = {
  userId: string
  firstName: string
  lastName: string
  email: string
  username: string
  role: 'STUDENT' | 'STAFF'
  /** LEFT: closed by an earlier roster. REMOVED: by hand, from the list of students. CLOSED: by the provider. */
  state: 'OPEN' | 'LEFT' | 'REMOVED' | 'CLOSED'
  /** Null if no roster had them. */
  sourcedId: string | null
  grade: string
}

type Names = { firstName: string; lastName: string; email: string; grade: string }
export type NewEntry = Names & { kind: 'NEW'; line: number; sourcedId: string }
export type ChangedEntry = Names & {
  kind: 'CHANGED'
  line: number
  sourcedId: string
  userId: string
  /** Former values of what changes. */
  before: Partial<Names>
  /** Had left, and is back. */
  returns: boolean
}
export type LeaverEntry = Names & { kind: 'LEAVER'; sourcedId: string; userId: string; why: LeaverReason }
export type SkippedEntry = Names & { kind: 'SKIPPED'; line: number; sourcedId: string; why: SkipReason }
export type UnchangedEntry = Names & { kind: 'UNCHANGED'; line: number; sourcedId: string; userId: string }
export type Entry = NewEntry | ChangedEntry | LeaverEntry | SkippedEntry | UnchangedEntry

export type Plan = {
  entries: Entry[]
  /** Accounts of people who have left, or leave now, and whose address someone else gets. */
  yielding: string[]
  /** People of earlier rosters who have not left. */
  present: number
  /** People in the file who are not students of this school. */
  staff: number
  elsewhere: number
}

export const noCounts = () => Object.fromEntries(entryKinds.map((kind) => [kind, 0])) as Counts
export function countsOf({ entries }: Plan): Counts {
  const counts = noCounts()
  for (const { kind } of entries) counts[kind]++
  return counts
}
export const entriesOf = <K extends EntryKind>({ entries }: Plan, kind: K) =>
  entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind)

type Given = {
  reading: Reading
  /** The school of the file; '' if it has only one, or names none. */
  org: string
  known: readonly KnownPerson[]
  /** Addresses of accounts outside the school, in lower case. */
  taken: ReadonlySet<string>
  domain: string
}

/** People who are compared in one step. */
const atOnce = 500

/** Compares a file with the people of a school, step by step. Pure: the same people give the same plan. */
export function* planRoster({ reading, org, known, taken, domain }: Given): Generator<void, Plan> {
  const byId = new Map(known.flatMap((each) => (each.sourcedId === null ? [] : [[each.sourcedId, each] as const])))
  const byAddress = new Map<string, KnownPerson>()
  for (const each of known) if (each.state !== 'REMOVED') for (const at of addressesOf(each)) byAddress.set(at, each)
  const sorted = sortPeople(reading, org, byId)
  const listed = new Set(sorted.students.map(({ sourcedId }) => sourcedId))
  const leaving = new Map<string, LeaverReason>(sorted.leaving)
  if (reading.mode === 'BULK')
    for (const { sourcedId } of byId.values())
      if (!listed.has(sourcedId!) && !leaving.has(sourcedId!)) leaving.set(sourcedId!, 'ABSENT')

  const skipped: SkippedEntry[] = reading.faults.map(({ name, ...fault }) => ({
    ...{ kind: 'SKIPPED', firstName: name, lastName: '', grade: '' },
    ...fault,
  }))
  const skip = ({ line, sourcedId, firstName, lastName, email, grade }: RosterPerson, why: SkipReason) =>
    skipped.push({ kind: 'SKIPPED', line, sourcedId, firstName, lastName, email, grade, why })
  for (const person of sorted.unclear) skip(person, 'NO_ROLE')

  const wanted: { person: RosterPerson; account: KnownPerson | undefined }[] = []
  const addresses = new Set<string>()
  /** No one who is found by address under a new id leaves under the former one. */
  const matched = new Set<string>()
  for (const [n, person] of sorted.students.entries()) {
    if (n % atOnce === 0) yield
    const why = person.email === '' ? 'NO_ADDRESS' : whyNot(person, domain)
    if (why) skip(person, why)
    else if (addresses.has(person.email)) skip(person, 'ADDRESS_TWICE')
    else {
      addresses.add(person.email)
      const { account, refused } = match(person, { byId, byAddress, leaving, listed })
      const isTwice = account !== undefined && matched.has(account.userId)
      if (refused || isTwice) skip(person, refused ?? 'ALREADY_THERE')
      else {
        wanted.push({ person, account })
        if (account) matched.add(account.userId)
      }
    }
  }
  yield
  const leavers = [...leaving].flatMap(([sourcedId, why]): LeaverEntry[] => {
    const person = byId.get(sourcedId)
    if (person?.state !== 'OPEN' || person.role !== 'STUDENT' || matched.has(person.userId)) return []
    return [{ kind: 'LEAVER', userId: person.userId, sourcedId, why, ...namesOf(person) }]
  })
  const gone = new Set(leavers.map(({ userId }) => userId))
  const yields = ({ userId, state }: KnownPerson) => gone.has(userId) || (state === 'LEFT' && !matched.has(userId))
  yield
  const settled = settleAddresses(wanted, { byAddress, taken, yields })
  for (const { person, why } of settled.refused) skip(person, why)
  const kept: Entry[] = []
  for (const { person, account } of settled.agreed) {
    if (kept.length % atOnce === 0) yield
    kept.push(entryOf(person, account))
  }
  const byLine = (a: Entry, b: Entry) => ('line' in a ? a.line : 0) - ('line' in b ? b.line : 0)
  return {
    entries: [...kept.toSorted(byLine), ...sortByName(leavers), ...skipped.toSorted(byLine)],
    yielding: settled.agreed.flatMap(({ person }) => {
      const holder = byAddress.get(person.email)
      return holder && yields(holder) ? [holder.userId] : []
    }),
    present: [...byId.values()].filter(({ state, role }) => state === 'OPEN' && role === 'STUDENT').length,
    staff: sorted.staff,
    elsewhere: sorted.elsewhere,
  }
}

/** A collator made for each comparison would take a second for a large school. */
const { compare } = new Intl.Collator('en', { numeric: true })

const sortByName = (leavers: LeaverEntry[]) =>
  leavers
    .map((entry) => ({ entry, name: `${entry.lastName} ${entry.firstName}` }))
    .sort((a, b) => compare(a.name, b.name))
    .map(({ entry }) => entry)

/** The school's students, its leavers, and people whose roles the file lacks. */
function sortPeople(reading: Reading, org: string, byId: Map<string, KnownPerson>) {
  const students: RosterPerson[] = []
  const unclear: RosterPerson[] = []
  const leaving: [string, LeaverReason][] = []
  let staff = 0
  let elsewhere = 0
  // Such a file has only the changed roles of a person.
  const inPart = reading.mode === 'DELTA' && reading.version === '1.2'
  const here = (role: { org: string }) => org === '' || role.org === '' || role.org === org
  for (const person of reading.people) {
    const isKnown = byId.has(person.sourcedId)
    const roles = person.roles?.filter(here) ?? []
    const isStudent = roles.some(({ is, gone }) => is === 'STUDENT' && !gone)
    const isSilent = person.roles === undefined || (inPart && roles.length === 0)
    if (person.gone) {
      if (isKnown) leaving.push([person.sourcedId, person.gone])
    } else if (roles.some(({ is, gone }) => is === 'STAFF' && !gone)) {
      staff++
      if (isKnown) leaving.push([person.sourcedId, 'MOVED'])
    } else if (isStudent || (isSilent && isKnown)) students.push(person)
    else if (person.roles === undefined) unclear.push(person)
    else if (isKnown) leaving.push([person.sourcedId, 'MOVED'])
    else elsewhere++
  }
  for (const end of reading.roleEnds) if (here(end) && byId.has(end.sourcedId)) leaving.push([end.sourcedId, 'MOVED'])
  return { students, unclear, leaving, staff, elsewhere }
}

type Lookup = {
  byId: Map<string, KnownPerson>
  byAddress: Map<string, KnownPerson>
  leaving: Map<string, LeaverReason>
  listed: Set<string>
}

/** Matches by the student system's id, else by address: the id may be new, as that of a person who leaves. */
function match(person: RosterPerson, lookup: Lookup) {
  const { byId, byAddress } = lookup
  const own = byId.get(person.sourcedId)
  const holder = byAddress.get(person.email)
  const account = own && own.state !== 'REMOVED' ? own : holder && mayTakeOver(holder, lookup) ? holder : undefined
  if (account) {
    if (account.role === 'STAFF') return { account, refused: 'COLLEAGUE' as const }
    return { account, refused: account.state === 'CLOSED' ? ('CLOSED' as const) : undefined }
  }
  // People removed by hand stay removed until they are invited by hand.
  return { account, refused: own ? ('REMOVED' as const) : undefined }
}

const mayTakeOver = ({ sourcedId, state }: KnownPerson, { leaving, listed }: Lookup) =>
  sourcedId === null || (!listed.has(sourcedId) && (state === 'LEFT' || leaving.has(sourcedId)))

type Addresses = {
  byAddress: Map<string, KnownPerson>
  taken: ReadonlySet<string>
  yields: (person: KnownPerson) => boolean
}
type Wanted = { person: RosterPerson; account: KnownPerson | undefined }

/**
 * The people who get the file's address. Two people may swap addresses; no one gets one that another keeps.
 * Each refusal keeps an address in use, so this is repeated until no one else is refused.
 */
function settleAddresses(wanted: Wanted[], { byAddress, taken, yields }: Addresses) {
  let agreed = wanted
  const refused: { person: RosterPerson; why: SkipReason }[] = []
  for (;;) {
    const moving = new Set(agreed.flatMap(({ account }) => (account ? [account.userId] : [])))
    const bad = agreed.flatMap((each) => {
      const { person, account } = each
      const holder = byAddress.get(person.email)
      const isLeft = holder && moving.has(holder.userId) && !keepsName(holder, person.email)
      const isFree = !holder || holder.userId === account?.userId || isLeft || yields(holder)
      if (isFree && !taken.has(person.email)) return []
      const why: SkipReason = !holder ? 'TAKEN' : holder.role === 'STAFF' ? 'COLLEAGUE' : 'ALREADY_THERE'
      return [{ each, person, why }]
    })
    if (bad.length === 0) return { agreed, refused }
    refused.push(...bad)
    const out = new Set(bad.map(({ each }) => each))
    agreed = agreed.filter((each) => !out.has(each))
  }
}

/** A username other than the address stays when the address changes. */
const keepsName = ({ username, email }: KnownPerson, address: string) =>
  username.toLowerCase() === address && username.toLowerCase() !== email.toLowerCase()

function entryOf(person: RosterPerson, account: KnownPerson | undefined): Entry {
  const { line, sourcedId } = person
  const names = namesOf(person)
  if (!account) return { kind: 'NEW', line, sourcedId, ...names }
  const before = Object.fromEntries(
    Object.entries(namesOf(account)).filter(([name, value]) => value !== names[name as keyof Names]),
  )
  const returns = account.state === 'LEFT'
  const { userId } = account
  const isSame = Object.keys(before).length === 0 && !returns && account.sourcedId === sourcedId
  return isSame
    ? { kind: 'UNCHANGED', line, sourcedId, userId, ...names }
    : { kind: 'CHANGED', line, sourcedId, userId, ...names, before, returns }
}

const namesOf = ({ firstName, lastName, email, grade }: Names): Names => ({
  firstName,
  lastName,
  email: email.toLowerCase(),
  grade,
})

const addressesOf = ({ email, username }: KnownPerson) =>
  [...new Set([email.toLowerCase(), username.toLowerCase()])].filter((each) => each.includes('@'))
