import { type Step, steps, tidy } from './crosswalk-steps.ts'
import { type CrosswalkRow, crosswalkTable, type Gathered, linkedTo } from './crosswalk-table.ts'
import type { DataField, MarcRecord } from './record.ts'

type ListName = Gathered | 'seriesSearched'

/** Each list has a number: an array of fixed slots is far faster than an object that grows names. */
const slots = new Map<string, number>()
for (const name of [...crosswalkTable.map(({ to }) => to), 'seriesSearched'])
  if (!slots.has(name)) slots.set(name, slots.size)
export const slotOf = (name: ListName): number => slots.get(name)!

/** What the table found, by the list's slot. */
export type Lists = (string[] | undefined)[]

type Compiled = { slot: number; codes: string; step: Step; only: CrosswalkRow['only'] }

const rowsByTag = new Map<string, Compiled[]>()
for (const row of crosswalkTable as readonly (CrosswalkRow & { to: Gathered })[])
  for (const tag of row.tags.split(' ')) {
    const rows = rowsByTag.get(tag) ?? []
    rows.push({ slot: slotOf(row.to), codes: row.codes, step: steps[row.clean], only: row.only })
    rowsByTag.set(tag, rows)
  }

/** Runs a record once through the table. */
export function gather(record: MarcRecord): Lists {
  const lists: Lists = new Array(slots.size).fill(undefined)
  for (const field of record.fields) {
    if ('value' in field) continue
    if (field.tag === '880') gatherLinked(field, lists)
    const rows = rowsByTag.get(field.tag)
    if (rows === undefined) continue
    for (const { slot, codes, step, only } of rows)
      if (only === undefined || only(field)) step(field, codes, listAt(lists, slot))
  }
  return lists
}

/** `$6 245-01/$1`: the tag of the field in Latin script. */
function gatherLinked(field: DataField, lists: Lists): void {
  const link = field.subfields.find(({ code }) => code === '6')?.value ?? ''
  const text = field.subfields
    .filter(({ code }) => code >= 'a')
    .map(({ value }) => value)
    .join(' ')
  const tidied = tidy(text)
  if (tidied !== '') listAt(lists, slotOf(linkedTo(link.slice(0, 3)))).push(tidied)
}

function listAt(lists: Lists, slot: number): string[] {
  const known = lists[slot]
  if (known) return known
  const list: string[] = []
  lists[slot] = list
  return list
}
