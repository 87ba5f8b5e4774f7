import { Trash2 } from 'lucide-react'
import { maxPupils } from '#features/shop/products/rules.ts'
import { lineSum, shortMoney } from '#kit/web/money.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { CountField } from './count-field.tsx'
import type { CartItem, ShownCart } from './use-cart.ts'
import type { CartWork } from './use-cart-work.ts'

/** What is in the cart but its postage, which nobody has chosen. */
export function CartLines({ cart, work }: { cart: ShownCart; work: CartWork }) {
  return (
    <div className={work.busy ? 'cart-lines busy' : 'cart-lines'}>
      <Table
        caption="Items in your cart"
        head={
          <>
            <th scope="col">Item</th>
            <th scope="col">How many</th>
            <th scope="col" className="n">
              Price
            </th>
            <th scope="col" className="n">
              {cart.currency}
            </th>
            <th scope="col">
              <span className="only-heard">Remove</span>
            </th>
          </>
        }
      >
        {cart.items
          .filter(({ productCategory }) => productCategory !== 'Postage & Handling')
          .map((item) => (
            <Line key={item.productCode} item={item} cart={cart} work={work} />
          ))}
      </Table>
    </div>
  )
}

function Line({ item, cart, work }: { item: CartItem; cart: ShownCart; work: CartWork }) {
  const total = lineTotal(item)
  return (
    <tr>
      <td className="name-cell">
        <Link className="table-title" href={`/cms/products/${encodeURIComponent(item.productCode)}`}>
          {item.name}
        </Link>
        <div className="why">{item.productCategory}</div>
        {item.problem !== null && (
          <p className="gone" role="note">
            {problemInWords(item)}
          </p>
        )}
        {item.quoted && <Status tone="ok">{`Price of quote ${cart.quoteNumber}`}</Status>}
      </td>
      <td className="count-cell">
        {item.byEnrollment && (
          <CountField
            label="Pupils and students"
            name={item.name}
            value={item.enrollmentSize}
            most={maxPupils}
            unsaved={work.unsaved}
            onChange={(enrollmentSize) => work.setCount(item, { enrollmentSize })}
          />
        )}
        {item.mostInCart > 1 ? (
          <CountField
            label="Quantity"
            name={item.name}
            value={item.quantity}
            most={item.mostInCart}
            steps
            unsaved={work.unsaved}
            onChange={(quantity) => work.setCount(item, { quantity })}
          />
        ) : (
          !item.byEnrollment && <span className="num">1</span>
        )}
      </td>
      <td className="n">
        {item.unitPrice !== null && (
          <>
            <span className="narrow-word">Each </span>
            {shortMoney(item.unitPrice, cart.currency)}
          </>
        )}
      </td>
      <td className="n sum">{total === undefined ? '' : shortMoney(total, cart.currency)}</td>
      <td className="remove-cell">
        <Button look="bare" square icon={Trash2} onClick={() => void work.remove(item)}>
          {`Remove ${item.name}`}
        </Button>
      </td>
    </tr>
  )
}

/** Without tax; what the server sums up is in the totals. */
const lineTotal = ({ quantity, unitPrice }: CartItem): number | undefined =>
  unitPrice === null ? undefined : lineSum({ unitPrice, quantity })

/** Why a line cannot be ordered as it is, and what to do. */
const problemInWords = ({ problem, mostInCart }: CartItem): string =>
  ({
    not_offered: 'Not offered any more. Please remove it before you order.',
    no_price: 'There is no price for it in your country, or for so many pupils. Please remove it before you order.',
    enrollment_needed: 'Please enter the number of pupils and students.',
    too_many: `At most ${mostInCart.toLocaleString()} can be in one order.`,
  })[problem!]
