import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Quote, quotesApi } from '#features/shop/orders/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { formatDay } from '#kit/web/format.ts'
import { useAction } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import type { CartView } from './use-cart.ts'

/** A PDF of today's prices, for the person who approves the order; they hold for 30 days. */
export function GetQuote({
  cart,
  settled,
  disabled,
}: {
  cart: CartView
  settled: () => Promise<CartView | undefined>
  disabled: boolean
}) {
  const { run, busy, problem } = useAction(quotesApi.makeQuote, { refreshes: [quotesApi.listQuotes] })
  const [quote, setQuote] = useMadeQuote(cart)
  const paper = useRef<HTMLAnchorElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (quote && pressed.current) paper.current?.focus()
  }, [quote])
  const make = async () => {
    pressed.current = true
    const now = await settled()
    if (!now) return
    // The reason for a refusal is shown below the button.
    const made = await run({ id: now.cmsId, purchaseOrder: now.purchaseOrder }).catch(() => undefined)
    if (made) setQuote(now, made.response)
  }
  return (
    <div className="get-quote gap-10 line-above text-small stack pt-16 no-print">
      {quote ? (
        <p role="status">
          <a ref={paper} href={addressOf(quotesApi.quotePdf, { quoteId: quote.id })}>
            Quote {quote.quoteNumber} (PDF)
          </a>{' '}
          holds these prices until {formatDay(quote.validUntilDate, 'long')}.{' '}
          <Link href="/billing/details">All quotes</Link>
        </p>
      ) : (
        <Button icon={FileText} busy={busy} disabled={disabled} onClick={() => void make()}>
          Get a quote
        </Button>
      )}
      {problem && <ErrorBox messages={problem.messages} />}
    </div>
  )
}

/** The quote just made, as long as the cart is unchanged. */
function useMadeQuote(cart: CartView): [Quote | undefined, (of: CartView, quote: Quote) => void] {
  const [made, setMade] = useState<{ of: string; quote: Quote }>()
  return [made?.of === contentOf(cart) ? made.quote : undefined, (of, quote) => setMade({ of: contentOf(of), quote })]
}

const contentOf = ({ items, total, purchaseOrder }: CartView) =>
  JSON.stringify([
    items.map(({ productCode, quantity, enrollmentSize }) => [productCode, quantity, enrollmentSize]),
    total,
    purchaseOrder,
  ])
