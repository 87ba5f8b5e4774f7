import { RotateCcw, TimerOff } from 'lucide-react'
import { useState } from 'react'
import { ownCartApi } from '#features/cart/contract.ts'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { type CartReply, useCartChange } from './use-cart.ts'

/** Nothing is lost with a cart whose time was up: one press puts its items into a new one. */
export function ExpiredCart({ expired: { cmsId, count } }: { expired: NonNullable<CartReply['expired']> }) {
  const change = useCartChange()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const end = async (way: typeof ownCartApi.restoreCart, done: string) => {
    setBusy(true)
    setRefused(undefined)
    try {
      await change(way, { cmsId })
      announce(done)
      document.querySelector<HTMLElement>('.cart h1')?.focus()
    } catch (error) {
      if (!(error instanceof Problem)) console.error(error)
      setRefused(error instanceof Problem ? error.messages : [genericSentence])
      setBusy(false)
    }
  }
  return (
    <section className="expired-cart" aria-label="Expired cart">
      <Icon of={TimerOff} />
      <div>
        <h2>Your cart has expired</h2>
        <p>
          {count === 1 ? 'One item was' : `${count.toLocaleString()} items were`} in it. Nothing was ordered. Prices are
          those of today when you go on.
        </p>
        {refused && <ErrorBox messages={refused} />}
        <div className="actions">
          <Button
            look="main"
            icon={RotateCcw}
            busy={busy}
            onClick={() => void end(ownCartApi.restoreCart, 'The items are in your cart again')}
          >
            {count === 1 ? 'Put it back' : 'Put them back'}
          </Button>
          <Button busy={busy} onClick={() => void end(ownCartApi.forgetCart, 'The expired cart was put away')}>
            Not wanted any more
          </Button>
        </div>
      </div>
    </section>
  )
}
