import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoLibrarySystem } from '#demo/world/world.ts'
import { loadDemoLibrarySystem } from '#demo/world.ts'
import { openClient } from '#features/library-systems/z3950/server/z3950-testing.ts'
import { openZ3950 } from './open-z3950.ts'
import { type TestApp, testApp } from './testing.ts'
import type { RunningApp } from './wire.ts'

let app: TestApp
let first: Awaited<ReturnType<typeof openZ3950>>
const open = (port: number, isOptional: boolean, tls?: { cert: string; key: string }) =>
  openZ3950(app as unknown as RunningApp, { port, host: '127.0.0.1', database: 'SCIS', isOptional, tls })
beforeAll(async () => {
  app = await testApp({ work: false })
  await loadDemoLibrarySystem(app)
  first = await open(0, false)
})
afterAll(async () => {
  await first?.close()
  await app.close()
})

test('the demo library system signs in', async () => {
  const client = await openClient(first!.port)
  expect(await client.init(demoLibrarySystem.userName, demoLibrarySystem.password)).toBe(true)
  client.socket.destroy()
})

test('a taken port that someone chose is refused; the demo’s own is only given up', async () => {
  await expect(open(first!.port, false)).rejects.toThrow(`Z3950_PORT=${first!.port}: is in use by another program`)
  expect(await open(first!.port, true)).toBeUndefined()
})

test('a certificate that cannot be read is named', async () => {
  const tls = { cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' }
  await expect(open(0, false, tls)).rejects.toThrow('Z3950_TLS_CERT=/nowhere/cert.pem: cannot be read (ENOENT)')
})
