import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { deskApi } from '#features/desk/contract.ts'
import { checkLink } from '#platform/links/server/links.ts'
import { main } from './admin.ts'
import { takeCommands } from './command-socket.ts'
import { runMain } from './testing.ts'

const runIn = (dataDir: string, ...given: string[]) => runAs('', dataDir, ...given)

// The socket exists only with an embedded database, no matter what the tests use.
const runAs = (sudoUser: string, dataDir: string, ...given: string[]) =>
  runMain(main, { DATABASE_URL: '', DATA_DIR: dataDir, SUDO_USER: sudoUser }, ...given)

let app: TestApp
let stop: () => Promise<void>
const run = (...given: string[]) => runIn(app.env.dataDir, ...given)
beforeAll(async () => {
  app = await testApp({ work: false })
  stop = await takeCommands(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

test('beside a running portal the first administrator is added, with a link that works once', async () => {
  const { status, out } = await run('user', 'add', 'first@provider.example', '--role', 'administrator')
  expect(status).toBe(0)
  const guid = out.match(/^http\S+\/changePassword\?guid=([\w-]+)$/m)![1]!
  expect(await checkLink(app, 'change-password', guid)).toHaveProperty('userId')
  expect((await run('user', 'disable', 'first@provider.example')).err).toBe('This is the last administrator.\n')
  const { response } = await app.as('desk')(deskApi.deskPeople, { role: 'administrator', state: 'active' })
  expect(response.map(({ username }) => username)).toEqual(['first@provider.example'])
})

test('a subscription is added, and the log notes that it was done at the command line', async () => {
  const args = ['10003', '--type', 'SUBSCRIPTION', '--product', 'SCISDATA', '--name', 'Catalogue data']
  const given = await run('subscription', 'add', ...args, '--from', '2026-01-01', '--until', '2999-12-31')
  expect([given.status, given.out]).toEqual([0, expect.stringContaining('2026-01-01 to 2999-12-31')])
  expect((await run('audit', '--organisation', '10003')).out).toMatch(
    /At the command line \(\S+\)\s+subscription_added\s+Catalogue data/,
  )
  expect((await run('organisation', 'show', '10003')).out).toContain('SCISDATA')
})

test('the user of sudo is named, in any script, with or without a running portal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-cli-'))
  placeDatabase(folder)
  try {
    for (const dataDir of [app.env.dataDir, folder]) {
      await runAs('jörg', dataDir, 'user', 'add', 'by-sudo@provider.example', '--role', 'administrator')
      expect((await runIn(dataDir, 'audit')).out).toMatch(/At the command line \(jörg\)\s+person_added/)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('one long name does not widen the other lines of a list', async () => {
  const name = 'Saint Bartholomew of the Long Name '.repeat(4).trim()
  await run('organisation', 'add', name, '--email', 'librarian@long.example')
  const [first, second] = (await run('organisations')).out.split('\n').filter((line) => /^\d{5} /.test(line))
  expect([first, second].map((line) => line!.length < 150)).toEqual([true, true])
  expect((await run('organisations', 'Bartholomew')).out).toContain(name)
})

test('errors are reported, and nothing is changed', async () => {
  expect(await run('user', 'role', 'nobody@hillview.example', 'staff')).toMatchObject({
    status: 1,
    err: 'We couldn’t find this person.\n',
  })
  expect((await run('user', 'role', 'librarian@hillview.example', 'king')).err).toMatch(/^role must be student or/)
  expect((await run('subscription', 'change', 'x', '--until', 'tomorrow')).status).toBe(2)
  expect((await run('subscription', 'change', 'x', '--due', 'maybe')).err).toMatch(/^due must be true or false/)
  expect((await run('nonsense')).err).toBe('There is no command “nonsense”.\nAll commands: npm run admin -- help\n')
  expect((await run()).err + (await run()).out).toContain('npm run admin -- COMMAND')
})

test('without a running portal, and without the demo world, it opens the folder itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-cli-'))
  placeDatabase(folder)
  try {
    const added = await runIn(folder, 'user', 'add', 'first@provider.example', '--role', 'administrator')
    expect([added.status, added.err]).toEqual([0, ''])
    expect((await runIn(folder, 'users')).out).toMatch(/first@provider\.example\s+administrator.*no password yet/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the program passes on its arguments and exit code, also when it is started by a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-cli-'))
  symlinkSync(import.meta.dirname, join(folder, 'linked'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'linked/admin.ts'), 'nonsense'], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^There is no command “nonsense”\./)
})
