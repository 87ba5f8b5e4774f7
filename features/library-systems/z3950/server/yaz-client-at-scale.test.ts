import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openZ3950Server } from './open-z3950-server.ts'

const password = 'abcde-fghjk-mnpqr-stuvw'
let app: TestApp
let server: Awaited<ReturnType<typeof openZ3950Server>>
beforeAll(async () => {
  app = await testApp({ work: false })
  const book1 = book({ id: '1', title: 'Possum magic', isbns: ['9780152632243'], numbers: [['100', 'a', 'Fox, Mem']] })
  await app.catalogue.write([book1, book({ id: '2', title: 'Te kererū' })])
  await app.db
    .insertInto('z3950Login')
    .values({ customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) })
    .execute()
  server = await openZ3950Server(app, { port: 0, host: '127.0.0.1', database: 'SCIS' })
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** Runs yaz-client (YAZ) as a stranger would, and returns what it prints, its messages of the protocol last. */
async function yazClient(commands: string[], target = `localhost:${server.port}/SCIS`): Promise<string> {
  const running = promisify(execFile)('yaz-client', ['-u', `hillview-library/${password}`, '-f', '/dev/stdin'])
  running.child.stdin!.end(`${[`open ${target}`, ...commands, 'quit'].join('\n')}\n`)
  const { stdout, stderr } = await running
  return stdout + stderr
}

test('yaz-client signs in, searches, and shows records', async () => {
  const printed = await yazClient(['find @attr 1=4 possum', 'format usmarc', 'show 1', 'format xml', 'show 1'])
  expect(printed).toContain('Connection accepted by v3 target.')
  expect(printed).toContain('Number of hits: 1')
  expect(printed).toContain('245 10 $a Possum magic')
  expect(printed).toContain('<subfield code="a">Possum magic</subfield>')
})

test('yaz-client and zoomsh show why a school is refused', async () => {
  const settings = { customerId: 'demo-hillview', settings: JSON.stringify({ enableZ3950: false }) }
  await app.db
    .insertInto('customerSettings')
    .values(settings)
    .onConflict((row) => row.column('customerId').doUpdateSet({ settings: settings.settings }))
    .execute()
  try {
    const reason = 'Your school has turned off Z39.50 in its portal settings.'
    expect(await yazClient([])).toContain(reason)
    const login = ['set user hillview-library', `set password ${password}`]
    const commands = [...login, `connect localhost:${server.port}/SCIS`, 'quit']
    expect((await promisify(execFile)('zoomsh', commands)).stdout).toContain(reason)
  } finally {
    await app.db.deleteFrom('customerSettings').where('customerId', '=', 'demo-hillview').execute()
  }
})

test('in UTF-8 by negotiation, sorted, in named result sets', async () => {
  const printed = await yazClient([
    'setnames on',
    'find @attr 1=1016 @or possum kererū',
    'sort 1=4 a',
    'show 1+2',
    'find @set 1',
    'delete 1',
    'find @attr 1=9999 x',
  ])
  expect(printed).toContain('Number of hits: 2')
  expect(printed.indexOf('Possum magic')).toBeLessThan(printed.indexOf('Te kererū'))
  expect(printed).toContain('[114] Unsupported Use attribute')
})

test('and scans titles', async () => {
  const printed = await yazClient(['scan @attr 1=4 magic'])
  expect(printed).toMatch(/magic \(1\)\s+possum \(1\)\s+te \(1\)/)
})

// yaz-client decodes Explain records, but shows them only as messages of the protocol.
test('and reads what Explain says of the server', async () => {
  const printed = await yazClient([
    'set_apdufile -',
    'base IR-Explain-1',
    'format explain',
    'find @attr exp1 1=1 targetinfo',
    'show 1',
    'find @and @attr exp1 1=1 attributedetails @attr exp1 1=3 SCIS',
    'show 1',
    'find @attr exp1 1=1 databaseinfo',
    'show 1+2',
    'find @attr exp1 1=1 categorylist',
    'show 1',
  ])
  for (const text of ['targetInfo {', 'attributeDetails {', 'databaseInfo {', 'categoryList {', 'explainDatabase'])
    expect(printed).toContain(text)
  expect(printed.match(/Number of hits: \d/g)).toEqual([1, 1, 2, 1].map((hits) => `Number of hits: ${hits}`))
})

// It cannot encode a search once it uses MARC-8.
test('and negotiates MARC-8', async () => {
  const printed = await yazClient(['close', 'charset MARC-8', `open localhost:${server.port}/SCIS`])
  expect(printed).toContain('Accepted character set : MARC-8')
})

test('over TLS too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'z3950-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-days', '2', '-subj', '/CN=localhost']
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ])
  const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  const secure = await openZ3950Server(app, { port: 0, host: '127.0.0.1', database: 'SCIS', tls })
  try {
    const printed = await yazClient(['find @attr 1=4 possum', 'show 1'], `ssl:localhost:${secure.port}/SCIS`)
    expect(printed).toContain('Connection accepted by v3 target.')
    expect(printed).toContain('245 10 $a Possum magic')
  } finally {
    await secure.close()
    rmSync(folder, { recursive: true })
  }
})
