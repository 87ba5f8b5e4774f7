import { CreditCard, TriangleAlert } from 'lucide-react'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { cartAddress, ownShop } from './order-addresses.ts'
import { OrderReviewScreen } from './order-review-screen.tsx'

/** With a cart this is its review, whose form is posted to the card page; without one it says where payments begin. */
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
    title="The answer of the card page could not be read"
    hint={
      <>
        Please do not pay again before you have looked: if the payment went through, a receipt is on its way by mail and
        the invoice is marked as paid. If neither is so after some minutes, please write to the {settings.providerName}{' '}
        customer team{settings.supportEmail && ' at '}
        {settings.supportEmail && <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>}.
      </>
    }
  >
    <LinkButton look="main" href="/invoices">
      Look at your invoices
    </LinkButton>
    <LinkButton href={cartAddress}>{ownShop ? 'Back to the cart' : 'Back to the shop'}</LinkButton>
  </EmptyState>
)

const NothingToPay = () => (
  <EmptyState
    top
    icon={CreditCard}
    title="Nothing is chosen to be paid"
    hint="An order is paid from the review of its cart, an invoice by its number."
  >
    <LinkButton look="main" href={cartAddress}>
      {ownShop ? 'Go to the cart' : 'Go to the shop'}
    </LinkButton>
    <LinkButton href="/payInvoice">Pay an invoice</LinkButton>
  </EmptyState>
)
