import Papa from 'papaparse'
import { grouped } from '#kit/wording.ts'
import { type Mode, maxPeople, neededColumns, type ReadFile, type SkipReason } from '../rules.ts'
import { type Bundle, unreadable } from './read-bundle.ts'

/** A person of the file, in the roles and schools that it names. `line` is the one of `users.csv` in a spreadsheet. */
export type RosterPerson = {
  line: number
  sourcedId: string
  firstName: string
  lastName: string
  email: string
  grade: string
  /** Set if the person leaves the roster. */
  gone?: 'DELETED' | 'DISABLED'
  /** Undefined in a file of changes without roles. */
  roles: RosterRole[] | undefined
}
export type RosterRole = { org: string; is: 'STUDENT' | 'STAFF' | 'OTHER'; gone?: true }
export type RosterOrg = { sourcedId: string; name: string; students: number }
export type Fault = { line: number; sourcedId: string; name: string; email: string; why: SkipReason }

export type Reading = {
  version: '1.1' | '1.2'
  mode: Mode
  /** Schools that have students in the file, by name. */
  orgs: RosterOrg[]
  people: RosterPerson[]
  /** Lines without a usable id. */
  faults: Fault[]
  /** Removed from `roles.csv` of a file of changes, without a line in `users.csv`. */
  roleEnds: { sourcedId: string; org: string }[]
}

/** Reads OneRoster 1.1 and 1.2. `today` as in 2026-11-26: a role that ended before it does not count. */
export function readRoster(bundle: Bundle, today: string): Reading {
  const manifest = readManifest(bundle)
  const users = table(bundle, 'users.csv', neededColumns)
  if (users.rows.length > maxPeople)
    throw unreadable(`users.csv has ${users.rows.length} people. The maximum is ${grouped(maxPeople)}.`)
  const roles = bundle['roles.csv'] === undefined || manifest.roles === 'absent' ? undefined : readRoles(bundle, today)
  if (!roles && !users.has('role'))
    throw unreadable('users.csv has no role column and there is no roles.csv, so we can’t tell who is a student.')
  const people: RosterPerson[] = []
  const faults: Fault[] = []
  const lines = new Set<string>()
  for (const row of users.rows) {
    const sourcedId = row.cell('sourcedId')
    const email = addressOf(row)
    const person = {
      line: row.line,
      sourcedId,
      firstName: row.cell('preferredGivenName') || row.cell('givenName'),
      lastName: row.cell('preferredFamilyName') || row.cell('familyName'),
      email,
    }
    const name = `${person.firstName} ${person.lastName}`.trim()
    if (sourcedId === '' || lines.has(sourcedId)) {
      faults.push({ line: row.line, sourcedId, name, email, why: sourcedId === '' ? 'NO_ID' : 'ID_TWICE' })
      continue
    }
    lines.add(sourcedId)
    const gone = goneOf(row)
    people.push({
      ...person,
      grade: listOf(row.cell('grades') || row.cell('grade')).join(', '),
      ...(gone && { gone }),
      roles: roles ? (roles.of.get(sourcedId) ?? (manifest.mode === 'DELTA' ? undefined : [])) : rolesOf(row),
    })
  }
  const roleEnds = [...(roles?.of ?? [])].flatMap(([sourcedId, all]) =>
    lines.has(sourcedId) || manifest.mode === 'BULK'
      ? []
      : all
          .filter(
            ({ is, gone, org }) => is === 'STUDENT' && gone && !all.some((role) => role.org === org && !role.gone),
          )
          .map(({ org }) => ({ sourcedId, org })),
  )
  return {
    version: roles ? '1.2' : '1.1',
    mode: manifest.mode,
    orgs: schoolsOf(bundle, people),
    people,
    faults,
    roleEnds,
  }
}

function readManifest(bundle: Bundle): { mode: Mode; roles: string } {
  if (bundle['manifest.csv'] === undefined) return { mode: 'BULK', roles: 'bulk' }
  const { rows } = table(bundle, 'manifest.csv', ['propertyName', 'value'])
  const values = new Map(rows.map((row) => [row.cell('propertyName').toLowerCase(), row.cell('value').toLowerCase()]))
  const version = values.get('oneroster.version') ?? ''
  if (version !== '' && !/^1\.[12](\.\d+)?$/.test(version))
    throw unreadable(`manifest.csv says OneRoster ${version}. We can read 1.1 and 1.2.`)
  const users = values.get('file.users') ?? 'bulk'
  if (users === 'absent') throw unreadable('manifest.csv says that users.csv is absent.')
  if (users !== 'bulk' && users !== 'delta')
    throw unreadable(`manifest.csv says “${users}” for file.users. It must be bulk or delta.`)
  return { mode: users === 'bulk' ? 'BULK' : 'DELTA', roles: values.get('file.roles') ?? 'bulk' }
}

