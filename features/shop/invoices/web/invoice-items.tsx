import { postageCategory } from '#features/shop/billing/rules.ts'
import { bareMoney, grouped, moneyInWords } from '#kit/web/in-words.ts'
import { lineSum } from '#kit/web/money.ts'
import type { ShownInvoice } from './invoice-words.ts'

type Billed = Pick<
  ShownInvoice,
  'items' | 'subTotal' | 'shipping' | 'gst' | 'total' | 'currency' | 'taxName' | 'taxPercent'
>

/** The billed lines and how they add up; the totals are the server's, and postage is not a line. */
export function InvoiceItems({ billed, caption }: { billed: Billed; caption: string }) {
  const { items, subTotal, shipping, gst, total, currency, taxName, taxPercent } = billed
  const sums: [label: string, amount: number][] = [
    ['Subtotal', subTotal],
    ...(shipping > 0 ? [[postageCategory, shipping] as [string, number]] : []),
    [`${taxName} ${taxPercent}%`, gst],
  ]
  return (
    <table className="invoice-items w-full text-small">
      <caption className="only-heard">{caption}</caption>
      <thead>
        <tr>
          <th className="remark weight-500" scope="col">
            Item
          </th>
          <th scope="col" className="n remark weight-500">
            Quantity
          </th>
          <th scope="col" className="n remark weight-500">
            Each
          </th>
          <th scope="col" className="n remark weight-500">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {items
          .filter(({ productCategory }) => productCategory !== postageCategory)
          .map(({ productCode, description, quantity, unitPrice, enrollmentSize }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have a fixed order, and may be equal
            <tr key={i}>
              <td>
                {description}
                <div className="why">
                  {productCode}
                  {enrollmentSize !== null && ` · for ${grouped(enrollmentSize)} pupils and students`}
                </div>
              </td>
              <td className="n">{grouped(quantity)}</td>
              <td className="n">{bareMoney(unitPrice)}</td>
              <td className="n">{bareMoney(lineSum({ unitPrice, quantity }))}</td>
            </tr>
          ))}
      </tbody>
      <tfoot>
        {sums.map(([label, amount]) => (
          <tr key={label}>
            <th className="remark weight-500" scope="row" colSpan={3}>
              {label}
            </th>
            <td className="n">{bareMoney(amount)}</td>
          </tr>
        ))}
        <tr className="total">
          <th className="remark weight-500" scope="row" colSpan={3}>
            Total
          </th>
          <td className="n">{moneyInWords(total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
