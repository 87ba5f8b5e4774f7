import { type CompareValue, type Filter, type PatchPath, parsePatchPath, userSchema } from './filter.ts'
import { scimProblem } from './scim-problem.ts'
import { type Person, type UserType, userTypes } from './user.ts'

type Email = { value?: string; type?: string; primary?: boolean }
/** A person while a request is read: what was not given is undefined. */
export type Draft = Partial<Omit<Person, 'email' | 'externalId'>> & { externalId?: string | undefined; emails: Email[] }

export const blankDraft = (): Draft => ({ emails: [] })

export const draftOf = ({ email, externalId, ...person }: Person): Draft => ({
  ...person,
  externalId: externalId ?? undefined,
  emails: [{ value: email, type: 'work', primary: true }],
})

/**
 * Attributes of RFC 7643 that identity systems send by default and this product does not keep, or makes itself. They
 * are accepted so that the others arrive.
 */
const notKept =
  /^(urn:.*|schemas|id|meta|displayname|nickname|profileurl|title|preferredlanguage|locale|timezone|password|groups|roles|entitlements|x509certificates|phonenumbers|ims|photos|addresses|name\.(formatted|middlename|honorific(prefix|suffix)))(\..*)?$/

const writable = ['username', 'externalid', 'active', 'usertype', 'name', 'name.givenname', 'name.familyname', 'emails']

/** The body of POST and PUT: each member as far as it is kept. */
export function readBody(draft: Draft, body: unknown): void {
  for (const [name, value] of keptMembers(body)) if (value !== null) assign(draft, parsePatchPath(name), value, 'add')
}

export type Operation = { op: 'add' | 'replace' | 'remove'; path: string | undefined; value: unknown }

const maxOperations = 1000
/** Those of a request are compared with those of the person. */
const maxEmails = 100
/** What is kept has lower limits; the filters of paths search the rest too. */
const maxText = 500

/** The operations of a PATCH (RFC 7644, 3.5.2). Entra writes `Add`; some write `operations`. */
export function readOperations(body: unknown): Operation[] {
  const list = members(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations)
    throw scimProblem('invalidSyntax', { messages: [`The body needs 1 to ${maxOperations} Operations.`] })
  return list.map((each): Operation => {
    const given = Object.fromEntries(members(each).map(([name, value]) => [name.toLowerCase(), value]))
    const op = typeof given.op === 'string' ? given.op.toLowerCase() : ''
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw scimProblem('invalidSyntax', { messages: ['An operation is add, replace or remove.'] })
    const { path } = given
    if (path !== undefined && path !== null && typeof path !== 'string') throw scimProblem('invalidPath')
    return { op, path: path || undefined, value: given.value }
  })
}

export function applyOperation(draft: Draft, { op, path, value }: Operation): void {
  if (path === undefined) {
    if (op === 'remove') throw scimProblem('noTarget', { messages: ['Remove needs a path.'] })
    for (const [name, each] of keptMembers(value)) assign(draft, parsePatchPath(name), each, op)
    return
  }
  const target = parsePatchPath(path)
  const known = writable.includes(target.path) || /^emails\.(value|type|primary|display)$/.test(target.path)
  if (/^(id|meta)(\.|$)/.test(target.path)) throw scimProblem('mutability', { messages: [`${path} is read-only.`] })
  if (known && target.element && target.path !== 'emails') throw scimProblem('invalidPath')
  if (!known && !notKept.test(target.path)) throw scimProblem('invalidPath', { messages: [`Unknown path: ${path}`] })
  if (op === 'remove') remove(draft, target, value)
  else assign(draft, target, value, op)
}

function assign(draft: Draft, target: PatchPath, value: unknown, op: 'add' | 'replace'): void {
  const { path } = target
  // RFC 7643, 2.5: null and an empty list mean that there is no value.
  if (value === null || (Array.isArray(value) && value.length === 0)) remove(draft, target, undefined)
  else if (path === 'emails' || path.startsWith('emails.')) assignEmails(draft, target, value, op)
  else assignSingle(draft, path, value, op)
}

function assignSingle(draft: Draft, path: string, value: unknown, op: 'add' | 'replace'): void {
  if (path === 'name') {
    // A replace keeps members that it leaves out too (RFC 7644, 3.5.2.3).
    for (const [name, each] of members(value)) assign(draft, { path: `name.${name.toLowerCase()}` }, each, op)
  }
  if (path === 'username') draft.userName = textOf(value, 'userName')
  if (path === 'externalid') draft.externalId = textOf(value, 'externalId') || undefined
  if (path === 'active') draft.active = truthOf(value, 'active')
  if (path === 'usertype') draft.userType = userTypeOf(value)
  if (path === 'name.givenname') draft.givenName = textOf(value, 'name.givenName')
  if (path === 'name.familyname') draft.familyName = textOf(value, 'name.familyName')
}

function remove(draft: Draft, target: PatchPath, value: unknown): void {
  const { path, element, sub } = target
  if (['username', 'active', 'usertype'].includes(path))
    throw scimProblem('mutability', { messages: [`A person needs ${path}; replace it instead.`] })
  if (path === 'externalid') draft.externalId = undefined
  if (path === 'name' || path === 'name.givenname') draft.givenName = ''
  if (path === 'name' || path === 'name.familyname') draft.familyName = ''
  if (path === 'emails.value') draft.emails = []
  if (path !== 'emails') return
  const listed = value === undefined || value === null ? undefined : emailsIn(value)
  const isRemoved = (email: Email) =>
    (element === undefined || matches(element, email)) &&
    (listed === undefined || listed.some((each) => isSameAddress(each, email)))
  if (sub === 'type' || sub === 'primary') {
    for (const email of draft.emails.filter(isRemoved)) delete email[sub]
  } else draft.emails = draft.emails.filter((email) => !isRemoved(email))
}

