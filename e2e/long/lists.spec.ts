import { openTemporary, saveFolder, someRecords } from '../folders.ts'
import { expect, librarian, type Page, signIn, test } from '../portal.ts'

test.describe.configure({ timeout: 240_000 })

const widths = [320, 390, 700, 861, 1000, 1100, 1280]
const headers = { 'x-requested-with': 'journey' }

/** The parts that scroll sideways: the page, or a box within it. */
const wideBoxes = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.table-box, .long-table')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'hidden')
      .map((box) => `${box.tagName} ${box.getAttribute('aria-label') ?? box.className}: ${box.scrollWidth}`),
  )

async function expectFit(page: Page, paths: string[]) {
  const wide: string[] = []
  for (const path of paths) {
    if (path !== '') await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      wide.push(...(await wideBoxes(page)).map((box) => `${path} at ${width}: ${box}`))
    }
  }
  expect(wide).toEqual([])
}

test('no list of a school is wider than its screen', async ({ page }) => {
  await signIn(page, '/', librarian)
  const requested = await page.request.post('/rest/mydownload/request/create', {
    data: { identities: ['9780451526564', '9780590430531', '9780000000002'], requestName: 'Readers of every term' },
    headers,
  })
  const { response } = await requested.json()
  const records = await someRecords(page, 12)
  const folder = await saveFolder(page, `A folder of wide titles ${Date.now()}`, records)
  await openTemporary(page, records)
  await expectFit(page, [
    '',
    '/myDownloads',
    `/downloadRequest/${response.id}`,
    '/myDownloads/changed',
    '/collections',
    '/digitalContent',
    '/authorities',
    '/savedList',
    `/savedListDetails/${folder}`,
    '/savedSearches',
    '/discover/results/?query=dragon',
    '/discover/thesaurus',
    '/standards',
    '/myCatalogueRequests',
    '/myContacts',
    '/myStudents',
    '/myColleagues',
    '/subscriptions?pageSize=10',
    '/invoices',
    '/billing/details',
    '/cms/products',
    '/cms/cart',
  ])
})

test('no list of the desk is wider than its screen', async ({ page }) => {
  await signIn(page, '/desk', 'desk@provider.example')
  await expectFit(page, [
    '/desk',
    '/desk/organisations',
    '/desk/organisations/demo-hillview',
    '/desk/users',
    '/desk/subscriptions',
    '/desk/messages',
    '/desk/links',
    '/desk/depots',
    '/desk/loads',
    '/desk/cataloguing',
    '/desk/checkin',
    '/desk/answerTemplates',
    '/desk/products',
    '/desk/products/SCISDATA',
    '/desk/orders',
    '/desk/payments',
    '/desk/invoices',
    '/desk/audit',
    '/desk/jobs',
  ])
})

test('the reference of the calls is no wider than its screen', async ({ page }) => {
  await expectFit(page, ['/docs/api'])
})
