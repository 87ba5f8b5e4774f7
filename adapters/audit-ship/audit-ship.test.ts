import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { openAuditShip } from './audit-ship.ts'

const folder = mkdtempSync(join(tmpdir(), 'audit-ship-'))
const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
  rmSync(folder, { recursive: true, force: true })
})

type Place = { to: string; lines(): Promise<string[]> }

/** What a syslog server reads: each message is framed by its length. */
function messagesIn(bytes: Buffer): string[] {
  const found: string[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const space = rest.indexOf(' ')
    const end = space + 1 + Number(rest.subarray(0, space).toString())
    const message = rest.subarray(space + 1, end).toString()
    const read = /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ school-catalogue \d+ audit - (.*)$/s.exec(message)
    if (!read) throw new Error(`no RFC 5424 message: ${message}`)
    found.push(read[1]!)
    rest = rest.subarray(end)
  }
  return found
}

async function server(protocol: 'tcp' | 'tls'): Promise<Place> {
  const pieces: Buffer[] = []
  const take = (socket: Socket) => socket.on('data', (piece) => pieces.push(piece)).on('end', () => socket.end())
  const opened = protocol === 'tcp' ? createServer(take) : createTlsServer(certificate(), take)
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  closing.push(() => opened.close())
  const { port } = opened.address() as AddressInfo
  return { to: `syslog+${protocol}://localhost:${port}`, lines: async () => messagesIn(Buffer.concat(pieces)) }
}

function certificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

const file = async (): Promise<Place> => {
  const path = join(folder, 'audit.log')
  return { to: path, lines: async () => readFileSync(path, 'utf8').trimEnd().split('\n') }
}

const lines = ['{"position":1}', '{"subject":"Zoë\\n<b> 🎈"}', `{"long":"${'x'.repeat(100_000)}"}`]

describe.each([
  ['a file', file],
  ['syslog over TCP', () => server('tcp')],
])('%s', (_, open) => {
  test('takes each line whole and in order, piece after piece', async () => {
    const place = await open()
    const ship = openAuditShip(place.to)
    await ship.send(lines)
    await ship.send(['{"position":4}'])
    expect(await place.lines()).toEqual([...lines, '{"position":4}'])
  })
})

test('a file is for its own user alone, and is begun anew when it was moved away', async () => {
  const path = join(folder, 'rotated.log')
  const ship = openAuditShip(path)
  await ship.send(['one'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  renameSync(path, `${path}.1`)
  await ship.send(['two'])
  expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['one\n', 'two\n'])
  await expect(openAuditShip(join(folder, 'none/audit.log')).send(['x'])).rejects.toThrow('ENOENT')
})

test('a server that is away, breaks off or has no certificate that we trust is a failure', async () => {
  const closed = await server('tcp')
  const broken = createServer((socket) => socket.resetAndDestroy())
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  closing.push(() => broken.close())
  const port = (broken.address() as AddressInfo).port
  await expect(openAuditShip(`syslog+tcp://127.0.0.1:${port}`).send(lines)).rejects.toThrow()
  await expect(openAuditShip('syslog+tcp://127.0.0.1:1').send(lines)).rejects.toThrow('ECONNREFUSED')
  const secure = await server('tls')
  await expect(openAuditShip(secure.to).send(lines)).rejects.toThrow('self-signed')
  expect([...(await closed.lines()), ...(await secure.lines())]).toEqual([])
})
