import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { Currency } from '#features/shop/products/rules.ts'
import { businessDay, dayAfter } from '#kit/day.ts'
import { type BillTo, paymentDays, totalsOf } from '../../billing/rules.ts'
import { giveNumber } from './give-number.ts'

export type NewInvoice = {
  customerId: string
  orderId: string | null
  billTo: BillTo
  currency: Currency
  taxBasisPoints: number
  purchaseOrder: string
  /** Lines in display order, postage included. */
  lines: readonly {
    productCode: string
    productCategory: string
    description: string
    quantity: number
    unitCents: number
    enrollmentSize: number | null
  }[]
  /** True if it was paid before it was issued. */
  paid: boolean
}

/** Computes the totals from the lines. A pending invoice is due after `paymentDays`. */
export async function issueInvoice(
  { clock }: Pick<App, 'clock'>,
  tx: Db,
  { lines, billTo, paid, ...invoice }: NewInvoice,
): Promise<{ id: string; invoiceNo: string }> {
  const id = randomUUID()
  const now = clock()
  const issuedOn = businessDay(clock, now)
  const invoiceNo = await giveNumber(tx, 'SCINV')
  await tx
    .insertInto('invoice')
    .values({
      ...invoice,
      ...totalsOf(lines, invoice.taxBasisPoints),
      id,
      invoiceNo,
      billTo: JSON.stringify(billTo),
      status: paid ? 'PAID' : 'PENDING',
      issuedOn,
      dueOn: paid ? issuedOn : dayAfter(issuedOn, paymentDays),
      paidAt: paid ? now : null,
      createdAt: now,
    })
    .execute()
  await tx
    .insertInto('invoiceLine')
    .values(
      lines.map(({ productCode, productCategory, description, quantity, unitCents, enrollmentSize }, index) => ({
        invoiceId: id,
        position: index + 1,
        productCode,
        productCategory,
        description,
        quantity,
        unitCents,
        enrollmentSize,
      })),
    )
    .execute()
  return { id, invoiceNo }
}
