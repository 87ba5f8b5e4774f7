import './bill.css'
import { postageCategory } from '#features/shop/billing/rules.ts'
import { counted, formatMoney, grouped, shortMoney } from '#kit/web/format.ts'
import { lineSum } from '#kit/web/money.ts'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'

export type BillItem = {
  productCode: string
  productCategory: string
  description: string
  quantity: number
  unitPrice: number
  enrollmentSize?: number | null
}
export type BillSums = {
  subTotal: number
  shipping: number
  gst: number
  total: number
  currency: string
  taxName: string
  taxPercent: number
}

/** The ordered, billed or paid lines; postage is among the totals. */
export function BillItems({ items, currency, label }: { items: readonly BillItem[]; currency: string; label: string }) {
  return (
    <div className="cards bill-items">
      <DataTable
        caption={label}
        columns={billColumns(currency)}
        rows={items.filter(({ productCategory }) => productCategory !== postageCategory)}
        // Two lines may be equal, so the key is the position, which never changes.
        keyOf={(_, index) => index}
      />
    </div>
  )
}

const billColumns = (currency: string): Columns<BillItem> => [
  {
    head: 'Item',
    className: 'what weight-500 anywhere',
    cell: ({ description, productCode, enrollmentSize }) => (
      <>
        {description}
        <span className="why block weight-400">
          <span className="code text-note">{productCode}</span>
          {enrollmentSize ? ` · for ${counted(enrollmentSize, 'student')}` : ''}
        </span>
      </>
    ),
  },
  { head: 'Quantity', number: true, cell: ({ quantity }) => grouped(quantity) },
  { head: 'Each', number: true, cell: ({ unitPrice }) => shortMoney(unitPrice, currency) },
  { head: currency, number: true, className: 'sum', cell: (line) => shortMoney(lineSum(line), currency) },
]

/** `hasPostage`: shows the postage line even if it is free. */
export function BillTotals({
  sums,
  hasPostage,
  total = 'Total',
}: {
  sums: BillSums
  hasPostage: boolean
  total?: string
}) {
  const { subTotal, shipping, gst, currency, taxName, taxPercent } = sums
  return (
    <dl className="bill-totals stack gap-6">
      <div className="flex gap-16 spread">
        <dt className="ink-2">Subtotal</dt>
        <dd className="num">{shortMoney(subTotal, currency)}</dd>
      </div>
      {hasPostage && (
        <div className="flex gap-16 spread">
          <dt className="ink-2">{postageCategory}</dt>
          <dd className="num">{shortMoney(shipping, currency)}</dd>
        </div>
      )}
      <div className="flex gap-16 spread">
        <dt className="ink-2">
          {taxName} {taxPercent}%
        </dt>
        <dd className="num">{shortMoney(gst, currency)}</dd>
      </div>
      <div className="sum flex gap-16 spread items-baseline mt-4 weight-600">
        <dt className="ink">{total}</dt>
        <dd className="num">{formatMoney(sums.total, currency)}</dd>
      </div>
    </dl>
  )
}
