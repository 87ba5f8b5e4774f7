import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDataFolder } from './data-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'private-'))
const dataDir = join(root, 'data')
/** Starts a program from a plain shell, with the usual umask. */
const run = (program: string, args: string[], env: Record<string, string> = {}) => {
  const { DATABASE_URL: _, ...inherited } = process.env
  return spawn(
    'sh',
    ['-c', 'umask 022; exec "$0" "$@"', process.execPath, join(import.meta.dirname, '..', program), ...args],
    {
      env: { ...inherited, DATA_DIR: dataDir, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const openToOthers = () =>
  ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter(
    (path) => statSync(join(dataDir, path)).mode & 0o077,
  )

let log = ''
beforeAll(async () => {
  chmodSync(root, 0o755)
  // As left by an earlier version, regardless of this process's umask.
  mkdirSync(join(dataDir, 'files/old'), { recursive: true })
  writeFileSync(join(dataDir, 'files/old/letter'), 'private')
  for (const each of ['', 'files', 'files/old']) chmodSync(join(dataDir, each), 0o755)
  chmodSync(join(dataDir, 'files/old/letter'), 0o644)
  const portal = run('app/start.ts', [])
  portal.stdout.on('data', (data) => {
    log += data
    if (log.includes('Ctrl-C to stop') && log.includes('Other users')) portal.kill('SIGTERM')
  })
  await once(portal, 'close')
}, 120_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("the portal's data is private to its user, including what an earlier version left open, and it says so", () => {
  expect(openToOthers()).toEqual([])
  expect(modeOf(join(dataDir, 'files/old/letter'))).toBe('600')
  expect(modeOf(join(dataDir, 'db'))).toBe('700')
  expect(log.match(/Other users of this machine could reach/g)).toHaveLength(1)
})

test.skipIf(process.getuid?.() !== 0)('another user of the machine can neither read nor write it', () => {
  const asOther = (command: string, ...args: string[]) =>
    spawnSync(command, args, { uid: 65_534, gid: 65_534, encoding: 'utf8' }).status
  expect(asOther('ls', root)).toBe(0)
  expect(asOther('ls', dataDir)).not.toBe(0)
  expect(asOther('cat', join(dataDir, 'files/old/letter'))).not.toBe(0)
  expect(asOther('touch', join(dataDir, 'db/mine'))).not.toBe(0)
})

test('a file that a command writes for its user follows their umask', async () => {
  const out = join(root, 'collections.csv')
  const command = run('cli/collections.ts', ['export', '--out', out])
  expect(await text(command.stderr)).toBe('')
  expect(modeOf(out)).toBe('644')
  expect(openToOthers()).toEqual([])
}, 120_000)

test('only our own files are closed, and no link is followed', async () => {
  const folder = mkdtempSync(join(root, 'shared-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'files'), { mode: 0o755 })
  for (const name of ['files/a', 'notes.txt']) writeFileSync(join(folder, name), '')
  for (const name of ['files/a', 'notes.txt']) chmodSync(join(folder, name), 0o644)
  symlinkSync('../notes.txt', join(folder, 'files/link'))
  expect(await closeDataFolder(folder, new AbortController().signal)).toEqual({ closed: 3, open: 0 })
  expect(['', 'files', 'files/a', 'notes.txt'].map((name) => modeOf(join(folder, name)))).toEqual([
    '700',
    '700',
    '600',
    '644',
  ])
  expect(await closeDataFolder(folder, new AbortController().signal)).toEqual({ closed: 0, open: 0 })
})

test('a world-writable folder is left unchanged', async () => {
  const folder = mkdtempSync(join(root, 'sticky-'))
  chmodSync(folder, 0o1777)
  await closeDataFolder(folder, new AbortController().signal)
  expect(modeOf(folder)).toBe('777')
})
