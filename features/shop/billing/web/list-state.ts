import { listState, oneOf, pageNumber, type Sorted, sortChoices, typedWords } from '#kit/web/list-address.ts'
import { type InvoiceView, isOpen } from '../../invoices/web/invoice-labels.ts'

/** The specification's page size. */
export const invoicesAPage = 10

/** The filters; unpaid invoices are the pending and the overdue ones. */
export const choices = {
  open: { label: 'Outstanding', has: isOpen },
  overdue: { label: 'Overdue', has: (one: InvoiceView) => one.invoiceStatus === 'Overdue' },
  paid: { label: 'Paid', has: (one: InvoiceView) => one.invoiceStatus === 'Paid' },
  refunded: { label: 'Refunded', has: (one: InvoiceView) => one.invoiceStatus === 'Refunded' },
}
type Choice = keyof typeof choices

/** The list's state. `page` 0: the page with the unfolded invoice. */
export type ListState = Sorted & { text: string; choice: Choice | ''; page: number; unfolded: string }

export const invoiceList = listState<ListState>('/invoices', {
  text: typedWords('text'),
  choice: oneOf<Choice | ''>('state', '', Object.keys(choices) as Choice[]),
  ...sortChoices(['number', 'state', 'created', 'due', 'total']),
  page: { ...pageNumber('pageNumber'), usual: 0 },
  unfolded: { name: 'invoice', usual: '', read: (text) => text.slice(0, 40) },
})

/** A changed filter returns to the first page, with nothing unfolded. */
export function listAddress(state: ListState, change: Partial<ListState> = {}): string {
  const next = { page: 1, unfolded: '', ...change }
  return invoiceList.addressOf(state, next.page === 1 && next.unfolded === '' ? { ...next, page: 0 } : next)
}

/** The matching invoices, in the order received. */
export function narrowed(all: readonly InvoiceView[], { choice, text }: ListState): readonly InvoiceView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const within = wordsOf(one)
    return (choice === '' || choices[choice].has(one)) && words.every((word) => within.includes(word))
  })
}

const wordsOf = (one: InvoiceView) =>
  [
    one.invoiceNumber,
    one.purchaseOrder,
    one.orderNumber ?? '',
    one.total.toFixed(2),
    ...one.items.flatMap(({ productCode, description }) => [productCode, description]),
  ]
    .join('\n')
    .toLowerCase()

/** A page beyond the last is kept; 0 becomes the page with the unfolded invoice. */
export function shownPage({ page, unfolded }: ListState, found: readonly InvoiceView[]): number {
  if (page > 0) return page
  const at = found.findIndex(({ invoiceNumber }) => invoiceNumber === unfolded)
  return at < 0 ? 1 : Math.floor(at / invoicesAPage) + 1
}
