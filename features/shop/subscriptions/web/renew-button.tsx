import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, ShoppingCart } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { refetchCart } from '#features/shop/cart/web/cart-parts.tsx'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { settings } from '#kit/web/settings.ts'
import { useAction } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import type { SubscriptionView } from './use-subscriptions.ts'

/** Adds the product to the cart; then links to the cart. Empty if nothing is due. */
export function RenewButton({ one, main = false }: { one: SubscriptionView; main?: boolean }) {
  const cache = useQueryClient()
  const toCart = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  const { run, busy } = useAction(subscriptionsApi.renewSubscription, {
    refreshes: [subscriptionsApi.listSubscriptions],
  })
  const { inCart } = one
  // The pressed button is gone; its replacement takes the focus.
  useEffect(() => {
    if (inCart && pressed.current) toCart.current?.querySelector('a')?.focus()
  }, [inCart])
  if (!one.dueForRenewal) return null
  const look = main ? 'main' : undefined
  if (inCart)
    return (
      <span className="renew" ref={toCart}>
        <LinkButton look={look} icon={ShoppingCart} href={`${settings.cmsUrl}/cart`}>
          In your cart
          <span className="only-heard">: {one.product.name}</span>
        </LinkButton>
      </span>
    )
  if (settings.cmsUrl !== '/cms')
    return (
      <LinkButton look={look} icon={RefreshCw} href={`${settings.cmsUrl}/products`}>
        Renew in the shop
      </LinkButton>
    )
  const renew = async () => {
    pressed.current = true
    try {
      await run({ subscriptionId: one.id })
      await refetchCart(cache)
      announce(`${one.product.name} is in your cart`)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Button look={look} icon={RefreshCw} busy={busy} onClick={() => void renew()}>
      Renew<span className="only-heard"> {one.product.name}</span>
    </Button>
  )
}
