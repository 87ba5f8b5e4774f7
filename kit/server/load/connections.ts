import { readFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../network-of.ts'

/** Maximum number of connections; and file descriptors reserved for the process. */
const most = 20_000
const maxKeptOpen = 500
/** Above this share, idle connections are closed to make room. */
const crowded = 0.9
/** The maximum share of one network: it may be a whole district's, or an attacker's. */
const shareOfNetwork = 0.5
/** Calls of one connection that wait for their answers. Browsers send one; a packet of 64 kB holds a thousand. */
const mostUnanswered = 16

/** Timeouts of a connection, in ms, against clients that do nothing, or nearly nothing. */
export const connectionTimeouts = {
  headers: 20_000,
  /** A call with its body: 25 MB of pictures over a slow line. */
  request: 240_000,
  /** A client that neither reads its answer nor completes its request. */
  still: 60_000,
  idle: 65_000,
  pollMs: 5_000,
}

/** Limits connections. `behindProxy`: all come from a few addresses, and the proxy limits them. */
export function limitConnections(
  server: Server,
  { behindProxy, limit = connectionsAllowed() }: { behindProxy: boolean; limit?: number },
): void {
  const byNetwork = new Map<string, number>()
  let open = 0
  server.maxConnections = limit
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const ofNetwork = (byNetwork.get(network) ?? 0) + 1
    if (!behindProxy && ofNetwork > limit * shareOfNetwork && !isOwn(address)) return void socket.destroy()
    byNetwork.set(network, ofNetwork)
    open++
    if (open > limit * crowded) server.closeIdleConnections()
    socket.once('close', () => {
      open--
      const left = byNetwork.get(network)! - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    })
  })
}

/** Closes connections on which a client sends many calls ahead of their answers: they would all begin in one turn. */
export function limitPipelining(server: Server): void {
  const [answer] = server.listeners('request') as RequestListener[]
  const unanswered = new WeakMap<Socket, number>()
  server.removeAllListeners('request')
  server.on('request', (request, reply) => {
    const { socket } = request
    const waiting = unanswered.get(socket) ?? 0
    // The parser goes on to the end of the packet.
    if (socket.destroyed || waiting >= mostUnanswered) return void socket.destroy()
    unanswered.set(socket, waiting + 1)
    reply.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    answer!(request, reply)
  })
}

const isOwn = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)

/** The system's limit for this process, minus what it needs itself. */
function connectionsAllowed(): number {
  try {
    const [, allowed] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return allowed ? Math.max(100, Math.min(most, Number(allowed) - maxKeptOpen)) : most
  } catch {
    return most
  }
}
