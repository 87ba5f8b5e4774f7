import type { Generated } from 'kysely'

/** Rows of migration 003. */
export type MailTables = {
  outgoingMail: {
    id: string
    userId: string | null
    recipient: string
    subject: string
    bodyText: string | null
    bodyHtml: string | null
    state: Generated<MailState>
    reason: Generated<string>
    createdAt: Date
    sentAt: Date | null
  }
}

/** LATER: the last of a row of tries has failed, and another row begins within the hour. */
export type MailState = 'WAITING' | 'LATER' | 'SENT' | 'FAILED'
