import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections at most; and files that the process needs beside them. */
const most = 20_000
const kept = 500
/** From this share on, those that are idle are closed to make room. */
const crowded = 0.9
/** One address has at most this share: it may be a whole district's, and it may be an attacker. */
const shareOfAddress = 0.5

/** Time-outs of a connection, in ms: nobody may hold one by doing nothing, or nearly nothing. */
export const connectionTimeouts = {
  headers: 20_000,
  /** A call with its body: 25 MB of pictures over a slow line. */
  request: 240_000,
  /** Neither reads what it asked for nor sends what it began. */
  still: 60_000,
  idle: 65_000,
  lookEvery: 5_000,
}

/** Bounds what is connected. `behindProxy`: all come from a few addresses, whose connections the proxy bounds. */
export function limitConnections(
  server: Server,
  { behindProxy, limit = connectionsAllowed() }: { behindProxy: boolean; limit?: number },
): void {
  const byAddress = new Map<string, number>()
  let open = 0
  server.maxConnections = limit
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const ofAddress = (byAddress.get(address) ?? 0) + 1
    if (!behindProxy && ofAddress > limit * shareOfAddress && !isOwn(address)) return void socket.destroy()
    byAddress.set(address, ofAddress)
    open++
    if (open > limit * crowded) server.closeIdleConnections()
    socket.once('close', () => {
      open--
      const left = byAddress.get(address)! - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  })
}

const isOwn = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)

/** As many as the system lets this process open, less what it needs itself. */
function connectionsAllowed(): number {
  try {
    const [, allowed] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return allowed ? Math.max(100, Math.min(most, Number(allowed) - kept)) : most
  } catch {
    return most
  }
}
