import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.ts'
import { filmOf } from '../fake-camera.ts'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const field = (page: Page) => page.getByLabel('Identifiers', { exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' })

/** A browser whose camera plays this film in a loop. */
async function withCamera(args: string[], baseURL: string, run: (page: Page) => Promise<void>) {
  const found = await findChromium()
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...found.args, '--use-fake-device-for-media-stream', ...args],
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  try {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
    })
    // Nothing may be requested from other sites, the scanner library included.
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL) && /^http/.test(request.url())) complaints.push(request.url())
    })
    await run(page)
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
  }
}

test('barcodes held in front of the camera are entered in the field, each once', async ({ baseURL }) => {
  const film = await filmOf([
    { bcid: 'ean13', text: '9781869713805' },
    { bcid: 'ean13', text: '9780143506522' },
    { bcid: 'code128', text: 'LIB-4711' },
  ])
  const args = ['--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  await withCamera(args, baseURL!, async (page) => {
    await signIn(page, '/')
    await field(page).fill('1441-0176')
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(dialog(page).getByText('3 codes read')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
    await expectNarrow(page)
    // The film has restarted by now: known codes are not added again.
    await expect(dialog(page).getByText(/was already added$/)).toBeVisible({ timeout: 15_000 })
    await expect(dialog(page).getByText('3 codes read')).toBeVisible()

    const track = await page.evaluateHandle(() => {
      const stream = document.querySelector('video')!.srcObject as MediaStream
      return stream.getVideoTracks()[0]!
    })
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(await track.evaluate(({ readyState }) => readyState)).toBe('ended')
    const lines = (await field(page).inputValue()).trim().split('\n')
    expect(lines[0]).toBe('1441-0176')
    expect(lines.slice(1).sort()).toEqual(['9780143506522', '9781869713805', 'LIB-4711'])
  })
})

test('a denied camera is reported, with an alternative', async ({ baseURL }) => {
  await withCamera(['--use-fake-ui-for-media-stream=deny'], baseURL!, async (page) => {
    await signIn(page, '/')
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Your browser blocked the camera.')
    await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectAccessible(page)
  })
})
