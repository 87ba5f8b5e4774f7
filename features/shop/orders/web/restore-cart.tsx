import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import { refetchCart } from '#features/shop/cart/web/cart-parts.tsx'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { replaceWith } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { cartAddress, reviewAddress } from './order-addresses.ts'

/** Puts an expired cart's items into a new one, and reviews that. */
export function RestoreCart({ cmsId }: { cmsId: string }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const restore = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { response } = await call(ownCartApi.restoreCart, { cmsId })
      void refetchCart(cache)
      replaceWith(response ? reviewAddress(response.cmsId) : cartAddress)
    } catch (error) {
      setRefused(problemOf(error).messages)
      setBusy(false)
    }
  }
  return (
    <>
      {refused && <ErrorBox messages={refused} />}
      <Button look="main" icon={ShoppingCart} busy={busy} onClick={() => void restore()}>
        Restore items to a new cart
      </Button>
    </>
  )
}
