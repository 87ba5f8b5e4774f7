import type { Generated } from 'kysely'

/** Rows of migrations 003, 022, 024, 050 and 056. */
export type MailTables = {
  outgoingMail: {
    id: string
    userId: string | null
    recipient: string
    /** Null: answers go to the sender of all mails. */
    replyTo: Generated<string | null>
    subject: string
    bodyText: string | null
    bodyHtml: string | null
    /** True if the text is deleted once sent, because it contains a secret. */
    secret: Generated<boolean>
    state: Generated<MailState>
    reason: Generated<string>
    createdAt: Date
    sentAt: Date | null
  }
  /** Kept as long as the text of its mail. */
  outgoingMailAttachment: { mailId: string; position: number; name: string; type: string; bytes: Buffer }
}

/** LATER: a series of attempts has failed, and another begins within the hour. */
export type MailState = 'WAITING' | 'LATER' | 'SENT' | 'FAILED'
