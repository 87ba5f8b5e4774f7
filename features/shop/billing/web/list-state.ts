import type { Order } from '#ui/table/columns.ts'
import { isOpen, type ShownInvoice } from '../../invoices/web/invoice-words.ts'

/** The specification's. */
export const invoicesAPage = 10

/** What can be chosen: those to be paid are the pending and the overdue ones. */
export const choices = {
  open: { label: 'To be paid', has: isOpen },
  overdue: { label: 'Overdue', has: (one: ShownInvoice) => one.invoiceStatus === 'Overdue' },
  paid: { label: 'Paid', has: (one: ShownInvoice) => one.invoiceStatus === 'Paid' },
  refunded: { label: 'Refunded', has: (one: ShownInvoice) => one.invoiceStatus === 'Refunded' },
}
type Choice = keyof typeof choices

/** The columns by which it can be sorted. */
const sorts = ['number', 'state', 'created', 'due', 'total']

/** What the list shows; all of it stands in the address. `page` 0: the one that has the unfolded invoice. */
export type ListState = { page: number; choice: Choice | ''; text: string; order: Order | null; unfolded: string }

/** What makes no sense in an address counts as not there. */
export function readListState(search: Record<string, string | string[]>): ListState {
  const text = (name: string) => [search[name]].flat()[0] ?? ''
  const page = Number(text('pageNumber'))
  const by = text('sortField')
  const unfolded = text('invoice').slice(0, 40)
  return {
    page: Number.isInteger(page) && page >= 1 ? page : unfolded ? 0 : 1,
    choice: Object.hasOwn(choices, text('state')) ? (text('state') as Choice) : '',
    text: text('text').slice(0, 200),
    order: sorts.includes(by) ? { by, descending: text('descending') === 'true' } : null,
    unfolded,
  }
}

/** Something else chosen begins the list anew at its first page, with nothing unfolded. */
export function listAddress(state: ListState, change: Partial<ListState> = {}): string {
  const { page, choice, text, order, unfolded } = { ...state, page: 1, unfolded: '', ...change }
  const members = new URLSearchParams()
  if (text) members.set('text', text)
  if (choice) members.set('state', choice)
  if (order) members.set('sortField', order.by)
  if (order?.descending) members.set('descending', 'true')
  if (page > 1 || (page === 1 && unfolded)) members.set('pageNumber', String(page))
  if (unfolded) members.set('invoice', unfolded)
  return members.size > 0 ? `/invoices?${members}` : '/invoices'
}

/** Those that are asked for, as they came: the newest first. */
export function narrowed(all: readonly ShownInvoice[], { choice, text }: ListState): readonly ShownInvoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const within = wordsOf(one)
    return (choice === '' || choices[choice].has(one)) && words.every((word) => within.includes(word))
  })
}

const wordsOf = (one: ShownInvoice) =>
  [
    one.invoiceNumber,
    one.purchaseOrder,
    one.orderNumber ?? '',
    one.total.toFixed(2),
    ...one.items.flatMap(({ productCode, description }) => [productCode, description]),
  ]
    .join('\n')
    .toLowerCase()

/** Beyond the last page stays beyond it; 0 becomes the page with the unfolded invoice. */
export function shownPage({ page, unfolded }: ListState, found: readonly ShownInvoice[]): number {
  if (page > 0) return page
  const at = found.findIndex(({ invoiceNumber }) => invoiceNumber === unfolded)
  return at < 0 ? 1 : Math.floor(at / invoicesAPage) + 1
}
