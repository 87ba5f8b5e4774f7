import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { openCartOfQuote } from '#features/shop/cart/server/cart.ts'
import { giveNumber } from '#features/shop/invoices/server/give-number.ts'
import { pdfFile } from '#features/shop/invoices/server/invoice-pdf.ts'
import { addressedTo, linesOnPaper, totalsOnPaper } from '#features/shop/invoices/server/paper.ts'
import { quoteDays } from '#features/shop/products/rules.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Clock, dayAfter, writtenDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { FileToSend } from '#kit/server/files/send-file.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { orderProblem, type Quote, type quotesApi } from '../contract.ts'
import { lockCart, requireOpen } from './held-cart.ts'
import { completeBillTo, orderedContent } from './ordered-content.ts'
import type { OrderTables } from './tables.ts'
import { toItem } from './to-item.ts'

export type QuoteRow = Selectable<OrderTables['quote']>
export type QuoteLineRow = Selectable<OrderTables['quoteLine']>

/** Quotes a cart's prices of today, held for 30 days. An unchanged cart gets the same quote for the rest of the day. */
export async function makeQuote(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId, userId }: SchoolCaller,
  { id: cartId, purchaseOrder }: Input<typeof quotesApi.makeQuote>,
): Promise<{ response: Quote }> {
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const { cart, order } = await lockCart(tx, customerId, cartId)
    requireOpen(cart, order, now)
    // Today's prices: quoting quoted prices would hold them forever.
    const { lines, ...content } = await orderedContent(tx, { ...cart, quoteId: null, reviewedAt: null }, clock)
    const billTo = await completeBillTo(tx, customerId)
    const validUntil = dayAfter(businessDay(clock, now), quoteDays)
    const quoted = { ...content, validUntil, purchaseOrder: purchaseOrder ?? cart.purchaseOrder }
    const known = await sameQuote(tx, customerId, { ...quoted, billTo }, lines)
    if (known) return { response: await toQuote(tx, known, clock) }
    const id = randomUUID()
    const quoteNo = await giveNumber(tx, 'SCQUO')
    const quote = await tx
      .insertInto('quote')
      .values({ ...quoted, id, quoteNo, customerId, userId, billTo: JSON.stringify(billTo), createdAt: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('quoteLine')
      .values(lines.map(({ termMonths, typeName, ...line }, at) => ({ ...line, quoteId: id, position: at + 1 })))
      .execute()
    const after = { total: quote.totalCents / 100, currency: quote.currency, validUntil }
    await recordAudit(tx, { now, customerId, userId, action: 'quote_made', subject: quoteNo, after })
    return { response: await toQuote(tx, quote, clock) }
  })
}

/**
 * The customer’s last quote of today if it has the same content. The cart is locked, so concurrent calls are
 * serialised.
 */
async function sameQuote(
  tx: Db,
  customerId: string,
  quoted: Pick<QuoteRow, 'validUntil' | 'purchaseOrder' | 'totalCents' | 'currency' | 'billTo'>,
  lines: readonly Omit<QuoteLineRow, 'quoteId' | 'position'>[],
): Promise<QuoteRow | undefined> {
  const last = await tx
    .selectFrom('quote')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('validUntil', '=', quoted.validUntil)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const contentOf = ({ purchaseOrder, totalCents, currency, billTo }: typeof quoted, of: typeof lines) => ({
    purchaseOrder,
    totalCents,
    currency,
    billTo,
    of: of.map((line) => [line.productCode, line.description, line.quantity, line.unitCents, line.enrollmentSize]),
  })
  // The database returns JSON members in another order.
  return isDeepStrictEqual(contentOf(last, await linesOfQuote(tx, last.id)), contentOf(quoted, lines))
    ? last
    : undefined
}

export async function listQuotes(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId }: SchoolCaller,
): Promise<{ response: Quote[] }> {
  const quotes = await db
    .selectFrom('quote')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return { response: await Promise.all(quotes.map((quote) => toQuote(db, quote, clock))) }
}

export async function quoteFile(
  { db, env, clock }: Pick<App, 'db' | 'env' | 'clock'>,
  { customerId }: SchoolCaller,
  quoteId: string,
): Promise<FileToSend> {
  const quote = await ownQuote(db, customerId, quoteId)
  const bytes = await quotePdf(quote, await linesOfQuote(db, quote.id), { env, clock })
  return pdfFile(`Quote ${quote.quoteNo}.pdf`, bytes)
}

/** Opens a cart with the quoted items at the quote's prices. */
export async function orderQuote(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SchoolCaller,
  quoteId: string,
): Promise<{ response: { cmsId: string } }> {
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const quote = await ownQuote(tx, caller.customerId, quoteId)
    if (!isValid(quote, clock)) throw orderProblem('quote_too_old')
    const items = await linesOfQuote(tx, quote.id)
    return { response: await openCartOfQuote(tx, caller, now, { ...quote, items }) }
  })
}

async function ownQuote(db: Db, customerId: string, id: string): Promise<QuoteRow> {
  const quote = await db
    .selectFrom('quote')
    .selectAll()
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (!quote) throw orderProblem('quote_not_found')
  return quote
}

const linesOfQuote = (db: Db, quoteId: string): Promise<QuoteLineRow[]> =>
  db.selectFrom('quoteLine').selectAll().where('quoteId', '=', quoteId).orderBy('position').execute()

const isValid = ({ validUntil }: QuoteRow, clock: Clock) => businessDay(clock) <= validUntil

const toQuote = async (db: Db, quote: QuoteRow, clock: Clock): Promise<Quote> => ({
  id: quote.id,
  quoteNumber: quote.quoteNo,
  createdDate: quote.createdAt.toISOString(),
  validUntilDate: quote.validUntil,
  valid: isValid(quote, clock),
  total: quote.totalCents / 100,
  currency: quote.currency,
  items: (await linesOfQuote(db, quote.id)).map(toItem),
})

type Given = { env: Pick<App['env'], 'providerName' | 'letterhead' | 'supportEmail' | 'publicUrl'>; clock: Clock }

/** A quote for the person who approves the spending: items, amount, validity, and how to order. */
async function quotePdf(quote: QuoteRow, lines: readonly QuoteLineRow[], { env, clock }: Given): Promise<Buffer> {
  const { paperPdf } = await import('#features/shop/invoices/server/paper-pdf.ts')
  const { billTo, quoteNo, validUntil } = quote
  const holds = isValid(quote, clock)
  return paperPdf({
    title: 'Quote',
    number: quoteNo,
    mark: holds ? undefined : { text: 'EXPIRED', tone: 'bad' },
    providerName: env.providerName,
    letterhead: env.letterhead,
    supportEmail: env.supportEmail,
    now: clock(),
    addressLabel: 'Quote for',
    ...addressedTo(billTo),
    facts: [
      { label: 'Quote number', value: quoteNo },
      { label: 'Date', value: writtenDay(businessDay(clock, quote.createdAt)) },
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
      `These prices are valid until ${writtenDay(validUntil)}, even if prices in the shop change.`,
      `Sign in and choose this quote under Billing: scan the code or open ${link}`,
      `Questions? Email ${supportEmail} and quote ${quoteNo}.`,
    ],
    link,
  }
}

const tooOld = ({ supportEmail }: Given['env']) => ({
  heading: 'This quote has expired',
  paragraphs: [`Please get a new quote from your cart, or email ${supportEmail}.`],
})
