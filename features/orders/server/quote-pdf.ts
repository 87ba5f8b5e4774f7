import type { App } from '#app/app.ts'
import { addressedTo, linesOnPaper, paperPdf, totalsOnPaper, writtenDay } from '#features/billing/server/billing.ts'
import { dayOf } from '#features/subscriptions/rules.ts'
import type { QuoteLineRow, QuoteRow } from './quotes.ts'

type Given = { env: Pick<App['env'], 'providerName' | 'letterhead' | 'supportEmail' | 'publicUrl'>; now: Date }

/** A quote to be shown to whoever decides about the money: what, how much, until when, and how it is ordered. */
export function quotePdf(quote: QuoteRow, lines: readonly QuoteLineRow[], { env, now }: Given): Promise<Buffer> {
  const { billTo, quoteNo, validUntil } = quote
  const holds = dayOf(now) <= validUntil
  return paperPdf({
    title: 'Quote',
    number: quoteNo,
    mark: holds ? undefined : { text: 'EXPIRED', tone: 'bad' },
    providerName: env.providerName,
    letterhead: env.letterhead,
    supportEmail: env.supportEmail,
    now,
    addressLabel: 'Quote for',
    ...addressedTo(billTo),
    facts: [
      { label: 'Quote number', value: quoteNo },
      { label: 'Date', value: writtenDay(quote.createdAt) },
      { label: 'Valid until', value: writtenDay(validUntil) },
      { label: 'Customer number', value: billTo.customerNo },
      ...(quote.purchaseOrder ? [{ label: 'Purchase order', value: quote.purchaseOrder }] : []),
    ],
    lines: linesOnPaper(lines),
    totals: totalsOnPaper(quote, 'Total'),
    closing: holds ? howToOrder(quote, env) : tooOld(env),
  })
}

const howToOrder = ({ quoteNo, validUntil }: QuoteRow, { publicUrl, supportEmail }: Given['env']) => {
  const link = `${publicUrl}/billing/details`
  return {
    heading: 'How to order',
    paragraphs: [
      `These prices hold until ${writtenDay(validUntil)}, whatever becomes of the prices in the shop.`,
      `Sign in, and choose this quote under Billing: scan the code, or open ${link}`,
      `For questions write to ${supportEmail} and name ${quoteNo}.`,
    ],
    link,
  }
}

const tooOld = ({ supportEmail }: Given['env']) => ({
  heading: 'These prices hold no longer',
  paragraphs: [`Please ask for a new quote from your cart, or write to ${supportEmail}.`],
})
