import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeWorld } from '#adapters/database/folder-testing.ts'
import { knownMigrations } from '#adapters/database/migrate.ts'
import { rowsOf } from '#adapters/database/rows-state.ts'
import { type Env, readEnv } from '#app/env.ts'
import { openDatabase } from '#app/open-database.ts'
import { openPortal, type Portal } from '#app/portal.ts'
import { wire } from '#app/wire.ts'
import { takeCommands } from '#cli/command-socket.ts'
import { manage } from '#features/desk/server/admin-commands.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { listAudit } from '#platform/audit/server/audit.ts'
import { sealAudit } from '#platform/audit/server/seal-audit.ts'
import { BackupRefused, newBackup, openBackup } from '#platform/backup/server/backup-folder.ts'
import { checkBackup } from '#platform/backup/server/check-backup.ts'
import { backUp } from './backup-cli.ts'
import { contentOf, listOf, loadLittle, runAdmin, runAdminInRoomOf } from './backup-testing.ts'
import { carryOutKeys } from './keys-command.ts'
import { restore } from './restore-cli.ts'
import { openSecretKey } from './secret-key-file.ts'

const root = mkdtempSync(join(tmpdir(), 'backup-'))
const at = (name: string) => join(root, name)

/** On the embedded database, no matter what the tests use. */
const settingsOf = (dataDir: string) => ({ DATABASE_URL: '', DATA_DIR: dataDir })
const run = (dataDir: string, ...given: string[]) => runAdmin(settingsOf(dataDir), ...given)

/** In this process: each start of the program and its database takes seconds, and one per command proves that it works. */
const backUpHere = (dataDir: string, folder: string) => backUp(readEnv(settingsOf(dataDir)), folder)

let env: Env
let portal: Portal
let stop: () => Promise<void>
beforeAll(async () => {
  const port = await freePort()
  const settings = { DATA_DIR: at('data'), PORT: String(port), LOG_LEVEL: 'silent', DEMO: 'true' }
  env = readEnv(settings)
  placeWorld(env.dataDir)
  const app = await wire(env)
  await loadLittle(app)
  portal = await openPortal(env, app)
  stop = await takeCommands(portal.app, portal)
  await portal.listen()
}, 300_000)
afterAll(async () => {
  await stop()
  await portal.close()
  rmSync(root, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const note = (key: string) =>
  portal
    .app()
    .db.insertInto('installation')
    .values({ key, value: JSON.stringify({ text: 'Ā\u2028"\\' }) })
    .execute()

test('a backup taken during writes is restored elsewhere, equal in every row, file, record and heading', async () => {
  await portal.app().files.put('downloads/of-nobody.bin', Buffer.from([0, 1, 2, 255]))
  await portal.app().catalogue.remove((await listOf(portal.app().catalogue.ids())).slice(-2))
  await note('before')
  let writing = true
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await note(`meanwhile ${n}`)
      // Without a pause the writes, each flushed, would take a processor for as long as the backup does.
      await delay(20)
    }
  })()
  const taken = await run(env.dataDir, 'backup', at('first'), '--with-secret-key')
  writing = false
  await writer
  expect(taken).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^backed up [\d,]+ rows, [\d,]+ files, [\d,]+ records/),
  })
  expect([at('first'), at('first/manifest.json'), at('first/catalogue/records.mrc.gz')].map(modeOf)).toEqual([
    0o700, 0o600, 0o600,
  ])
  const restored = await run(at('elsewhere'), 'restore', at('first'))
  expect(restored).toMatchObject({ status: 0, out: expect.stringMatching(/^restored [\d,]+ rows/) })
  const verified = await run(at('elsewhere'), 'audit', '--verify')
  expect([verified.err, verified.out]).toEqual(['', expect.stringMatching(/^intact: .*\na backup .* was restored on/)])
  expect(await backUpHere(at('elsewhere'), at('second'))).toBe(0)
  const first = await contentOf(at('first'))
  expect(first.removed).toHaveLength(2)
  expect(first.rows.installation!.some((row) => row.includes('before'))).toBe(true)
  expect(await contentOf(at('second'))).toEqual(first)
}, 600_000)

const modeOf = (path: string) => statSync(path).mode & 0o777

