import { createTransport } from 'nodemailer'
import { isLoopback } from '#kit/server/loopback.ts'
import { type MailPort, MailRefused } from '#platform/mail/server/mail-port.ts'
import { messageOf, type Sender } from './message.ts'

type SmtpError = Error & { responseCode?: number; command?: string }

/** Milliseconds. The last is for each answer of the server; a mail needs at most ten. */
export const smtpPatience = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  dnsTimeout: 20_000,
  socketTimeout: 60_000,
}

/**
 * Each mail by a connection of its own. `url`: smtp://, or smtps:// for TLS from the first byte. STARTTLS is used where
 * offered; a name and a password leave the machine within TLS or not at all.
 */
export function openSmtp(url: string, from: Sender): MailPort {
  const { username, hostname } = new URL(url)
  const requireTLS = username !== '' && !isLoopback(hostname)
  const transport = createTransport({ url, requireTLS, ...smtpPatience })
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, from))
      } catch (error) {
        throw isForGood(error as SmtpError) ? new MailRefused((error as Error).message) : error
      }
    },
  }
}

/** Of what is said to the recipient or to the mail itself: not understanding us, or not knowing who we are. */
const forUsToMend = [500, 502, 503, 504, 530, 534, 535, 538]

const isForGood = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && !forUsToMend.includes(responseCode) && ['RCPT TO', 'DATA'].includes(command)
