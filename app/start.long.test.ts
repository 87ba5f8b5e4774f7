import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, outcome, ready, start } from './start-testing.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'start-'))
let port: number
let first: ChildProcess

beforeAll(async () => {
  port = await freePort()
  first = start({ PORT: String(port), DATA_DIR: folder })
  await ready(first, port)
}, 120_000)
afterAll(async () => {
  first.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('the first start has the demo world and the sample catalogue', async () => {
  const body = encodeURIComponent(JSON.stringify({ query: { match_all: {} }, size: 1 }))
  const reply = await fetch(`http://localhost:${port}/rest/catalogue/search?bodybuilderquery=${body}`)
  const text = await reply.text()
  expect(reply.status, text).toBe(200)
  const { hits } = JSON.parse(text) as { hits: { total: number } }
  expect(hits.total).toBeGreaterThanOrEqual(3000)
})

test('startup loads no library that only some portals need', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const libraries = new Set()
    registerHooks({ load: (url, context, next) => {
      const [, name] = /.*node_modules[/]((?:@[^/]+[/])?[^/]+)/.exec(url) ?? []
      if (name) libraries.add(name)
      return next(url, context)
    } })
    for (const each of ['wire', 'first-start', 'portal']) await import(\`#app/\${each}.ts\`)
    console.log(JSON.stringify([...libraries]))
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, stdio: 'pipe' })
  const loaded: string[] = JSON.parse(await text(child.stdout))
  expect(loaded).toContain('kysely')
  const late = /^(@opensearch-project|@simplewebauthn|@aws-sdk|@opentelemetry\/(?!api)|age-encryption$|tsyringe$)/
  expect(loaded.filter((name) => late.test(name))).toEqual([])
})

test('a second process on the same data is refused with one sentence', async () => {
  const second = await outcome(start({ PORT: String(await freePort()), DATA_DIR: folder }))
  expect(second.code).toBe(1)
  expect(second.error.trim().split('\n')).toHaveLength(1)
  expect(second.error).toContain('is in use by another process')
})

test('a taken port is named in one line', async () => {
  const other = mkdtempSync(join(tmpdir(), 'start-'))
  const second = await outcome(start({ PORT: String(port), DATA_DIR: other, DEMO: 'false' }))
  rmSync(other, { recursive: true, force: true })
  expect(second).toMatchObject({
    code: 1,
    error: `Port ${port} is in use by another program. Stop that one, or set PORT to another number.\n`,
  })
}, 60_000)

test('a wrong setting prevents the start with one line', async () => {
  expect(await outcome(start({ PORT: 'eighty', DATA_DIR: folder }))).toMatchObject({
    code: 1,
    error: 'PORT=eighty: must be a whole number from 0 to 65535\n',
  })
})

test.each([
  ['a folder that cannot be made', { DATA_DIR: '/proc/none' }, 'DATA_DIR=/proc/none: is not a writable folder'],
  ['a file in the place of the folder', { DATA_DIR: import.meta.filename }, 'is not a writable folder'],
  ['one port for both', { PORT: '18080', METRICS_PORT: '18080' }, 'METRICS_PORT=18080: is the same as PORT'],
  ['an address of another machine', { HOST: '192.0.2.1' }, 'HOST=192.0.2.1: is not an address of this machine'],
  [
    'a database that is away',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' },
    'me:…@127.0.0.1:1/x: the database',
  ],
])(
  '%s prevents the start with one line',
  async (_, env, line) => {
    const other = mkdtempSync(join(tmpdir(), 'start-'))
    const { code, error } = await outcome(start({ PORT: '0', DEMO: 'false', DATA_DIR: other, ...env }))
    rmSync(other, { recursive: true, force: true })
    expect(code).toBe(1)
    expect(error.trim().split('\n')).toHaveLength(1)
    expect(error).toContain(line)
  },
  60_000,
)

test('a portal that others reach warns in its log about active sandbox features', async () => {
  const other = mkdtempSync(join(tmpdir(), 'start-'))
  const own = await freePort()
  const env = {
    PORT: String(own),
    DATA_DIR: other,
    TRUSTED_PROXIES: '127.0.0.1',
    PAYMENT_SANDBOX: 'true',
    LOG_LEVEL: 'warn',
  }
  const child = start(env)
  const output = text(child.stdout!)
  await ready(child, own)
  child.kill('SIGTERM')
  expect(await output).toContain('"msg":"Others can reach this portal. Card payments are tests: no money moves."')
  rmSync(other, { recursive: true, force: true })
}, 60_000)

test('it ends with the npm that started it', async () => {
  const other = mkdtempSync(join(tmpdir(), 'start-'))
  const script = `"${process.execPath}" "${join(import.meta.dirname, 'start.ts')}"; true`
  const own = await freePort()
  const env = { PORT: String(own), DATA_DIR: other, DEMO: 'false', LOG_LEVEL: 'error', npm_lifecycle_event: 'start' }
  const shell = spawn('sh', ['-c', script], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  await ready(shell, own)
  shell.kill('SIGKILL')
  // Closed by the server behind the shell, which holds the other end of the pipe.
  expect(await text(shell.stdout)).toContain('Stopping')
  rmSync(other, { recursive: true, force: true })
}, 60_000)
