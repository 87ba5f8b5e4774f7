import type { Generated } from 'kysely'
import type { WebhookEvent } from '../rules.ts'

/** Rows of migration 038. */
export type WebhookTables = {
  webhook: {
    id: string
    customerId: string
    url: string
    /** Sealed for `webhook`. */
    secret: string
    events: WebhookEvent[]
    enabled: boolean
    createdBy: string
    createdAt: Date
    /** The first failed attempt since the last delivery. */
    failingSince: Date | null
  }
  webhookDelivery: {
    id: string
    webhookId: string
    event: WebhookEvent | 'ping'
    /** The body as it is sent: JSON of `{ type, timestamp, data }`. */
    payload: string
    createdAt: Date
    /** The job that sends it next; jobs of former turns do nothing. */
    turn: string
    attempts: Generated<number>
    nextAttemptAt: Date | null
    lastAttemptAt: Generated<Date | null>
    /** Status of the last reply; null: none came. */
    lastStatus: Generated<number | null>
    lastError: Generated<string>
    deliveredAt: Generated<Date | null>
    givenUpAt: Generated<Date | null>
  }
}
