import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '#adapters/database/testing.ts'
import { BadSetting, readEnv } from '#app/env.ts'
import { testApp } from '#app/testing.ts'
import { providerSecrets } from '#features/account/sign-in/server/installation-secrets.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { newSecretKey, UnknownSecretKey } from '#kit/server/secret-key.ts'
import { keysInUse, storedSecret } from '#kit/server/stored-secret.ts'
import { runAdmin } from './backup-testing.ts'
import { carryOutKeys } from './keys-command.ts'
import { openSecretKey } from './secret-key-file.ts'

const root = mkdtempSync(join(tmpdir(), 'secret-key-'))
let count = 0
let env: ReturnType<typeof readEnv>
let database: Awaited<ReturnType<typeof openTestDatabase>>
const app = () => ({ env, db: database.db, clock: clockIn(defaultZone, () => new Date()) })
const keys = async (command: 'keys' | 'keys rotate' | 'keys reset') => (await carryOutKeys(app(), { command })).lines

beforeEach(async () => {
  await database?.close()
  env = readEnv({ DATA_DIR: join(root, `${++count}`) })
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

test('the file is created once, private to its user, by whichever process comes first', async () => {
  const opened = await Promise.all([1, 2, 3].map(() => openSecretKey(env, database.db)))
  expect(statSync(env.secretKeyFile).mode & 0o777).toBe(0o600)
  expect(readdirSync(env.dataDir)).toEqual(['secret-key'])
  expect(opened[1]!.open(opened[0]!.seal('x', 'codes'), 'codes')).toBe('x')
  const text = readFileSync(env.secretKeyFile, 'utf8')
  await openSecretKey(env, database.db)
  expect(readFileSync(env.secretKeyFile, 'utf8')).toBe(text)
})

test('no secret of the installation is stored in plain text', async () => {
  const portal = await testApp()
  try {
    await portal.raw(null, { url: '/rest/user/login?redirect=/' })
    const { jwks, clientSecret } = await providerSecrets(portal)
    const { rows } = { rows: await portal.db.selectFrom('installation').selectAll().execute() }
    const text = JSON.stringify(rows)
    for (const secret of [clientSecret, jwks.keys[0]!.d!]) expect(text).not.toContain(secret)
    // Anything long and random must be encrypted, whichever feature stores it.
    for (const { key, value } of rows)
      for (const member of membersOf(value)) if (/^[\w-]{40,}$/.test(member)) throw new Error(`${key} is not sealed`)
  } finally {
    await portal.close()
  }
})

const membersOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(membersOf)
      : []

test('secrets that an earlier version stored in plain text are encrypted at startup, unchanged', async () => {
  const made = { challenge: 'made by an earlier version', key: 'k' }
  await database.db
    .insertInto('installation')
    .values({ key: 'human_check', value: JSON.stringify(made) })
    .execute()
  const secretKey = await openSecretKey(env, database.db)
  const row = await database.db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', 'human_check')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('earlier')
  expect(await storedSecret({ db: database.db, secretKey }, 'human_check', () => ({}))).toEqual(made)
})

test('a wrong key is refused in one line; a reset creates new secrets', async () => {
  const secretKey = await openSecretKey(env, database.db)
  const before = await storedSecret({ db: database.db, secretKey }, 'known_browser', () => 'first')
  const file = env.secretKeyFile
  rmSync(file)
  await expect(openSecretKey(env, database.db)).rejects.toThrow(
    /^The database needs the secret key [0-9a-f]{8}; SECRET_KEY_FILE=.* is not there\. Put the file with that key there, or make new secrets: npm run admin -- keys reset$/,
  )
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, `${newSecretKey().toString('base64url')}\n`)
  await expect(openSecretKey(env, database.db)).rejects.toThrow(UnknownSecretKey)
  expect(await keys('keys')).toEqual([expect.stringMatching(/: [0-9a-f]{8}$/), expect.stringMatching(/ [0-9a-f]{8}$/)])
  expect(await keys('keys reset')).toEqual(['gave up 1 secret'])
  expect(await keys('keys reset')).toEqual(['All secrets can be opened. Nothing was changed.'])
  const again = await openSecretKey(env, database.db)
  expect([before, await storedSecret({ db: database.db, secretKey: again }, 'known_browser', () => 'second')]).toEqual([
    'first',
    'second',
  ])
})

test('after a rotation everything is encrypted with a new key, and running programs continue', async () => {
  const running = await openSecretKey(env, database.db)
  const secretNeeds = { db: database.db, secretKey: running }
  await storedSecret(secretNeeds, 'known_browser', () => 'kept')
  const early = running.seal('sealed before', 'codes')
  const [first] = await keysInUse(database.db)
  for (const round of [1, 2]) {
    expect((await keys('keys rotate'))[0]).toMatch(/^encrypted 1 secret with the new key [0-9a-f]{8}$/)
    const inUse = await keysInUse(database.db)
    expect(inUse).toHaveLength(1)
    expect(inUse).not.toContain(first)
    expect(await storedSecret(secretNeeds, 'known_browser', () => 'new')).toBe('kept')
    // The previous key still opens earlier texts; the one before that is gone.
    if (round === 1) expect(running.open(early, 'codes')).toBe('sealed before')
    else expect(() => running.open(early, 'codes')).toThrow(UnknownSecretKey)
  }
})

test('a file without keys, or an unreadable one, is reported in one line and left unchanged', async () => {
  mkdirSync(env.dataDir, { recursive: true })
  for (const text of ['', 'short\n', `${'a'.repeat(44)}\n`, '# only this\n']) {
    writeFileSync(env.secretKeyFile, text)
    await expect(openSecretKey(env, database.db)).rejects.toThrow(
      new BadSetting(`SECRET_KEY_FILE=${env.secretKeyFile}: must hold a key of 43 letters and digits on each line`),
    )
    expect(readFileSync(env.secretKeyFile, 'utf8')).toBe(text)
  }
  const folder = { ...env, secretKeyFile: env.dataDir }
  await expect(openSecretKey(folder, database.db)).rejects.toThrow(
    `SECRET_KEY_FILE=${env.dataDir}: cannot be read (EISDIR)`,
  )
})

test('a file that others can read is closed and reported once; one that others can write to or replace is refused', async () => {
  const folder = join(env.dataDir, 'keys')
  const file = { ...env, secretKeyFile: join(folder, 'key') }
  const lines: string[] = []
  const open = () => openSecretKey(file, database.db, (line) => lines.push(line))
  await open()
  expect(lines).toEqual([])
  for (const mode of [0o644, 0o640, 0o604, 0o444]) {
    chmodSync(file.secretKeyFile, mode)
    await open()
    await open()
    expect(statSync(file.secretKeyFile).mode & 0o077).toBe(0)
    expect(lines.splice(0)).toEqual([
      `SECRET_KEY_FILE=${file.secretKeyFile}: other users of this machine could read it; now they cannot. They may have a copy: npm run admin -- keys rotate`,
    ])
  }
  for (const mode of [0o666, 0o620, 0o602]) {
    chmodSync(file.secretKeyFile, mode)
    await expect(open()).rejects.toThrow(
      new BadSetting(
        `SECRET_KEY_FILE=${file.secretKeyFile}: others can write to it; chmod 600 once you trust what it holds`,
      ),
    )
    expect(statSync(file.secretKeyFile).mode & 0o777).toBe(mode)
  }
  chmodSync(file.secretKeyFile, 0o600)
  chmodSync(folder, 0o777)
  await expect(open()).rejects.toThrow('everyone can replace it; restrict its folder with chmod 700')
  chmodSync(folder, 0o1777)
  await open()
  expect(lines).toEqual([])
})

test.skipIf(process.getuid?.() !== 0)(
  "another user's file is read, and reported if everybody can read it",
  async () => {
    const lines: string[] = []
    const open = () => openSecretKey(env, database.db, (line) => lines.push(line))
    await open()
    chownSync(env.secretKeyFile, 65_534, 65_534)
    chmodSync(env.secretKeyFile, 0o440)
    await open()
    expect(lines).toEqual([])
    chmodSync(env.secretKeyFile, 0o444)
    await open()
    expect(lines).toEqual([
      `SECRET_KEY_FILE=${env.secretKeyFile}: other users of this machine can read it, and it belongs to another user, who has to restrict access`,
    ])
  },
)

test('at the command line, without a portal', async () => {
  const settings = { DATABASE_URL: '', DATA_DIR: join(root, 'alone') }
  expect(await runAdmin(settings, 'keys', 'rotate')).toMatchObject({
    status: 0,
    out: expect.stringContaining('new key'),
  })
  expect(await runAdmin(settings, 'audit', '--verify')).toMatchObject({
    status: 0,
    out: 'intact: 1 entries, 1 to 1, sealed up to 0\n',
  })
  expect(await runAdmin(settings, 'keys', 'turn')).toMatchObject({ status: 2 })
  rmSync(join(root, 'alone/secret-key'))
  writeFileSync(join(root, 'alone/secret-key'), `${newSecretKey().toString('base64url')}\n`)
  expect((await runAdmin(settings, 'keys')).out).toMatch(/database {9}none|database {9}[0-9a-f]{8}/)
}, 120_000)
