import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'

const assistant = 'assistant@hillview.example'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('known and unknown usernames take the same time', { timeout: 300_000 }, async () => {
  const browser = openBrowser(app)
  const page = await browser.go('/rest/user/login')
  // The minimum of many rounds: other load only adds time.
  const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 20; round++)
    for (const kind of ['known', 'unknown'] as const) {
      await app.db.deleteFrom('guess').execute()
      const username = kind === 'known' ? assistant : `nobody${round}@nowhere.example`
      const begun = performance.now()
      await browser.submit(page, { username, password: 'not the password' })
      quickest[kind] = Math.min(quickest[kind], performance.now() - begun)
    }

  expect(quickest.known / quickest.unknown).toBeGreaterThan(0.5)
  expect(quickest.known / quickest.unknown).toBeLessThan(2)
})
