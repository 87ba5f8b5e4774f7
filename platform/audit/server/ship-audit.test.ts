import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAuditShip } from '#adapters/audit-ship/audit-ship.ts'
import { certificateAuthority, hasOpenssl, lineOf, openSyslogServer } from '#adapters/audit-ship/syslog-testing.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { recordAudit, verifyAudit } from './audit.ts'
import { shipAudit } from './ship-audit.ts'

let app: TestApp
let ending: AbortController
let running: Promise<void>[]
beforeEach(async () => {
  app = await testApp({ work: false })
  ending = new AbortController()
  running = []
})
afterEach(async () => {
  ending.abort()
  await Promise.all(running)
  await app.close()
})

const note = (subject: string) =>
  recordAudit(app.db, { customerId: 'demo-hillview', userId: null, now: new Date(), action: 'noted', subject })
const storedEntries = async () =>
  (await app.db.selectFrom('auditEntry').select(['position', 'hash']).orderBy('position').execute()).map((each) => ({
    ...each,
  }))
const start = (sent: string[], send = async (lines: readonly string[]) => void sent.push(...lines)) =>
  running.push(shipAudit(app, { send }, 'test', ending.signal))
const positions = (sent: string[]) => sent.map((line) => JSON.parse(line).position as number)

test('every entry is shipped once and in order, by several processes, including earlier entries', async () => {
  const sent: string[] = []
  for (let each = 0; each < 5; each++) await note(`before ${each}`)
  for (let each = 0; each < 3; each++) start(sent)
  for (let each = 0; each < 1200; each++) await note(`${each}`)
  const all = await storedEntries()
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(all.length)
  expect(positions(sent)).toEqual(all.map(({ position }) => position))
  expect(JSON.parse(sent.at(-1)!)).toMatchObject({
    ...all.at(-1),
    action: 'noted',
    subject: '1199',
    organisation: 'demo-hillview',
  })
  expect(sent[0]).toMatch(/^\{"position":1,"hash":"[0-9a-f]{64}"/)
}, 60_000)

test('while the destination is unavailable nothing is lost, and entries arrive once it is back', async () => {
  const sent: string[] = []
  let away = true
  let tries = 0
  await note('one')
  start(sent, async (lines) => {
    tries++
    if (away) throw new Error('away')
    sent.push(...lines)
  })
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(0)
  await note('two')
  away = false
  const all = await storedEntries()
  await app.skipPauses(() => expect.poll(() => sent.length, { timeout: 20_000 }).toBe(all.length))
  expect(positions(sent)).toEqual(all.map(({ position }) => position))
}, 60_000)

test.skipIf(!hasOpenssl)(
  'a syslog server that was unavailable, and then drops connections, finally has every entry; the log agrees with its file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-tls-'))
    const authority = certificateAuthority(folder, 'authority')
    const certificate = authority.issue('DNS:localhost')
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, authority.cert])
    const { port, to, close } = await openSyslogServer({ certificate })
    await close()
    try {
      await note('one')
      running.push(shipAudit(app, openAuditShip(to), to, ending.signal))
      const tried = () => sql`select 1 from audit_shipped where destination = ${to}`.execute(app.db)
      await expect.poll(async () => (await tried()).rows.length, { timeout: 20_000 }).toBe(1)
      for (let each = 0; each < 1200; each++) await note(`${each}`)
      const server = await openSyslogServer({ certificate, port, resetFirst: true })
      const shipped = () => positions(server.messages().map(lineOf))
      const all = (await storedEntries()).map(({ position }) => position)
      await app.skipPauses(() => expect.poll(() => new Set(shipped()).size, { timeout: 40_000 }).toBe(all.length))
      ending.abort()
      await Promise.all(running)
      await server.close()

      // Entries in flight at the disconnect came again; after that each came once, and in order.
      const arrived = shipped()
      const twice = arrived.length - all.length
      expect(twice).toBeGreaterThan(0)
      expect(arrived).toEqual([...all.slice(0, twice), ...all])
      const copy = join(folder, 'audit.log')
      writeFileSync(copy, server.messages().join('\n'))
      const { entries, shipped: compared } = await verifyAudit(app, copy)
      expect([entries, compared]).toEqual([all.length, all.length])
    } finally {
      setDefaultCACertificates(trusted)
      rmSync(folder, { recursive: true })
    }
  },
  90_000,
)
