import { CreditCard, TriangleAlert } from 'lucide-react'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { cartAddress, ownShop } from './order-addresses.ts'
import { OrderReviewScreen } from './order-review-screen.tsx'

/** Reviews a cart and posts its form to the card page; without a cart, explains where payments start. */
export function PaymentScreen() {
  const { cmsId, problem } = useSearch()
  if (cmsId && problem === undefined) return <OrderReviewScreen />
  return (
    <div className="payment">
      <title>Payment</title>
      {problem === undefined ? <NothingToPay /> : <NoResult />}
    </div>
  )
}

/** The card page's result was foreign or unreadable. */
const NoResult = () => (
  <EmptyState
    top
    icon={TriangleAlert}
    title="We couldn’t read the result from the card page"
    hint={
      <>
        Please don’t pay again yet. If your payment went through, we’ll email you a receipt and mark the invoice as
        paid. If neither happens within a few minutes, please contact the {settings.providerName} customer team
        {settings.supportEmail && ' at '}
        {settings.supportEmail && <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>}.
      </>
    }
  >
    <LinkButton look="main" href="/invoices">
      View your invoices
    </LinkButton>
    <LinkButton href={cartAddress}>{ownShop ? 'Back to the cart' : 'Back to the shop'}</LinkButton>
  </EmptyState>
)

const NothingToPay = () => (
  <EmptyState
    top
    icon={CreditCard}
    title="Nothing to pay yet"
    hint="Pay for an order from your cart, or for an invoice by its number."
  >
    <LinkButton look="main" href={cartAddress}>
      {ownShop ? 'Go to the cart' : 'Go to the shop'}
    </LinkButton>
    <LinkButton href="/payInvoice">Pay an invoice</LinkButton>
  </EmptyState>
)
