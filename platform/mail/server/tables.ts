import type { Generated } from 'kysely'

/** Rows of migrations 003, 022 and 024. */
export type MailTables = {
  outgoingMail: {
    id: string
    userId: string | null
    recipient: string
    subject: string
    bodyText: string | null
    bodyHtml: string | null
    /** Its text is not kept once it has left: it holds what opens something. */
    secret: Generated<boolean>
    state: Generated<MailState>
    reason: Generated<string>
    createdAt: Date
    sentAt: Date | null
  }
  /** Goes with its mail, as long as that mail's text is kept. */
  outgoingMailAttachment: { mailId: string; position: number; name: string; type: string; bytes: Buffer }
}

/** LATER: the last of a row of tries has failed, and another row begins within the hour. */
export type MailState = 'WAITING' | 'LATER' | 'SENT' | 'FAILED'
