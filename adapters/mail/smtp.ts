import { createTransport } from 'nodemailer'
import { isLoopback } from '#kit/server/loopback.ts'
import { type MailPort, MailRefused } from '#platform/mail/server/mail-port.ts'
import { messageOf, type Sender } from './message.ts'

type SmtpError = Error & { responseCode?: number; command?: string }

/** Milliseconds. The last applies to each reply; an email needs at most ten. */
export const smtpPatience = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  dnsTimeout: 20_000,
  socketTimeout: 60_000,
}

/**
 * One connection per mail. `url`: smtp://, or smtps:// for TLS from the first byte. STARTTLS is used if offered; name
 * and password are sent only within TLS.
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

/** Replies to a recipient or mail that are our own fault: syntax or authentication errors. */
const ourFaults = [500, 502, 503, 504, 530, 534, 535, 538]

const isForGood = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && !ourFaults.includes(responseCode) && ['RCPT TO', 'DATA'].includes(command)
