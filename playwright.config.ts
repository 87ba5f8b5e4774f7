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
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 2,
  // A build machine shares its processors: a journey that fails there once is gone through again, and named.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // It would answer for the server where a journey does; offline.spec.ts and upgrade.spec.ts allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    // A missing element fails its step, with its name, long before the whole journey times out.
    actionTimeout: 30_000,
    // A trace makes every journey half as slow again: only the second try has one, or who asks by `--trace on`.
    trace: 'on-first-retry',
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
