import { Trash2 } from 'lucide-react'
import { maxPupils } from '#features/shop/products/rules.ts'
import { grouped, shortMoney } from '#kit/web/format.ts'
import { lineSum } from '#kit/web/money.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'
import { CountField } from './count-field.tsx'
import type { CartItem, CartView } from './use-cart.ts'
import type { CartWork } from './use-cart-work.ts'

/** The cart's items, without postage, which no one chose. */
export function CartLines({ cart, work }: { cart: CartView; work: CartWork }) {
  return (
    <div className={work.busy ? 'cart-lines cards busy' : 'cart-lines cards'}>
      <DataTable
        caption="Items in your cart"
        columns={cartColumns(cart, work)}
        rows={cart.items.filter(({ productCategory }) => productCategory !== 'Postage & Handling')}
        keyOf={({ productCode }) => productCode}
      />
    </div>
  )
}

const cartColumns = (cart: CartView, work: CartWork): Columns<CartItem> => [
  {
    head: 'Item',
    className: 'name-cell anywhere',
    width: '45%',
    cell: (item) => (
      <>
        <Link className="table-title title" href={`/cms/products/${encodeURIComponent(item.productCode)}`}>
          {item.name}
        </Link>
        <div className="why">{item.productCategory}</div>
        {item.problem !== null && (
          <p className="gone ink-bad text-note weight-500 mt-4" role="note">
            {describeProblem(item)}
          </p>
        )}
        {item.quoted && <Status className="mt-6" tone="ok">{`Price of quote ${cart.quoteNumber}`}</Status>}
      </>
    ),
  },
  { head: 'Quantity', className: 'count-cell', width: 200, cell: (item) => <Counts item={item} work={work} /> },
  {
    head: 'Price',
    number: true,
    cell: ({ unitPrice }) =>
      unitPrice !== null && (
        <>
          <span className="narrow-word ink-3 weight-400">Each </span>
          {shortMoney(unitPrice, cart.currency)}
        </>
      ),
  },
  {
    head: cart.currency,
    number: true,
    className: 'sum',
    cell: (item) => {
      const total = lineTotal(item)
      return total === undefined ? '' : shortMoney(total, cart.currency)
    },
  },
  {
    head: 'Remove',
    headHidden: true,
    className: 'remove-cell',
    width: 36,
    cell: (item) => (
      <Button look="bare" square icon={Trash2} onClick={() => void work.remove(item)}>
        {`Remove ${item.name}`}
      </Button>
    ),
  },
]

const Counts = ({ item, work }: { item: CartItem; work: CartWork }) => (
  <>
    {item.byEnrollment && (
      <CountField
        label="Number of students"
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
  </>
)

/** Without tax; the server computes the totals. */
const lineTotal = ({ quantity, unitPrice }: CartItem): number | undefined =>
  unitPrice === null ? undefined : lineSum({ unitPrice, quantity })

/** Why a line cannot be ordered, and what to do. */
const describeProblem = ({ problem, mostInCart }: CartItem): string =>
  ({
    not_offered: 'No longer available. Please remove it before you order.',
    no_price: 'Not available in your country, or for this many students. Please remove it before you order.',
    enrollment_needed: 'Please enter the number of students.',
    too_many: `You can order at most ${grouped(mostInCart)} at once.`,
  })[problem!]
