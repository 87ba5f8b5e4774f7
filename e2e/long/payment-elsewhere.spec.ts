import { cards, expectReceipt, paidOrders, payNow, payWith, reviewOf } from '../card-payment.ts'
import { startProgram } from '../own-program.ts'
import { expect, test } from '../portal.ts'

// The card page is on another site than the portal, as in production. Only this journey tests which CSP lets the form
// leave, by which redirects the browser returns, and which cookies it sends.
const port = Number(process.env.E2E_OTHER_PORT)
const portal = `http://localhost:${port}`
const cardPage = `http://127.0.0.1:${port + 1}/sandbox/card`

test.use({ baseURL: portal })
test.describe.configure({ timeout: 240_000 })

const ends: (() => Promise<void>)[] = []
test.beforeAll(async () => {
  test.setTimeout(240_000)
  const bank = ['adapters/payments/sandbox-program.ts', '--port', String(port + 1), '--portal', portal]
  const serve = ['e2e/serve.ts', String(port), cardPage]
  ends.push(...(await Promise.all([startProgram(bank, cardPage), startProgram(serve, `${portal}/health/ready`)])))
})
test.afterAll(() => Promise.all(ends.map((end) => end())))

test('a card is declined on a page of another site, and then approved: the way there and back', async ({ page }) => {
  await reviewOf(page, 'SCISBARCODES')
  const before = await paidOrders(page)
  await payNow(page)
  expect(page.url()).toBe(cardPage)
  await payWith(page, cards.declined)
  await expect(page.getByText('The card was declined')).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).origin).toBe(portal)

  await payNow(page)
  expect(page.url()).toBe(cardPage)
  await payWith(page, cards.approved)
  await expectReceipt(page)
  expect(new URL(page.url()).origin).toBe(portal)
  // Still signed in.
  expect(await paidOrders(page)).toBe(before + 1)
})
