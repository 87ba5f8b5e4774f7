import { Clock, CreditCard, FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paymentDays } from '#features/shop/billing/rules.ts'
import { BillTotals } from '#features/shop/billing/web/bill-parts.tsx'
import { pricesHeld } from '#features/shop/cart/web/cart-parts.tsx'
import type { Order } from '#features/shop/orders/contract.ts'
import { CardNotice, cardOutcomeOf, LeavingForCardPage } from '#features/shop/payments/web/card-form-parts.tsx'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { HumanCheckBox } from '#platform/human-check/web/human-check-parts.tsx'
import { announce } from '#ui/announce.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { ownShop } from './order-addresses.ts'
import { sentences } from './order-messages.ts'
import { RestoreCart } from './restore-cart.tsx'
import { useOrderActions } from './use-order-actions.ts'

/** The order's total, the time left, and the buttons that place it. */
export function OrderAct({
  cmsId,
  order,
  readAt,
  looking,
  onLookAgain,
}: {
  cmsId: string
  order: Order
  readAt: number
  looking: boolean
  onLookAgain: () => void
}) {
  const [text, keep] = useUnsentText(`purchase order ${cmsId}`)
  const [purchaseOrder, setPurchaseOrder] = useState(text || order.purchaseOrder)
  const { box, card, pending, refusal, shut, payNow, goOn, requestInvoice, expire } = useOrderActions(
    cmsId,
    purchaseOrder.trim(),
    readAt,
  )
  const outcome = cardOutcomeOf(useSearch().payment)
  // The card page has answered: the payment is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per arrival
  useEffect(() => {
    if (outcome) card.forget()
  }, [outcome])

  const ended = refusal?.kind === 'expired' || refusal?.kind === 'gone'
  const inProcess = order.disableButtons || refusal?.kind === 'in-process'
  const cameBack = card.begun !== undefined && !outcome && !card.leaving && !ended
  const off = shut || inProcess || card.leaving
  return (
    <aside className="order-act stack gap-18 framed-2 rounded on-surface" aria-label="Order">
      {outcome && !refusal && !card.leaving && (
        <CardNotice outcome={outcome}>
          {order.allowInvoiceRequest && 'You can also request an invoice and pay later.'}
        </CardNotice>
      )}
      {cameBack && <CardNotice outcome="left" busy={pending === 'go-on'} onContinue={goOn} />}
      {!ended && <CountDown seconds={order.countDown} readAt={readAt} onEnd={expire} />}
      <BillTotals sums={order} hasPostage={order.hasPostage} />
      {ended ? (
        <Ended cmsId={cmsId} sentence={refusal.sentence} expired={refusal.kind === 'expired'} />
      ) : (
        <>
          <TextField
            label="Purchase order number"
            hint="Optional. Shown on the invoice."
            maxLength={40}
            autoComplete="off"
            value={purchaseOrder}
            onChange={({ target }) => {
              setPurchaseOrder(target.value)
              keep(target.value)
            }}
          />
          <HumanCheckBox action="order-review" {...box} />
          {card.leaving && <LeavingForCardPage stuck={card.stuck} onAgain={card.again} />}
          {inProcess ? (
            <div className="stack gap-8 justify-items-start p-12-16 rounded on-warn-soft ink-warn" role="status">
              <p className="ink">{sentences.inProcess}</p>
              <Button busy={looking} onClick={onLookAgain}>
                Check again
              </Button>
            </div>
          ) : (
            refusal && <ErrorBox messages={[refusal.sentence]} />
          )}
          <div className="order-buttons stack gap-8">
            {order.allowCardPayment && (
              <Button
                look="main"
                icon={CreditCard}
                busy={pending === 'pay'}
                disabled={off || pending === 'invoice'}
                onClick={payNow}
              >
                Pay Now
              </Button>
            )}
            {order.allowInvoiceRequest && (
              <Button
                look={order.allowCardPayment ? 'plain' : 'main'}
                icon={FileText}
                busy={pending === 'invoice'}
                disabled={off || pending === 'pay'}
                onClick={requestInvoice}
              >
                Request Invoice
              </Button>
            )}
          </div>
          <p className="ways remark">{describeWays(order)}</p>
        </>
      )}
      {card.hiddenForm}
    </aside>
  )
}

function Ended({ cmsId, sentence, expired }: { cmsId: string; sentence: string; expired: boolean }) {
  return (
    <div className="order-ended stack gap-8">
      <ErrorBox className="mb-8 ink-bad" messages={[sentence]} />
      {expired && ownShop && <RestoreCart cmsId={cmsId} />}
      {!expired && <LinkButton href="/invoices">Invoices</LinkButton>}
      <LinkButton href="/">Back to the {settings.providerName} portal</LinkButton>
    </div>
  )
}

function describeWays({ allowCardPayment, allowInvoiceRequest }: Order) {
  const byCard = 'You pay on our payment provider’s card page; we don’t see your card details.'
  const byInvoice = `Invoices are due within ${paymentDays} days, by card or bank transfer.`
  if (!allowCardPayment) return `Card payment is not available at the moment. ${allowInvoiceRequest ? byInvoice : ''}`
  return allowInvoiceRequest ? `${byCard} ${byInvoice}` : byCard
}

/** Seconds from which the time left is highlighted and announced to screen readers. */
const soonSeconds = 5 * 60

/** Seconds left of `seconds` at `readAt`; by the clock, because timers are throttled in background tabs. */
const leftOf = (seconds: number, readAt: number) => Math.max(0, Math.ceil(readAt / 1000 + seconds - Date.now() / 1000))

function CountDown({ seconds, readAt, onEnd }: { seconds: number; readAt: number; onEnd: () => void }) {
  const [left, setLeft] = useState(() => leftOf(seconds, readAt))
  const announced = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const tick = () => setLeft(leftOf(seconds, readAt))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds, readAt])
  useEffect(() => {
    if (left === 0) return onEnd()
    for (const mark of [soonSeconds, 60])
      if (left <= mark && announced.current > mark) {
        announced.current = mark
        announce(`Prices are held for ${mark === 60 ? '1 more minute' : `${mark / 60} more minutes`}.`)
      }
  }, [left, onEnd])
  return (
    <p className={left <= soonSeconds ? 'row gap-8 items-start ink-warn' : 'row gap-8 items-start ink-2'}>
      <Icon className="mt-2" of={Clock} small />
      <span className="text-small">{pricesHeld(new Date(readAt + seconds * 1000))}</span>
      <time
        role="timer"
        className={`num ml-auto weight-600 text-17 ${left <= soonSeconds ? 'ink-warn' : 'ink'}`}
        dateTime={`PT${left}S`}
      >
        {inMinutes(left)}
      </time>
    </p>
  )
}

/** Formatted as `59:07`. */
const inMinutes = (seconds: number) =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