/** An element that does not exist yet is made from the comparisons that describe it, as Entra expects. */
function assignEmails(
  draft: Draft,
  { path, element, sub = path.split('.')[1] }: PatchPath,
  value: unknown,
  op: string,
) {
  const change = sub === undefined ? emailsIn(value) : [emailOf({ [sub]: value })]
  enforceMaxEmails(draft.emails.length + change.length)
  if (element === undefined && sub === undefined) {
    const added = change.filter((email) => op === 'replace' || !draft.emails.some((each) => isSameAddress(each, email)))
    const known = change.filter((email) => !added.includes(email))
    for (const email of known) Object.assign(draft.emails.find((each) => isSameAddress(each, email))!, email)
    draft.emails = op === 'replace' ? added : [...draft.emails, ...added]
  } else {
    const found = draft.emails.filter((email) => element === undefined || matches(element, email))
    const targets = found.length > 0 ? found : [emailOf(Object.fromEntries(element ? equalities(element) : []))]
    for (const email of targets) Object.assign(email, ...change)
    if (found.length === 0) draft.emails.push(...targets)
  }
  // Only one address is primary: the latest marked as such.
  if (change.some(({ primary }) => primary)) {
    const chosen = draft.emails.findLast((email) => change.some((each) => each === email || contains(email, each)))
    for (const email of draft.emails) if (email !== chosen && email.primary) email.primary = false
  }
}

const contains = (email: Email, part: Email) =>
  Object.entries(part).every(([name, value]) => email[name as keyof Email] === value)
const isSameAddress = (one: Email, other: Email) => one.value?.toLowerCase() === other.value?.toLowerCase()

function emailsIn(value: unknown): Email[] {
  const given = [value].flat()
  enforceMaxEmails(given.length)
  return given.map(emailOf)
}

function enforceMaxEmails(count: number) {
  if (count > maxEmails)
    throw scimProblem('invalidValue', { messages: [`A person has more than ${maxEmails} emails.`] })
}

function emailOf(given: unknown): Email {
  if (typeof given === 'string') return { value: textOf(given, 'emails.value') }
  const email: Email = {}
  for (const [name, value] of members(given)) {
    if (value === null) continue
    const member = name.toLowerCase()
    if (member === 'value') email.value = textOf(value, 'emails.value')
    if (member === 'type') email.type = textOf(value, 'emails.type')
    if (member === 'primary') email.primary = truthOf(value, 'emails.primary')
  }
  return email
}

/** The address that the person gets: the primary one, else that of work, else the first. */
export const addressIn = ({ emails }: Draft): string | undefined => {
  const given = emails.filter(({ value }) => value)
  const isWork = ({ type }: Email) => type?.toLowerCase() === 'work'
  return (given.find(({ primary }) => primary) ?? given.find(isWork) ?? given[0])?.value
}

const equalities = (filter: Filter): [string, CompareValue][] => {
  if (filter.is === 'compare' && filter.operator === 'eq') return [[filter.path, filter.value]]
  return filter.is === 'and' ? filter.parts.flatMap(equalities) : []
}

function matches(filter: Filter, email: Email): boolean {
  if (filter.is === 'and') return filter.parts.every((part) => matches(part, email))
  if (filter.is === 'or') return filter.parts.some((part) => matches(part, email))
  if (filter.is === 'not') return !matches(filter.part, email)
  if (filter.is === 'element' || !['value', 'type', 'primary'].includes(filter.path))
    throw scimProblem('invalidPath', { messages: [`An email has no ${filter.path}.`] })
  const held = email[filter.path as keyof Email]
  if (filter.is === 'present') return held !== undefined
  // Entra writes primary eq "True".
  const text = String(held ?? '').toLowerCase()
  const sought = String(filter.value).toLowerCase()
  if (filter.operator === 'eq') return text === sought
  if (filter.operator === 'ne') return text !== sought
  if (filter.operator === 'co') return text.includes(sought)
  if (filter.operator === 'sw') return text.startsWith(sought)
  if (filter.operator === 'ew') return text.endsWith(sought)
  throw scimProblem('invalidPath', { messages: [`A path cannot compare by ${filter.operator}.`] })
}

const keptMembers = (value: unknown) =>
  members(value).filter(([name]) => {
    const path = name.toLowerCase()
    return path.startsWith(userSchema.toLowerCase()) || !path.startsWith('urn:')
  })

function members(value: unknown): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw scimProblem('invalidSyntax', { messages: ['An object is needed here.'] })
}

/** A former form of Entra wraps a single value: `[{ "value": "…" }]`. */
const unwrapped = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'object' && value[0] && 'value' in value[0]
    ? value[0].value
    : value

function textOf(given: unknown, name: string): string {
  const value = unwrapped(given)
  if (typeof value !== 'string') throw scimProblem('invalidValue', { messages: [`${name} must be text.`] })
  if (value.length > maxText)
    throw scimProblem('invalidValue', { messages: [`${name} has more than ${maxText} characters.`] })
  return value.trim()
}

/** Entra writes "True" and "False". */
function truthOf(given: unknown, name: string): boolean {
  const value = unwrapped(given)
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 'true') return true
  if (text === false || text === 'false') return false
  throw scimProblem('invalidValue', { messages: [`${name} must be true or false.`] })
}

function userTypeOf(given: unknown): UserType {
  const text = textOf(given, 'userType').toLowerCase()
  const found = userTypes.find((each) => each.toLowerCase() === text)
  if (found) return found
  throw scimProblem('invalidValue', { messages: [`userType must be ${userTypes.join(' or ')}.`] })
}
