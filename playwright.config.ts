import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/chromium.ts'
import { freePorts } from './scale/services/free-port.ts'

// The browsers' processes read this file again, and are to find the ports that were chosen first.
if (!process.env.E2E_PORT || !process.env.E2E_OTHER_PORT) {
  const [own, other] = await freePorts(2)
  process.env.E2E_PORT ??= String(own)
  process.env.E2E_OTHER_PORT ??= String(other)
}
const port = Number(process.env.E2E_PORT)
const browser = await findChromium()

export default defineConfig({
  testDir: 'e2e',
  // Those are gone through by `npm run test:all`, or if they are named: `npm run test:browser -- e2e/long/folders.spec.ts`.
  testIgnore: process.env.TEST_ALL || process.argv.some((word) => word.includes('e2e/long')) ? [] : 'long/**',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 2,
  // Long enough for a machine with other work: they end what hangs, and measure nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }], ['./e2e/logged-errors.ts']],
  use: {
    baseURL: `http://localhost:${port}`,
    // It would answer for the server where a journey does; those of being offline and of upgrades allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    // A missing element fails its step, with its name, long before the whole journey times out.
    actionTimeout: 30_000,
    // A trace makes every journey half as slow again: who wants one asks by `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.path,
      args: browser.args,
      env: { ...process.env, ...browser.env } as Record<string, string>,
    },
  },
  webServer: {
    command: `node e2e/serve.ts ${port}`,
    url: `http://localhost:${port}/health/ready`,
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
