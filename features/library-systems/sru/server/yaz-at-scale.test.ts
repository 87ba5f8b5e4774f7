import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSru, password } from './sru-testing.ts'

let sru: Awaited<ReturnType<typeof openSru>>
let address: string
beforeAll(async () => {
  sru = await openSru()
  await sru.app.http.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(sru.app.http.server.address() as AddressInfo).port}/sru`
})
afterAll(() => sru.app.close())

const run = promisify(execFile)
/** Runs zoomsh (YAZ) as a stranger would, and returns what it prints. */
const zoomsh = async (...commands: string[]) => (await run('zoomsh', [...commands, 'quit'])).stdout
const signedIn = ['set user hillview-library', `set password ${password}`]

test.each(['1.1', '1.2', '2.0'])('zoomsh searches by SRU %s and shows records', async (version) => {
  const connect = ['set sru get', `set sru_version ${version}`, ...signedIn, `connect ${address}`]
  const printed = await zoomsh(...connect, 'search cql:title=possum', 'show 0 2')
  expect(printed).toContain('2 hits')
  expect(printed).toContain('<subfield code="a">Possum magic</subfield>')
  expect(printed).toContain('<subfield code="a">Possum and the sea</subfield>')
})

test('zoomsh shows Dublin Core without sign-in, MODS with it, and a diagnostic', async () => {
  const anonymous = await zoomsh('set sru get', `connect ${address}`, 'search cql:magic', 'show 0 1')
  expect(anonymous).toContain('<dc:title>Possum magic</dc:title>')
  const mods = ['set sru post', 'set schema mods', ...signedIn, `connect ${address}`, 'search cql:magic', 'show 0 1']
  expect(await zoomsh(...mods)).toContain('<title>Possum magic</title>')
  const refused = await zoomsh('set sru get', `connect ${address}`, 'search cql:dc.colour=red')
  expect(refused).toContain('Unsupported index (info:srw/diagnostic/1:16) dc.colour')
})

test.each(['GET 1.1', 'POST 1.2', 'GET 2.0'])('yaz-client scans by SRU %s', async (how) => {
  const running = run('yaz-client', ['-f', '/dev/stdin'])
  running.child.stdin!.end(`sru ${how}\nopen ${address}\nfind magic\nscan title=possum\nquit\n`)
  const { stdout } = await running
  expect(stdout).toContain('Number of hits: 1')
  expect(stdout).toContain('possum: 2\nsea: 1\n')
})
