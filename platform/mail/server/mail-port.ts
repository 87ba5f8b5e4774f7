/** An email's attachment. */
export type MailAttachment = { name: string; type: string; bytes: Buffer }

export type Mail = {
  id: string
  /** One address. */
  to: string
  /** One address for replies. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

/** The mail transport. Embedded: a folder. At scale: an SMTP server. */
export interface MailPort {
  /**
   * Hands the mail over; idempotent by id, as far as the other side can tell. Throws MailRefused if it will never be
   * accepted, anything else if it may be later.
   */
  send(mail: Mail): Promise<void>
  /** The sent mails, if they stay with us. */
  outbox?: Outbox
}

export interface Outbox {
  /** Newest first, at most `limit`. */
  list(limit: number): Promise<{ id: string; sentAt: Date }[]>
  /** The mail as sent; null if there is none. */
  read(id: string): Promise<Buffer | null>
}

/** The other side will never accept this mail. */
export class MailRefused extends Error {}
