import { z } from 'zod'
import type { Clause, RangeField } from './query.ts'
import type { FieldTarget } from './query-fields.ts'
import { accept, quoted, refuse } from './refuse.ts'

const bound = z.union([z.number(), z.string().max(32)]).optional()
const Bounds = z.strictObject({ gte: bound, gt: bound, lte: bound, lt: bound })

/** Years and days, with both bounds inclusive. */
export function readRange(name: string, target: FieldTarget, body: unknown): Clause {
  if (target.kind !== 'range') throw refuse(`A range on ${quoted(name)} is not accepted.`)
  const { gte, gt, lte, lt } = accept(Bounds, body, 'range')
  if ((gte !== undefined && gt !== undefined) || (lte !== undefined && lt !== undefined))
    throw refuse('A range has one lower and one upper bound.')
  const field = target.range
  const from =
    gte !== undefined ? boundOf(gte, field, 0, 'first') : gt !== undefined ? boundOf(gt, field, 1, 'last') : undefined
  const to =
    lte !== undefined ? boundOf(lte, field, 0, 'last') : lt !== undefined ? boundOf(lt, field, -1, 'first') : undefined
  if (from === undefined && to === undefined) return { kind: 'all' }
  return { kind: 'range', field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** One year or day as a range of its own. */
export const yearOf = (value: string, field: RangeField) => ({
  from: boundOf(value, field, 0, 'first'),
  to: boundOf(value, field, 0, 'last'),
})

function boundOf(value: number | string, field: RangeField, step: number, edge: 'first' | 'last'): number | string {
  if (field === 'publicationYear') {
    if (/^\d{1,4}$/.test(String(value))) return Number(value) + step
    throw refuse(`${quoted(value)} is not a year.`)
  }
  // Of an instant only the day counts: that is all a record says.
  const match = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:(?<=-\d\d-\d\d)T[\d:.]{5,12}Z)?$/.exec(String(value))
  if (!match) throw refuse(`${quoted(value)} is not a date: YYYY-MM-DD.`)
  const [, year, month, day] = match
  // A year or month alone stands for its first or last day.
  const at = new Date(`${year}-${month ?? (edge === 'first' ? '01' : '12')}-${day ?? '01'}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || (day && at.getUTCDate() !== Number(day)))
    throw refuse(`${quoted(value)} is not a date.`)
  if (!day && edge === 'last') at.setUTCMonth(at.getUTCMonth() + 1, 0)
  at.setUTCDate(at.getUTCDate() + step)
  return at.toISOString().slice(0, 10)
}
