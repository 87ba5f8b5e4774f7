import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'
import { dayAfter, dayIn, dayMs, defaultZone } from '#kit/day.ts'
import type { Column, Table } from './tables-testing.ts'

/** The owner of a row: a school, one person of it, and the first, second or third. */
export type Place = { school: string; person: string; n: number }
export type Values = Record<string, unknown>

/** Text for this place; it contains the school's word. */
export const wordsOf = ({ school, person, n }: Place, what: string) => `${school} ${person} ${n} ${what}`
export const personId = ({ school, person }: Omit<Place, 'n'>) => `${school}-${person}`
const labelOf = ({ school, person, n }: Place, what: string) => `${school}-${person}-${what}-${n}`

/** The id of a table's row at this place. Many calls accept UUIDs only. */
export function idOf(table: string, place: Place): string {
  const hex = sha256(labelOf(place, table))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const places = new Map<string, number>()
/** A number unique to this place. */
export function numberOf(place: Place): number {
  const label = labelOf(place, '')
  if (!places.has(label)) places.set(label, places.size + 1)
  return places.get(label)!
}

/**
 * Inserts rows with the given values; every other column that can hold a value gets a sample. Returns what it wrote.
 */
export async function put({ db }: Pick<TestApp, 'db'>, table: Table, rows: [Place, Values][]): Promise<Values[]> {
  const made = rows.map(([place, given]) => {
    const open = table.columns.filter(({ name, generated }) => !(name in given) && !generated)
    const values = open.map((column) => [column.name, madeUp(table, column, place)] as const)
    return { ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), ...given } as Values
  })
  for (const alike of Object.values(Object.groupBy(made, (row) => Object.keys(row).sort().join()))) {
    const names = sql.join(Object.keys(alike![0]!).map((name) => sql.id(name)))
    await sql`insert into ${sql.table(table.name)} (${names}) select ${names} from json_populate_recordset(
      null::${sql.table(table.name)}, ${JSON.stringify(alike)}::json) on conflict do nothing`.execute(db)
  }
  return made
}

function madeUp(table: Table, { name, type, nullable, hasDefault }: Column, place: Place): unknown {
  const reference = table.references.find(({ column }) => column === name)
  if (reference) return referred(table, reference, place)
  if (table.words.has(name)) return hasDefault || nullable ? undefined : table.words.get(name)
  if (name === 'id' && (type === 'text' || type === 'uuid')) return idOf(table.name, place)
  if (type === 'text') return madeUpText(table, name, place)
  if (type === 'ARRAY') return [wordsOf(place, name)]
  if (type === 'bytea') return `\\x${Buffer.from(wordsOf(place, name)).toString('hex')}`
  if (nullable || hasDefault) return undefined
  const later = /end|expires|due|until/.test(name)
  if (type === 'date') return inDays(later ? 300 : -30)
  if (type.startsWith('timestamp')) return momentIn(later ? 300 : -0.01)
  if (type === 'boolean') return false
  return /json/.test(type) ? {} : numberOf(place)
}

function referred({ name }: Table, { to, toColumn }: { to: string; toColumn: string }, place: Place) {
  if (to === name) return undefined
  if (to === 'customer') return place.school
  return to === 'app_user' || toColumn === 'user_id' ? personId(place) : idOf(to, place)
}

function madeUpText({ key }: Table, name: string, place: Place): string {
  if (name === 'customer_id') return place.school
  if (name === 'user_id') return personId(place)
  if (/(^|_)email$|recipient/.test(name)) return `${place.person}.${place.n}@${place.school}.example`
  const isName = key.includes(name) || /_(id|no|key|hash|number|token|by)$|^ref$/.test(name)
  return isName ? labelOf(place, name) : wordsOf(place, name)
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const momentIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
export const inDays = (days: number) => dayAfter(dayIn(defaultZone, new Date()), days)
