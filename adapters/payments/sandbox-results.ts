import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { resultFingerprint } from './fingerprint.ts'
import { timestampOf } from './gmt-timestamp.ts'
import type { CardFields, CardPage } from './sandbox-fields.ts'

export type Outcome = { summaryCode: '1' | '2' | '3' | '4'; code: string; text: string; pan: string }

/** A result as SecurePay writes it, with a new transaction id unless no payment was attempted. */
export function signedResult(page: CardPage, fields: CardFields, { summaryCode, code, text, pan }: Outcome): string {
  const now = page.clock()
  const timestamp = timestampOf(now)
  const fingerprint = resultFingerprint(
    { kind: page.fingerprint, merchant: page.merchant, password: page.password },
    { ref: fields.primary_ref, amount: fields.amount, timestamp, summaryCode },
  )
  return new URLSearchParams({
    summarycode: summaryCode,
    rescode: code,
    restext: text,
    refid: fields.primary_ref,
    txnid: summaryCode === '4' ? '' : `SB${randomInt(1e6, 1e7)}${randomInt(1e6, 1e7)}`,
    settdate: timestamp.slice(0, 8),
    timestamp,
    merchant: page.merchant,
    amount: fields.amount,
    currency: fields.currency,
    pan,
    fingerprint,
  }).toString()
}

/** Pauses before each attempt, in ms; repeated until the portal accepts it. */
const tries = [0, 500, 2000, 5000, 15_000, 60_000]

/** Notifies the portal from server to server, without awaiting it. Stops with the server. */
export function newsAgency(page: CardPage, log: FastifyBaseLogger) {
  const ending = new AbortController()
  const under = new Set<Promise<void>>()

  const tell = async (address: string, result: string, delayMs: number) => {
    for (const pause of [delayMs, ...tries.slice(1)]) {
      await page.pause(pause, ending.signal)
      if (ending.signal.aborted) return
      const status = await page.tell(address, result).catch((error: Error) => error.message)
      if (status === 200 || status === 400) return
      log.warn({ status }, 'sandbox: the portal did not accept a payment’s result')
    }
  }

  return {
    /** Sent after `delayMs`, and retried until accepted. */
    send(address: string, result: string, delayMs = 0) {
      const telling = tell(address, result, delayMs)
        .catch((error: Error) => log.error({ err: error }, 'sandbox'))
        .finally(() => under.delete(telling))
      under.add(telling)
    },
    async close() {
      ending.abort()
      await Promise.all(under)
    },
  }
}
