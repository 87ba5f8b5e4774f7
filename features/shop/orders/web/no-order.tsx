import './order-review.css'
import { Clock, Lock, LogIn, RotateCw, ShoppingCart, TriangleAlert } from 'lucide-react'
import { signInAddress } from '#features/account/web/account-parts.tsx'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { ownShop, shopAddress } from './order-addresses.ts'
import type { Refusal } from './order-messages.ts'
import { RestoreCart } from './restore-cart.tsx'

const icons: Partial<Record<Refusal['kind'], typeof Lock>> = {
  'sign-in': LogIn,
  'not-yours': Lock,
  expired: Clock,
  'no-items': ShoppingCart,
}

/** Why no cart is shown, and what to do. */
export function NoOrder({
  refusal: { kind, sentence },
  leaving = false,
  cmsId,
  onAgain,
}: {
  refusal: Refusal
  /** True while the page is leaving for sign-in. */
  leaving?: boolean
  cmsId?: string
  onAgain?: (() => void) | undefined
}) {
  const here = useLocation().href
  return (
    <EmptyState top icon={icons[kind] ?? TriangleAlert} title={sentence} hint={hintOf(kind)}>
      {kind === 'sign-in' && !leaving && (
        <LinkButton look="main" icon={LogIn} href={signInAddress(here)}>
          Sign in
        </LinkButton>
      )}
      {kind === 'expired' && cmsId && ownShop && <RestoreCart cmsId={cmsId} />}
      {kind === 'no-items' && (
        <>
          <LinkButton look="main" href={shopAddress}>
            Go to the shop
          </LinkButton>
          <LinkButton href="/invoices">Invoices</LinkButton>
        </>
      )}
      {onAgain && (
        <Button icon={RotateCw} onClick={onAgain}>
          Try again
        </Button>
      )}
      {['not-yours', 'expired', 'other'].includes(kind) && (
        <LinkButton href="/">Back to the {settings.providerName} portal</LinkButton>
      )}
    </EmptyState>
  )
}

function hintOf(kind: Refusal['kind']) {
  if (kind === 'sign-in') return 'You’ll return to this page.'
  if (kind === 'not-yours') return 'It may belong to another organisation, or you may be signed in as someone else.'
  if (kind === 'no-items') return 'Your orders are listed with your invoices.'
  if (kind === 'other' && settings.supportEmail)
    return (
      <>
        Contact the {settings.providerName} customer team at{' '}
        <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </>
    )
  return undefined
}
