import type { ExportTable } from '#ui/table/save-table.ts'
import type { Order } from '#ui/table/table.tsx'
import { states, typeInWords } from './subscription-words.ts'
import type { ShownSubscription } from './use-subscriptions.ts'

export const pageSizes = [5, 10, 20, 40, 60] as const

/** What the grid shows; all of it stands in the address. */
export type GridState = { page: number; size: number; order: Order | null }

/** What makes no sense in an address counts as not there. */
export function readGridState(search: Record<string, string | string[]>): GridState {
  const text = (name: string) => [search[name]].flat()[0] ?? ''
  const page = Number(text('pageNumber'))
  const size = pageSizes.find((each) => String(each) === text('pageSize')) ?? 5
  const by = text('sortField')
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size,
    order: Object.hasOwn(compare, by) ? { by, descending: text('descending') === 'true' } : null,
  }
}

/** Something else chosen begins the grid anew at its first page. */
export function gridAddress(state: GridState, change: Partial<GridState> = {}): string {
  const { page, size, order } = { ...state, page: 1, ...change }
  const members = new URLSearchParams()
  if (size !== 5) members.set('pageSize', String(size))
  if (order) members.set('sortField', order.by)
  if (order?.descending) members.set('descending', 'true')
  if (page > 1) members.set('pageNumber', String(page))
  return members.size > 0 ? `/subscriptions?${members}` : '/subscriptions'
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const text = (of: (one: ShownSubscription) => string) => (a: ShownSubscription, b: ShownSubscription) =>
  collator.compare(of(a), of(b))
const number = (of: (one: ShownSubscription) => Date | number | null) => (a: ShownSubscription, b: ShownSubscription) =>
  Number(of(a) ?? -1) - Number(of(b) ?? -1)
const stateOrder = ['CURRENT', 'UPCOMING', 'ENDED']

const compare: Record<string, (a: ShownSubscription, b: ShownSubscription) => number> = {
  product: text((one) => one.product.name),
  state: number((one) => stateOrder.indexOf(one.state) - (one.dueForRenewal ? 0.5 : 0)),
  start: number((one) => one.effectiveStartDate),
  end: number((one) => one.effectiveEndDate),
  enrolment: number((one) => one.enrollmentSize),
  created: number((one) => one.createdDate),
  invoice: text((one) => one.invoiceNumber),
  order: text((one) => one.purchaseOrder),
  payor: text((one) => one.payorName),
}

/** Equal ones keep the order of the server: the one that ends last first. */
export function sortSubscriptions(
  all: readonly ShownSubscription[],
  order: Order | null,
): readonly ShownSubscription[] {
  if (!order) return all
  const turn = order.descending ? -1 : 1
  return [...all].sort((a, b) => compare[order.by]!(a, b) * turn)
}

export const subscriptionsCsv = (all: readonly ShownSubscription[]): ExportTable => ({
  columns: [
    'Product',
    'Product code',
    'Type',
    'State',
    'Due for renewal',
    'Starts',
    'Ends',
    'Enrolment',
    'Created',
    'Invoice',
    'Purchase order',
    'Payor',
  ],
  rows: all.map((one) => [
    one.product.name,
    one.productCode,
    typeInWords(one.subscriptionType.name),
    states[one.state].label,
    one.dueForRenewal ? 'yes' : 'no',
    one.effectiveStartDate,
    one.effectiveEndDate,
    one.enrollmentSize,
    one.createdDate,
    one.invoiceNumber,
    one.purchaseOrder,
    one.payorName,
  ]),
})
