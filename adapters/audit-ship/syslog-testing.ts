import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

export const hasOpenssl = !spawnSync('openssl', ['version']).error

type Certificate = { key: Buffer; cert: Buffer }

/**
 * A certificate authority whose files are in `folder`; `issue` makes a certificate for a host, such as `DNS:localhost`.
 */
export function certificateAuthority(folder: string, name: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`)
  return {
    cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
    issue: (host: string): Certificate => {
      openssl('req', ...key, '-subj', '/CN=log', '-keyout', 'log.key', '-out', 'log.csr')
      writeFileSync(join(folder, 'names'), `subjectAltName=${host}\n`)
      const by = ['-CA', `${name}.pem`, '-CAkey', `${name}.key`, '-CAcreateserial']
      openssl('x509', '-req', '-in', 'log.csr', ...by, '-extfile', 'names', '-out', 'log.pem')
      return { key: readFileSync(join(folder, 'log.key')), cert: readFileSync(join(folder, 'log.pem')) }
    },
  }
}

/** Uses TLS if a certificate is given. `resetFirst` resets the first connection after reading part of it. */
export async function openSyslogServer({
  certificate,
  port = 0,
  resetFirst = false,
}: {
  certificate?: Certificate
  port?: number
  resetFirst?: boolean
} = {}) {
  const connections: { pieces: Buffer[]; whole: boolean }[] = []
  const sockets = new Set<Socket>()
  let closed = 0
  const take = (socket: Socket) => {
    const connection = { pieces: [] as Buffer[], whole: false }
    const breaks = resetFirst && connections.length === 0
    connections.push(connection)
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      connection.pieces.push(piece)
      if (breaks) for (const each of sockets) each.resetAndDestroy()
    })
    socket.on('end', () => {
      connection.whole = true
    })
  }
  const server: Server = certificate ? createTlsServer(certificate, take) : createServer(take)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      closed++
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    to: `syslog+${certificate ? 'tls' : 'tcp'}://localhost:${address.port}`,
    /** Closed connections, including those rejected before anything could be read. */
    closed: () => closed,
    /** Messages as received, with their headers; of an aborted connection only the complete ones. */
    messages: () => connections.flatMap(({ pieces, whole }) => messagesIn(Buffer.concat(pieces), whole)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** RFC 6587: a length prefix frames each message. */
function messagesIn(bytes: Buffer, whole: boolean): string[] {
  const found: string[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const count = /^([1-9]\d*) /.exec(rest.subarray(0, 12).toString('latin1'))
    const end = count ? count[0].length + Number(count[1]) : Number.POSITIVE_INFINITY
    if (end > rest.length) {
      if (whole) throw new Error(`a frame that is cut off: ${rest.subarray(0, 100)}`)
      return found
    }
    found.push(rest.subarray(count![0].length, end).toString())
    rest = rest.subarray(end)
  }
  return found
}

/** The line in a message of RFC 5424: facility 13, severity 5, version 1, time, host, program, process, kind, no data. */
export function lineOf(message: string): string {
  const read = /^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [!-~]{1,255} school-catalogue \d+ audit - (.*)$/s.exec(
    message,
  )
  if (!read) throw new Error(`no RFC 5424 message: ${message.slice(0, 200)}`)
  return read[1]!
}
