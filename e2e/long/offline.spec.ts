import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

// Parts below the fold may not have loaded before the network goes.
test.use({
  serviceWorkers: 'allow',
  expectedError: /Failed to fetch dynamically imported module|Unable to preload CSS/,
})

/** Once it controls the page, the next one can do without a network. */
const untilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

test('without a network a page of our own appears, and opens the wanted screen once there is one again', async ({
  page,
  context,
}) => {
  await page.goto('/discover')
  await untilInstalled(page)
  await context.setOffline(true)
  await page.goto('/discover/thesaurus?query=dragons')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  // No one is signed in, so there is no one to keep codes for.
  await expect(page.getByLabel('Identifiers')).toBeHidden()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Thesaurus' })).toBeVisible()
  await expect(page).toHaveURL('/discover/thesaurus?query=dragons')
})

test('only the files of that page are kept on the device, no matter what was read before', async ({ page }) => {
  await signIn(page, '/myDownloads')
  await untilInstalled(page)
  await page.goto('/discover/results/?query=dragon')
  await expect(page.locator('.hit').first()).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.sort()).toEqual(['/icon.svg', '/offline.css', '/offline.html', '/offline.js', '/theme.js'])
})

test('a browser can install the portal', async ({ page, request }) => {
  await page.goto('/discover')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await request.get(address!)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const { icons, ...manifest } = await reply.json()
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone', name: 'SCIS Data' })
  for (const { src, type } of [...icons, { src: '/icon-180.png', type: 'image/png' }]) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A private window cannot install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

const field = (page: Page) => page.getByLabel('Identifiers', { exact: true })
const saved = (page: Page, sentence: string) => page.getByText(`${sentence} will be sent when you are online.`)
const isbns = ['9780000000101', '9780000000118', '9780000000125']
/** The person's requests of this name, from the server. */
const requestsNamed = async (page: Page, name: string) => {
  const reply = await page.request.get('/rest/mydownload/list')
  const { response } = (await reply.json()) as { response: { id: string; requestName: string }[] }
  return response.filter(({ requestName }) => requestName === name)
}
const storedNames = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((each) => /codes|quick/.test(each)),
  )

test('codes entered offline are kept over a reload, and sent once when the network is back', async ({
  page,
  context,
}) => {
  const name = `Stocktake ${Date.now()}`
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/')
  await untilInstalled(page)
  await page.waitForFunction(() => Object.keys(localStorage).some((each) => each.includes('codes-owner')))
  // The notice loads once the browser is idle.
  await page.locator('.waiting-codes').waitFor({ state: 'attached' })
  await context.setOffline(true)
  await expect(page.getByText('You’re offline. Keep scanning')).toBeVisible()
  await field(page).fill(`${isbns[0]}\n${isbns[1]}`)
  await page.getByLabel('Request name').fill(name)
  await page.getByRole('button', { name: 'Save to send later' }).click()
  await expect(saved(page, '2 codes saved on this device. They')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await expectNarrow(page)

  // Not saved yet when the page is reloaded: the page shown offline continues with it.
  await field(page).fill(isbns[2]!)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expect(saved(page, '2 codes saved on this device. They')).toBeVisible()
  await expect(field(page)).toHaveValue(isbns[2]!)
  await expect(page.getByText('1 code entered')).toBeVisible()
  await expect(page.getByText(/^Codes you save here will be sent as \w+/)).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(saved(page, '3 codes saved on this device. They')).toBeVisible()

  const sends: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/request/create')) sends.push(request.postData() ?? '')
  })
  await context.setOffline(false)
  await expect(page.getByText('2 saved codes sent.')).toBeVisible()
  await expect(page.getByText('1 saved code sent.')).toBeVisible()
  await expect(page.getByText('saved on this device')).toBeHidden()
  expect(sends).toHaveLength(2)
  // The same call again, as if its reply had been lost.
  await page.request.post('/rest/mydownload/request/create', {
    data: JSON.parse(sends[0]!),
    headers: { 'x-requested-with': 'journey' },
  })
  const made = await requestsNamed(page, name)
  expect(made).toHaveLength(1)
  const details = await page.request.get(`/rest/mydownload/download/details?requestId=${made[0]!.id}`)
  expect((await details.json()).response.identities).toBe(`${isbns[0]},${isbns[1]}`)
})

test('saved codes can be edited or deleted, and signing out asks, then leaves nothing on the device', async ({
  page,
}) => {
  await signIn(page, '/', 'assistant@hillview.example')
  await page.waitForFunction(() => Object.keys(localStorage).some((each) => each.includes('codes-owner')))
  await page.route('**/request/create', (route) => route.abort())
  await field(page).fill(isbns[0]!)
  await page.getByRole('button', { name: /^Request / }).click()
  await expect(saved(page, '1 code saved on this device. It')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await expect(field(page)).toHaveValue(`${isbns[0]}\n`)
  await expect(page.getByText('saved on this device')).toBeHidden()
  await page.getByRole('button', { name: /^Request / }).click()
  await expect(saved(page, '1 code saved on this device. It')).toBeVisible()
  await field(page).fill(isbns[1]!)
  await page.getByRole('button', { name: 'Hillview' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('1 code saved on this device')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await storedNames(page)).toHaveLength(3)
  await page.getByRole('button', { name: 'Hillview' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Delete and sign out' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await storedNames(page)).toEqual([])
})