test('beside a running portal everything comes back, and its calls are answered or told to retry', async () => {
  const { generation } = await portal.app().catalogue.stats()
  await note('later')
  await portal.app().catalogue.remove((await listOf(portal.app().catalogue.ids())).slice(0, 50))
  await portal.app().files.put('downloads/of-nobody.bin', Buffer.from('changed'))
  await portal.app().files.put('downloads/later.bin', Buffer.from('later'))
  const seen = new Set<string>()
  let asking = true
  const asker = (async () => {
    while (asking) {
      const reply = await fetch(`http://127.0.0.1:${env.port}/health/ready`)
      seen.add(`${reply.status} ${reply.headers.get('retry-after') ?? ''}`.trim())
      await reply.arrayBuffer()
      await delay(10)
    }
  })()
  const restored = await run(env.dataDir, 'restore', at('first'))
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${env.port}/health/ready`)).status, { timeout: 60_000 })
    .toBe(200)
  asking = false
  await asker
  expect(restored).toMatchObject({ status: 0, err: expect.not.stringContaining('audit log') })
  const [noted] = (await listAudit(portal.app().db, { page: 1 })).response
  expect(noted).toMatchObject({
    action: 'backup_restored',
    subject: at('first'),
    cameFrom: expect.stringMatching(/^command line \(.+\)$/),
  })
  expect([...seen].filter((each) => each !== '200' && each !== '503 5')).toEqual([])
  expect((await portal.app().catalogue.stats()).generation).toBeGreaterThan(generation)
  expect(await backUpHere(env.dataDir, at('third'))).toBe(0)
  expect(withoutWatch(await contentOf(at('third')))).toEqual(withoutWatch(await contentOf(at('first'))))
}, 600_000)

/** A serving portal polls the catalogue's state and stores the last one seen. */
function withoutWatch({ rows, ...more }: Awaited<ReturnType<typeof contentOf>>) {
  const installation = rows.installation!.filter((row) => !row.includes('authorities_seen'))
  const known = rows.known_record!.map((row) => (JSON.parse(row) as unknown[]).toSpliced(3, 1))
  return { ...more, rows: { ...rows, installation, known_record: known } }
}

test('a backup that is incomplete, changed, newer or not a backup is refused, and nothing is touched', async () => {
  const before = await rowsOf(portal.app().db).atOnce((state) => listOf(state.rows(state.tables[0]!)))
  // By the program once, then in this process: each start of the program costs seconds.
  const refused = () => messageOf(restore(env, at('first')))
  const manifest = at('first/manifest.json')
  renameSync(manifest, at('kept.json'))
  const { status, err } = await run(env.dataDir, 'restore', at('first'))
  expect([status, err]).toEqual([1, expect.stringContaining('is not a complete backup')])
  expect(await refused()).toContain('is not a complete backup')
  const text = readFileSync(at('kept.json'), 'utf8')
  writeFileSync(manifest, text.replace('001-account.sql', '999-later.sql'))
  expect(await refused()).toContain('newer version')
  writeFileSync(manifest, text.slice(0, 5000))
  expect(await refused()).toContain('damaged')
  for (const elsewhere of ['../kept.json', '/etc/passwd']) {
    writeFileSync(manifest, text.replace('database/customer.ndjson.gz', elsewhere))
    expect(await refused()).toContain('manifest.json is damaged')
  }
  renameSync(at('kept.json'), manifest)
  const file = at('first/files/downloads/of-nobody.bin')
  writeFileSync(file, Buffer.from([0, 1, 2, 254]))
  expect(await refused()).toContain('files/downloads/of-nobody.bin has changed')
  rmSync(file)
  expect(await refused()).toContain('incomplete')
  writeFileSync(file, Buffer.from([0, 1, 2, 255]))
  appendFileSync(at('first/database/customer.ndjson.gz'), 'x')
  expect(await refused()).toContain('database/customer.ndjson.gz has')
  expect((await run(env.dataDir, 'backup', at('first'))).err).toContain('is not empty')
  expect(await messageOf(backUp(env, join(env.dataDir, 'mine')))).toContain('is in DATA_DIR')
  for (const none of [file, '/proc/none'])
    expect(await messageOf(backUp(env, none))).toContain('is not a writable folder')
  expect(await rowsOf(portal.app().db).atOnce((state) => listOf(state.rows(state.tables[0]!)))).toEqual(before)
}, 600_000)

const messageOf = (refused: Promise<number>) =>
  refused.then(
    (status) => `not refused: ${status}`,
    (error: unknown) => (error instanceof BackupRefused ? error.message : `not refused, but: ${error}`),
  )

test('without its secret key a backup is restored only with new secrets', async () => {
  await sealAudit(portal.app())
  expect(await backUpHere(env.dataDir, at('keyless'))).toBe(0)
  expect(existsSync(at('keyless/secret-key'))).toBe(false)
  const refused = await run(at('new machine'), 'restore', at('keyless'))
  expect([refused.status, refused.err]).toEqual([
    1,
    // Only this: nothing was read or filled before.
    expect.stringMatching(/^The database needs the secret key [0-9a-f]{8}; .* or create new secrets: --new-secrets\n$/),
  ])
  expect(existsSync(at('new machine/db'))).toBe(false)
  expect((await run(at('new machine'), 'restore', at('keyless'), '--new-secrets')).status).toBe(0)
  const { keys, verified } = await onNewMachine()
  const ids = keys.join('\n').match(/[0-9a-f]{8}$/gm)
  // The audit log's seals already use one.
  expect(ids).toEqual([ids![0], ids![0]])
  expect(verified.join('\n')).toMatch(
    // The portal itself was restored by an earlier test of this file.
    /^intact: .*\n(a backup .* was restored on .*\n)?new secrets were made on .*\na backup .* was restored on/,
  )
}, 600_000)

/** The answers to `keys` and `audit --verify` of a folder that no portal serves. */
async function onNewMachine() {
  const restored = readEnv(settingsOf(at('new machine')))
  const database = await openDatabase(restored)
  const app = { env: restored, db: database.db, clock: clockIn(defaultZone, () => new Date()) }
  try {
    const { lines: keys } = await carryOutKeys(app, { command: 'keys' })
    const secretKey = await openSecretKey(restored, app.db)
    const answer = await manage({ ...app, secretKey }, { command: 'admin audit verify' })
    return { keys, verified: 'refused' in answer ? [answer.refused] : answer.lines }
  } finally {
    await database.close()
  }
}

test('an encrypted backup reveals nothing, and is restored only with its identity', async () => {
  const identity = await generateX25519Identity()
  writeFileSync(at('identity.txt'), `# public key: …\n${identity}\n`)
  writeFileSync(at('another.txt'), await generateX25519Identity())
  const settings = { ...settingsOf(env.dataDir), BACKUP_RECIPIENTS: await identityToRecipient(identity) }
  await portal.app().files.put('downloads/canary.bin', Buffer.from('canary'.repeat(20_000)))
  expect((await runAdmin(settings, 'backup', at('sealed'), '--with-secret-key')).status).toBe(0)
  const files = readdirSync(at('sealed'), { recursive: true, encoding: 'utf8' }).map((name) => join(at('sealed'), name))
  const written = files.filter((path) => statSync(path).isFile())
  expect(written.length).toBeGreaterThan(50)
  for (const path of written) {
    expect(path).toMatch(/\.age$/)
    const bytes = readFileSync(path)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.includes('canary') || bytes.includes('"tables"')).toBe(false)
  }
  const check = async (file?: string) =>
    checkBackup(await openBackup(at('sealed'), file && at(file)), knownMigrations(), () => {})
  await expect(check()).rejects.toThrow('is encrypted. Name an identity file that opens it: --identity FILE')
  await expect(check('another.txt')).rejects.toThrow('No identity in the file opens')
  await expect(check('none.txt')).rejects.toThrow('has no age identity')
  const part = at('sealed/database/customer.ndjson.gz.age')
  const whole = readFileSync(part)
  writeFileSync(part, Buffer.concat([whole.subarray(0, -1), Buffer.from([whole.at(-1)! ^ 1])]))
  await expect(check('identity.txt')).rejects.toThrow('The backup is damaged')
  writeFileSync(part, whole)
  const restored = await run(at('from sealed'), 'restore', at('sealed'), '--identity', at('identity.txt'))
  expect(restored).toMatchObject({ status: 0 })
  expect(await backUpHere(at('from sealed'), at('plain again'))).toBe(0)
  expect(withoutWatch(await contentOf(at('plain again')))).toEqual(
    withoutWatch(await contentOf(at('sealed'), at('identity.txt'))),
  )
  expect(() => readEnv({ BACKUP_RECIPIENTS: 'age1nobody' })).toThrow(/^BACKUP_RECIPIENTS=.*must be age recipients/)
  await expect(newBackup(at('none'), [`age1${'q'.repeat(58)}`])).rejects.toThrow(BackupRefused)
}, 600_000)

test('a backup without enough space says so and leaves nothing incomplete', async () => {
  await portal.app().files.put('downloads/large.bin', Buffer.alloc(40 * 1024 * 1024))
  const settings = settingsOf(env.dataDir)
  const { status, err } = await runAdminInRoomOf(32 * 1024, settings, 'backup', at('none'))
  expect([status, err]).toEqual([1, expect.stringContaining('There is not enough space for the backup')])
  expect(existsSync(at('none'))).toBe(false)
  expect(await backUpHere(env.dataDir, at('none'))).toBe(0)
}, 600_000)
