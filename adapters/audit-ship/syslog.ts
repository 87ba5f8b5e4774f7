import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectByTls } from 'node:tls'
import type { AuditShipPort } from '#features/audit/server/audit-ship-port.ts'

/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5
const timeoutMs = 10_000

/**
 * RFC 5424 messages over TCP (RFC 6587, octet counting) or TLS (RFC 5425). Each piece has a connection of its own, which
 * the server has to close in peace: syslog answers nothing, so that is all that shows that it was read.
 */
export const openSyslog = ({ protocol, hostname: host, port }: URL): AuditShipPort => ({
  async send(lines) {
    const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || 6514 }
    const socket = protocol === 'syslog+tls:' ? connectByTls({ ...to, servername: to.host }) : connect(to)
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${host} does not answer`)))
    // What the server says is not looked at; unread it would keep the connection open.
    socket.resume()
    const closed = once(socket, 'close')
    const failed = new Promise<never>((_, reject) => socket.once('error', reject))
    socket.end(Buffer.concat(lines.map(framed)))
    await Promise.race([closed, failed])
  },
})

function framed(line: string): Buffer {
  const head = `<${priority}>1 ${new Date().toISOString()} ${hostname()} school-catalogue ${process.pid} audit - `
  const message = Buffer.from(head + line)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}
