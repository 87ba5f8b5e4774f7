import './bill.css'
import { postageCategory } from '#features/shop/billing/rules.ts'
import { grouped, moneyInWords, shortMoney } from '#kit/web/in-words.ts'
import { lineSum } from '#kit/web/money.ts'

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
    <table className="table cards bill-items" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="n">
            Quantity
          </th>
          <th scope="col" className="n">
            Each
          </th>
          <th scope="col" className="n">
            {currency}
          </th>
        </tr>
      </thead>
      <tbody>
        {items
          .filter(({ productCategory }) => productCategory !== postageCategory)
          .map(({ productCode, description, quantity, unitPrice, enrollmentSize }) => (
            <tr key={productCode}>
              <td className="what">
                {description}
                <span className="why">
                  <span className="code">{productCode}</span>
                  {enrollmentSize ? ` · for ${grouped(enrollmentSize)} pupils and students` : ''}
                </span>
              </td>
              <td className="n">{grouped(quantity)}</td>
              <td className="n">{shortMoney(unitPrice, currency)}</td>
              <td className="n sum">{shortMoney(lineSum({ unitPrice, quantity }), currency)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

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
    <dl className="bill-totals">
      <div>
        <dt>Subtotal</dt>
        <dd className="num">{shortMoney(subTotal, currency)}</dd>
      </div>
      {hasPostage && (
        <div>
          <dt>{postageCategory}</dt>
          <dd className="num">{shortMoney(shipping, currency)}</dd>
        </div>
      )}
      <div>
        <dt>
          {taxName} {taxPercent}%
        </dt>
        <dd className="num">{shortMoney(gst, currency)}</dd>
      </div>
      <div className="sum">
        <dt>{total}</dt>
        <dd className="num">{moneyInWords(sums.total, currency)}</dd>
      </div>
    </dl>
  )
}
