/** A file that goes with a mail. */
export type MailAttachment = { name: string; type: string; bytes: Buffer }

export type Mail = {
  id: string
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

/** Where mails leave the house. Embedded: a folder. At scale: an SMTP server. */
export interface MailPort {
  /**
   * Hands the mail over. The same id is the same mail: handed over again, it is no second one, as far as the other side
   * can tell. Throws MailRefused when it would never be taken, anything else when it may be taken later.
   */
  send(mail: Mail): Promise<void>
  /** The mails that were sent, where they stay with us. */
  outbox?: Outbox
}

export interface Outbox {
  /** Newest first, at most `limit`. */
  list(limit: number): Promise<{ id: string; sentAt: Date }[]>
  /** The mail as it would go over the wire; null where there is none. */
  read(id: string): Promise<Buffer | null>
}

/** The other side will never take this mail. */
export class MailRefused extends Error {}
