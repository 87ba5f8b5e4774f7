import { moneyInWords } from '#kit/web/money.ts'
import { Link } from '#ui/link.tsx'
import { dayInWords, type ShownDeskOrder } from './desk-order-words.ts'

/** What was ordered, line by line, what it gives, and where it goes on. */
export function DeskOrderInside({ order }: { order: ShownDeskOrder }) {
  const { items, subscriptions, purchaseOrder, orderNumber, currency } = order
  return (
    <>
      <table className="order-items">
        <caption className="only-heard">Items of {orderNumber}, prices without tax</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="n">
              Enrolment
            </th>
            <th scope="col" className="n">
              Quantity
            </th>
            <th scope="col" className="n">
              Each, without tax
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ productCode, description, enrollmentSize, quantity, unitPrice }) => (
            <tr key={productCode}>
              <td>
                {description} <span className="code">{productCode}</span>
              </td>
              <td className="n">{enrollmentSize?.toLocaleString()}</td>
              <td className="n">{quantity.toLocaleString()}</td>
              <td className="n">{moneyInWords(unitPrice, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="order-facts">
        {purchaseOrder && <li>Purchase order {purchaseOrder}</li>}
        {subscriptions.map(({ id, productCode, effectiveStartDate, effectiveEndDate }) => (
          <li key={id} className="num">
            Subscription <span className="code">{productCode}</span> {dayInWords(effectiveStartDate)} –{' '}
            {dayInWords(effectiveEndDate)}
          </li>
        ))}
        <li>
          <Link href={`/desk/payments?text=${encodeURIComponent(orderNumber)}`}>Card payments of this order</Link>
        </li>
      </ul>
    </>
  )
}
