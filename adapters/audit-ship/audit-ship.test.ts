import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAuditShip } from './audit-ship.ts'
import { certificateAuthority, hasOpenssl, lineOf, openSyslogServer } from './syslog-testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'audit-ship-'))
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true })
})

type Place = { to: string; lines(): string[] }

async function syslog(...options: Parameters<typeof openSyslogServer>) {
  const server = await openSyslogServer(...options)
  closing.push(server.close)
  return { ...server, lines: () => server.messages().map(lineOf) }
}

const file = async (): Promise<Place> => {
  const path = join(folder, 'audit.log')
  return { to: path, lines: () => readFileSync(path, 'utf8').trimEnd().split('\n') }
}

const lines = ['{"position":1}', '{"subject":"Zoë\\n<b> 🎈"}', `{"long":"${'x'.repeat(100_000)}"}`]

async function takesAll(place: Place) {
  const ship = openAuditShip(place.to)
  await ship.send(lines)
  await ship.send(['{"position":4}'])
  expect(place.lines()).toEqual([...lines, '{"position":4}'])
}

test.each([
  ['a file', file],
  ['syslog over TCP', () => syslog()],
])('%s receives each line whole and in order, batch after batch', async (_, open) => takesAll(await open()))

test('a file is readable by its owner only, and is reopened after log rotation', async () => {
  const path = join(folder, 'rotated.log')
  const ship = openAuditShip(path)
  await ship.send(['one'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  renameSync(path, `${path}.1`)
  await ship.send(['two'])
  expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['one\n', 'two\n'])
  await expect(openAuditShip(join(folder, 'none/audit.log')).send(['x'])).rejects.toThrow('ENOENT')
})

test('an unreachable server or a broken connection is a failure', async () => {
  const broken = createServer((socket) => socket.resetAndDestroy())
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  closing.push(() => broken.close())
  const port = (broken.address() as AddressInfo).port
  await expect(openAuditShip(`syslog+tcp://127.0.0.1:${port}`).send(lines)).rejects.toThrow()
  await expect(openAuditShip('syslog+tcp://127.0.0.1:1').send(lines)).rejects.toThrow('ECONNREFUSED')
})

describe.skipIf(!hasOpenssl)('syslog over TLS', () => {
  type Authority = ReturnType<typeof certificateAuthority>
  let trusted: Authority
  let unknown: Authority
  const before = getCACertificates()
  beforeAll(() => {
    trusted = certificateAuthority(folder, 'trusted')
    unknown = certificateAuthority(folder, 'unknown')
    // The same effect as NODE_EXTRA_CA_CERTS at startup.
    setDefaultCACertificates([...before, trusted.cert])
  })
  afterAll(() => setDefaultCACertificates(before))

  test.each([
    ['the host’s name', 'DNS:localhost', 'localhost'],
    ['the host’s address', 'IP:127.0.0.1', '127.0.0.1'],
  ])('a certificate from a trusted authority, for %s, is accepted', async (_, name, host) => {
    const warnings: string[] = []
    const warned = ({ message }: Error) => warnings.push(message)
    process.on('warning', warned)
    const server = await syslog({ certificate: trusted.issue(name) })
    await takesAll({ ...server, to: server.to.replace('localhost', host) })
    process.off('warning', warned)
    expect(warnings).toEqual([])
  })

  test.each([
    ['of an authority that we do not know', () => unknown.issue('DNS:localhost'), 'unable to verify'],
    ['for another host', () => trusted.issue('DNS:log.example.org'), "does not match certificate's altnames"],
    ['for another address', () => trusted.issue('IP:192.0.2.1'), "does not match certificate's altnames"],
  ])('a certificate %s is rejected, and the server receives nothing', async (_, issue, reason) => {
    const server = await syslog({ certificate: issue() })
    await expect(openAuditShip(server.to).send(lines)).rejects.toThrow(reason)
    await expect.poll(server.closed).toBe(1)
    expect(server.lines()).toEqual([])
  })
})
