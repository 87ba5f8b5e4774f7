import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { networkOf } from '#kit/server/network-of.ts'
import { Association } from './association.ts'
import { BerError, readBer } from './ber.ts'
import type { PortalCalls } from './portal-calls.ts'
import { messageTags } from './requests.ts'
import { closeMessage } from './responses.ts'

/** Before it has signed in, and between two messages. */
const signInMs = 30_000
const idleMs = 15 * 60_000
/** For a client to take the message that closes the association. */
const lastWordMs = 2_000
const maxConnections = 256
/** The schools of an education department may share one network. */
const maxConnectionsOfNetwork = 64

/** yaz-client loses track of TLS 1.3, whose server may send tickets after the handshake. */
const tlsLimits = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const

export type Listening = {
  port: number
  host: string
  database: string
  tls?: { cert: string; key: string } | undefined
  /** Between two reports of what is counted. */
  reportMs?: number
}

/** Serves Z39.50 until it is closed. Wrong bytes, slow clients and too many connections end only their own connection. */
export async function listenZ3950(portal: PortalCalls, { port, host, database, tls, reportMs = 1_000 }: Listening) {
  const open = new Map<Socket, Connection>()
  const tally = openTally((operations) => portal.measured(open.size, operations), reportMs)
  const take = (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const ofNetwork = [...open.values()].filter((each) => each.network === network).length
    if (ofNetwork >= maxConnectionsOfNetwork) return socket.destroy()
    if (open.size >= maxConnections && !makeRoom(open)) return socket.destroy()
    const association = new Association(portal, { database, address })
    open.set(socket, { network, association })
    tally.tellSoon()
    socket.once('close', () => {
      open.delete(socket)
      tally.tellSoon()
    })
    void converse(socket, association, { ...portal, count: tally.count })
  }
  const server: Server = tls
    ? createTlsServer({ ...tls, ...tlsLimits, handshakeTimeout: signInMs }, take)
    : createServer(take)
  server.listen({ port, host })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open.keys()) {
        socket.end(closeMessage(undefined, 'shutdown'), () => socket.destroy())
        setTimeout(() => socket.destroy(), lastWordMs).unref()
      }
      await closed
    },
  }
}

type Connection = { network: string; association: Association }

/**
 * Closes the oldest connection that has not signed in, of the network that has most of those, so that strangers cannot
 * crowd out someone who is about to sign in. False if all have signed in.
 */
function makeRoom(open: Map<Socket, Connection>): boolean {
  const strangers = [...open].filter(([, { association }]) => !association.isOpen)
  const byNetwork = Map.groupBy(strangers, ([, { network }]) => network)
  const [most] = [...byNetwork.values()].sort((one, other) => other.length - one.length)
  if (!most) return false
  const [[oldest]] = most as [[Socket, Connection]]
  open.delete(oldest)
  oldest.destroy()
  return true
}

/** Answers one message after another; the socket is read no further meanwhile, so a client cannot queue up work. */
async function converse(
  socket: Socket,
  association: Association,
  { report, count }: Pick<PortalCalls, 'report'> & { count: (tag: number) => void },
): Promise<void> {
  const gone = new AbortController()
  const end = (lastMessage: Uint8Array) => {
    socket.end(lastMessage).resume()
    // A client that does not read the message must not keep the connection.
    setTimeout(() => socket.destroy(), lastWordMs).unref()
  }
  const leave = (...message: Parameters<typeof closeMessage>) => end(closeMessage(...message))
  socket.setNoDelay(true)
  socket.setTimeout(idleMs, () => leave(undefined, 'lackOfActivity'))
  const signIn = setTimeout(() => association.isOpen || leave(undefined, 'lackOfActivity'), signInMs)
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    clearTimeout(signIn)
    gone.abort()
  })
  try {
    let received: Buffer = Buffer.alloc(0)
    // Leaving the loop must not destroy the socket before the last message is sent.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      for (let read = readBer(received); read; read = received.length > 0 ? readBer(received) : undefined) {
        received = received.subarray(read.end)
        count(read.element.tag)
        const { bytes, ends } = await association.answer(read.element)
        if (socket.destroyed) return
        if (ends) return end(bytes)
        if (!socket.write(bytes)) await once(socket, 'drain', { signal: gone.signal })
      }
    }
  } catch (error) {
    if (socket.destroyed) return
    if (error instanceof BerError) return leave(undefined, 'protocolError', error.message)
    void report((error as Error).stack ?? String(error))
    leave(undefined, 'systemProblem')
  }
}

const operationOf = new Map<number, string>(Object.entries(messageTags).map(([name, tag]) => [tag, name]))

/** Counts the messages by kind, and reports them at most every `reportMs`: a call for each would slow the answers. */
function openTally(tell: (operations: Record<string, number>) => unknown, reportMs: number) {
  let isDue = false
  let operations: Record<string, number> = {}
  const tellSoon = () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void tell(operations)
      operations = {}
    }, reportMs).unref()
  }
  const count = (tag: number) => {
    const name = operationOf.get(tag)
    if (name === undefined) return
    operations[name] = (operations[name] ?? 0) + 1
    tellSoon()
  }
  return { tellSoon, count }
}
