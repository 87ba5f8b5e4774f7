import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server on loopback. `refuse` sets its answers to the next recipients or mails. */
export async function startMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const mails: { raw: Buffer; to: string[] }[] = []
  const refuse: { recipient?: number; mail?: number } = {}
  const refusal = (code: number | undefined) =>
    code === undefined ? null : Object.assign(new Error('Refused by the test'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => done(refusal(refuse.recipient)),
    onData: async (stream, session, done) => {
      const raw = await buffer(stream)
      const refused = refusal(refuse.mail)
      if (!refused) mails.push({ raw, to: session.envelope.rcptTo.map(({ address }) => address) })
      done(refused)
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    refuse,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
