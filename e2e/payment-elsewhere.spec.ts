import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cards, expectReceipt, paidOrders, payNow, payWith, reviewOf } from './card-payment.ts'
import { expect, test } from './portal.ts'

// The card page is on another site than the portal, as in production. Only this journey tests which CSP lets the form
// leave, by which redirects the browser returns, and which cookies it sends.
const port = Number(process.env.E2E_OTHER_PORT)
const portal = `http://localhost:${port}`
const cardPage = `http://127.0.0.1:${port + 1}/sandbox/card`
const programs: ChildProcess[] = []

test.use({ baseURL: portal })
test.describe.configure({ timeout: 240_000 })

function run(...words: string[]) {
  const program = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  programs.push(program)
}
const answers = async (address: string) => (await fetch(address).catch(() => undefined))?.ok ?? false

test.beforeAll(async () => {
  test.setTimeout(240_000)
  run('adapters/payments/sandbox-program.ts', '--port', String(port + 1), '--portal', portal)
  run('e2e/serve.ts', String(port), cardPage)
  await expect.poll(() => answers(cardPage), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => answers(`${portal}/health/ready`), { timeout: 230_000 }).toBe(true)
})
test.afterAll(() =>
  Promise.all(
    programs
      .filter((program) => program.exitCode === null)
      .map((program) => {
        const ended = once(program, 'exit')
        program.kill('SIGTERM')
        return ended
      }),
  ),
)

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