function readRoles(bundle: Bundle, today: string): { of: Map<string, RosterRole[]> } {
  const of = new Map<string, RosterRole[]>()
  for (const row of table(bundle, 'roles.csv', ['userSourcedId', 'role', 'orgSourcedId']).rows) {
    const end = row.cell('endDate').slice(0, 10)
    const gone = isDeleted(row) || (/^\d{4}-\d\d-\d\d$/.test(end) && end < today)
    const role = { org: row.cell('orgSourcedId'), is: roleKind(row.cell('role')), ...(gone && { gone: true as const }) }
    of.set(row.cell('userSourcedId'), [...(of.get(row.cell('userSourcedId')) ?? []), role])
  }
  return { of }
}

function rolesOf(row: Row): RosterRole[] {
  const orgs = listOf(row.cell('orgSourcedIds'))
  const is = roleKind(row.cell('role'))
  return (orgs.length > 0 ? orgs : ['']).map((org) => ({ org, is }))
}

function roleKind(role: string): RosterRole['is'] {
  const bare = role.toLowerCase().replace(/[^a-z]/g, '')
  if (bare === 'student') return 'STUDENT'
  return ['guardian', 'parent', 'relative', ''].includes(bare) ? 'OTHER' : 'STAFF'
}

/** Departments and districts are no schools; without `orgs.csv` each id is one. */
function schoolsOf(bundle: Bundle, people: RosterPerson[]): RosterOrg[] {
  const named = new Map<string, string>()
  const others = new Set<string>()
  if (bundle['orgs.csv'] !== undefined)
    for (const row of table(bundle, 'orgs.csv', ['sourcedId', 'name']).rows) {
      const isSchool = ['school', ''].includes(row.cell('type').toLowerCase())
      if (isSchool) named.set(row.cell('sourcedId'), row.cell('name'))
      else others.add(row.cell('sourcedId'))
    }
  const students = new Map<string, number>()
  for (const { roles = [], gone } of people)
    for (const org of new Set(
      roles.filter(({ is, gone: ended }) => is === 'STUDENT' && !ended).map((role) => role.org),
    ))
      if (org !== '' && !gone && !others.has(org)) students.set(org, (students.get(org) ?? 0) + 1)
  return [...students]
    .map(([sourcedId, count]) => ({ sourcedId, name: named.get(sourcedId) || sourcedId, students: count }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

const isDeleted = (row: Row) => row.cell('status').toLowerCase() === 'tobedeleted'

function goneOf(row: Row): RosterPerson['gone'] {
  if (isDeleted(row)) return 'DELETED'
  return ['false', '0', 'no'].includes(row.cell('enabledUser').toLowerCase()) ? 'DISABLED' : undefined
}

/** Some systems put the address into the username only. */
const addressOf = (row: Row) =>
  (row.cell('email') || (row.cell('username').includes('@') ? row.cell('username') : '')).toLowerCase()

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

type Row = { line: number; cell: (column: string) => string }

/** Columns in any order and case. Quoted cells may have line breaks, which are spaces to us. */
function table(bundle: Bundle, name: ReadFile, needed: readonly string[]) {
  const { data, errors } = Papa.parse<string[]>((bundle[name] ?? '').replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open) throw unreadable(`${name}, line ${(open.row ?? 0) + 1}: a quotation mark is missing.`)
  const header = (data[0] ?? []).map((cell) => bare(cell))
  const absent = needed.filter((column) => !header.includes(bare(column)))
  if (absent.length > 0)
    throw unreadable(
      ...absent.map((column) => `${name}, line 1: the column ${column} is missing.`),
      ...(header.filter(Boolean).length > 0
        ? [`The columns are: ${(data[0] ?? []).slice(0, 30).map(shown).join(', ')}`]
        : []),
    )
  const at = new Map(header.map((column, index) => [column, index]))
  const rows: Row[] = []
  let line = 1
  for (const [index, cells] of data.entries()) {
    const own = line
    line += 1 + cells.join('').split('\n').length - 1
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue
    rows.push({ line: own, cell: (column) => clean(cells[at.get(bare(column)) ?? -1] ?? '') })
  }
  return { rows, has: (column: string) => header.includes(bare(column)) }
}

const maxShown = 60
const shown = (cell: string) => (cell.length > maxShown ? `${cell.slice(0, maxShown)}…` : cell)
const bare = (column: string) => column.trim().toLowerCase()
const clean = (cell: string) => cell.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
