import { expect, type Page, signIn, test } from './portal.ts'

// Parts below the fold may not have loaded before the network goes.
test.use({
  serviceWorkers: 'allow',
  expectedError: /Failed to fetch dynamically imported module|Unable to preload CSS/,
})

/** Once it controls the page, the next one can do without a network. */
const untilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

const field = (page: Page) => page.getByLabel('Identifiers', { exact: true })
const saved = (page: Page, sentence: string) => page.getByText(`${sentence} will be sent when you are online.`)
const isbns = ['9780000000101', '9780000000118', '9780000000125']
/** The person's requests of this name, from the server. */
const requestsNamed = async (page: Page, name: string) => {
  const reply = await page.request.get('/rest/mydownload/list')
  const { response } = (await reply.json()) as { response: { id: string; requestName: string }[] }
  return response.filter(({ requestName }) => requestName === name)
}

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
  await expect(page.getByText('You’re offline').filter({ visible: true })).toHaveCount(1)
  await field(page).fill(`${isbns[0]}\n${isbns[1]}`)
  await page.getByLabel('Request name').fill(name)
  await page.getByRole('button', { name: 'Save to send later' }).click()
  await expect(saved(page, '2 codes saved on this device. They')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()

  // Not saved yet when the page is reloaded: the page shown offline continues with it.
  await field(page).fill(isbns[2]!)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expect(saved(page, '2 codes saved on this device. They')).toBeVisible()
  await expect(field(page)).toHaveValue(isbns[2]!)
  await expect(page.getByText('1 code entered')).toBeVisible()
  await expect(page.getByText(/^Codes you save here will be sent as \w+/)).toBeVisible()
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
