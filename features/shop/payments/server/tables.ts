import type { Generated } from 'kysely'

/** Rows of migrations 024 and 030. Money is in cents. */
export type PaymentTables = {
  paymentAttempt: {
    id: string
    ref: string
    orderId: string | null
    invoiceId: string | null
    customerId: string
    userId: string | null
    status: AttemptStatus
    amountCents: number
    currency: string
    fpTimestamp: string
    begunBy: string
    createdAt: Date
    expiresAt: Date
    txnId: string | null
    cardMasked: Generated<string>
    resultText: Generated<string>
    endedAt: Date | null
    holdReason: Generated<string>
    resolution: Generated<string>
    resolvedBy: string | null
    resolvedAt: Date | null
  }
  paymentEvent: {
    id: string
    attemptId: string
    happenedAt: Date
    kind: PaymentEventKind
    way: PaymentWay
    amountCents: number | null
    txnId: Generated<string>
    resultCode: Generated<string>
    resultText: Generated<string>
    userId: string | null
    note: Generated<string>
    /** Equal for results with the same signed content. */
    proof: Generated<string>
    /** Currency as sent with a result, unsigned. */
    currency: Generated<string>
  }
}

export type AttemptStatus = 'BEGUN' | 'APPROVED' | 'DECLINED' | 'CANCELLED' | 'HELD' | 'RESOLVED'
export type PaymentEventKind =
  | 'BEGUN'
  | 'APPROVED'
  | 'DECLINED'
  | 'CANCELLED'
  | 'HELD'
  | 'REPEATED'
  | 'RESOLVED'
  | 'REFUNDED'
/** How a result or change of a payment arrived. */
export type PaymentWay = 'portal' | 'return' | 'callback' | 'desk'
