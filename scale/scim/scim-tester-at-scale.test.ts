import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { scim2Tester } from './scim2-tester.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await testApp({ work: false })
  // The tester makes up addresses at domains of its own.
  await app.db.updateTable('customer').set({ emailDomain: '' }).execute()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}/scim/v2`
})
afterAll(() => app.close())

test('scim2-tester finds no error in what the server describes and does', { timeout: 300_000 }, async () => {
  const { key } = await openKey(app, 'hillview', { scopes: ['people'] })
  const script = join(import.meta.dirname, 'comply.py')
  const { stdout } = await promisify(execFile)(scim2Tester()!, [script, address, key], { maxBuffer: 2 ** 26 })
  const checks: { status: string; title: string; reason: string }[] = JSON.parse(stdout)
  expect(checks.filter(({ status }) => !['SUCCESS', 'COMPLIANT', 'ACCEPTABLE'].includes(status))).toEqual([])
  expect(checks.length).toBeGreaterThan(25)
})
