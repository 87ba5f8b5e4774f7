import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.ts'
import { expect, test } from '../portal.ts'

test('the bundled Chromium draws text with its own fonts alone', async () => {
  const before = process.env.CHROMIUM
  process.env.CHROMIUM = 'npm'
  const found = await findChromium().finally(() => {
    if (before === undefined) delete process.env.CHROMIUM
    else process.env.CHROMIUM = before
  })
  const browser = await chromium.launch({ executablePath: found.path, args: found.args, env: found.env })
  const page = await browser.newPage()
  await page.setContent('<p style="font-family: monospace">Title</p><input type="password">')
  expect(await page.locator('p').boundingBox()).not.toBeNull()
  await browser.close()
})
