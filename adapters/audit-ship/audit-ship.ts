import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectByTls } from 'node:tls'
import type { AuditShipPort } from '#platform/audit/server/audit-ship-port.ts'

/** `to`: the path of a file, or a syslog server, as in syslog+tls://log.example.org:6514 */
export const openAuditShip = (to: string): AuditShipPort =>
  /^syslog\+(tcp|tls):/.test(to) ? openSyslog(new URL(to)) : openFile(to)

/** Opened for each piece: a file that was moved away, as logrotate does, is begun anew. */
const openFile = (path: string): AuditShipPort => ({
  async send(lines) {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(lines.map((line) => `${line}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  },
})

/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5
const timeoutMs = 10_000

/**
 * RFC 5424 messages over TCP (RFC 6587, octet counting) or TLS (RFC 5425). Each piece has a connection of its own, which
 * the server has to close in peace: syslog answers nothing, so that is all that shows that it was read.
 */
const openSyslog = ({ protocol, hostname: host, port }: URL): AuditShipPort => ({
  async send(lines) {
    const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || 6514 }
    // An address is compared with the certificate, but is no name to ask for.
    const named = isIP(to.host) ? to : { ...to, servername: to.host }
    const socket = protocol === 'syslog+tls:' ? connectByTls(named) : connect(to)
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
