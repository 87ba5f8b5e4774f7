import type { Env } from '#app/env.ts'
import { bytesOfPdf, openPdf } from '#kit/server/pdf.ts'
import type { QuoteLineRow, QuoteRow } from './quotes.ts'

export async function quotePdf(
  quote: QuoteRow,
  _lines: readonly QuoteLineRow[],
  { env }: { env: Pick<Env, 'providerName'>; today: string },
): Promise<Buffer> {
  return bytesOfPdf(openPdf({ title: `Quote ${quote.quoteNo}`, author: env.providerName, now: quote.createdAt }))
}
