import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { partOf, readBer, writeBits, writeInteger, writeParts, writeSequence, writeText } from './ber.ts'
import { messageTags } from './requests.ts'
import { initResponseTag, options } from './responses.ts'

type Server = { host: string; port: number; tls: boolean }
type Login = { name: string; password: string }

const timeoutMs = 10_000
const messageSize = 64 * 1024

/**
 * Signs in as a library system does, over the network: whether the server accepts. Throws if it cannot be reached, or
 * answers with anything else than Z39.50. Its certificate is not checked: it may be for the public host name.
 */
export async function trySignIn({ host, port, tls }: Server, { name, password }: Login): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  const socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connect({ host, port })
  const stop = () => socket.destroy(new Error('The Z39.50 server did not answer in time.'))
  signal.addEventListener('abort', stop)
  try {
    socket.write(
      writeParts(
        messageTags.initRequest,
        writeBits(3, [0, 1, 2]),
        writeBits(4, [options.search, options.present]),
        writeInteger(5, messageSize),
        writeInteger(6, messageSize),
        writeParts(7, writeSequence(writeText(1, name), writeText(2, password))),
      ),
    )
    let received = Buffer.alloc(0)
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk])
      const reply = readBer(received)?.element
      if (!reply) continue
      const result = reply.tag === initResponseTag ? partOf(reply, 12)?.bytes : undefined
      if (!result) break
      return result[0] !== 0
    }
    throw new Error('The server at this port does not answer in Z39.50.')
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}
