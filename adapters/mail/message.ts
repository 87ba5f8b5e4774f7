import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '#platform/mail/server/mail-port.ts'

export type Sender = { name: string; address: string }

/** The mail as sent; its Message-ID never changes, so that a repetition can be recognised. */
export const messageOf = (mail: Mail, from: Sender): SendMailOptions => ({
  from,
  // Address objects, so that an address is never parsed as two.
  to: { name: '', address: mail.to },
  ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
    filename: name,
    contentType: type,
    content: bytes,
  })),
  messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
