import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectByTls } from 'node:tls'
import type { AuditShipPort } from '#platform/audit/server/audit-ship-port.ts'

/** `to`: a file path or a syslog server such as syslog+tls://log.example.org:6514 */
export const openAuditShip = (to: string): AuditShipPort =>
  /^syslog\+(tcp|tls):/.test(to) ? openSyslog(new URL(to)) : openFile(to)

/** Reopened for each batch: after logrotate moves the file away, a new one is created. */
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
 * RFC 5424 messages over TCP (RFC 6587, octet counting) or TLS (RFC 5425), one connection per batch. Syslog sends no
 * acknowledgement: a clean close by the server is the only sign that it has read the batch.
 */
const openSyslog = ({ protocol, hostname: host, port }: URL): AuditShipPort => ({
  async send(lines) {
    const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || 6514 }
    // TLS compares an IP address with the certificate, but SNI takes host names only.
    const named = isIP(to.host) ? to : { ...to, servername: to.host }
    const socket = protocol === 'syslog+tls:' ? connectByTls(named) : connect(to)
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${host} does not answer`)))
    // The server's replies are ignored, but unread data would keep the connection open.
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
