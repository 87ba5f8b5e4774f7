import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFolder } from '../browser-folder.ts'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

// The catalogue is checked for changes once a minute.
test.describe.configure({ timeout: 180_000 })

const headers = { 'X-Requested-With': 'journey' }

async function get<T>(page: Page, address: string, params: Record<string, string>): Promise<T> {
  const reply = await page.request.get(address, { params })
  expect(reply.ok(), address).toBe(true)
  return reply.json()
}

/** The record's file as a school downloads it. */
async function download(page: Page, id: string): Promise<Buffer> {
  const made = await page.request.post('/rest/mydownload/request/create', { headers, data: { identities: [id] } })
  const { response } = await made.json()
  await expect
    .poll(async () =>
      (await page.request.get('/rest/mydownload/download/status', { params: { requestId: response.id } })).text(),
    )
    .toContain('READY')
  const file = await page.request.get('/rest/mydownload/download', { params: { requestId: response.id } })
  expect(file.ok()).toBe(true)
  return file.body()
}

test('a record that changes after its download is marked, announced and requested again, by keyboard alone', async ({
  page,
  baseURL,
}) => {
  await signIn(page, '/myDownloads/changed')
  const { hits } = await get<{ hits: { hits: { _id: string; _source: { title: { titlePrimary: string } } }[] } }>(
    page,
    '/rest/catalogue/search',
    {
      bodybuilderquery: JSON.stringify({
        size: 1,
        query: { query_string: { query: 'squirrel potter', default_operator: 'AND' } },
      }),
    },
  )
  const { _id: id, _source: source } = hits.hits[0]!
  const title = source.title.titlePrimary
  const record = await download(page, id)
  await page.goto(`/discover/details/${id}`)
  const mark = page.getByRole('main').getByText(/^Downloaded /)
  await expect(mark.first()).toBeVisible()
  await expect(mark.first()).not.toContainText('changed since')

  // A changed version of the record, of the same length, so that it stays valid.
  const folder = mkdtempSync(join(tmpdir(), 'changed-record-'))
  const at = record.toString('latin1').search(/Nutk[iy]n/)
  expect(at).toBeGreaterThan(0)
  record.write(record.includes('Nutkyn') ? 'Nutkin' : 'Nutkyn', at)
  writeFileSync(join(folder, 'changed.mrc'), record)
  execFileSync('node', ['cli/catalogue.ts', 'load', join(folder, 'changed.mrc')], {
    env: { ...process.env, DATA_DIR: browserFolder(new URL(baseURL!).port) },
  })
  rmSync(folder, { recursive: true })
  await expect
    .poll(
      async () => (await get<{ totalCount: number }>(page, '/rest/mydownload/changed', { pageSize: '1' })).totalCount,
      { timeout: 120_000, intervals: [2000] },
    )
    .toBe(1)

  await page.goto(`/discover/details/${id}`)
  await expect(
    page
      .getByRole('main')
      .getByText(/^Downloaded .*, changed since$/)
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto('/discover/results/?query=squirrel+potter')
  await expect(
    page
      .getByRole('main')
      .getByText(/^Downloaded .*, changed since$/)
      .first(),
  ).toBeVisible()
  await expectNarrow(page)

  await page.goto('/myDownloads')
  const notice = page.getByRole('complementary', { name: 'Changed records' })
  await expect(notice).toContainText('1 record has changed since your school downloaded it.')
  await expectAccessible(page)
  await expectNarrow(page)
  await notice.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Changed since you downloaded them' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: title.slice(0, 12) })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Request 1 record' }).press('Enter')

  await expect(page).toHaveURL(/\/downloadRequest\//)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^Download/ })
      .first()
      .press('Enter'),
  ])
  expect(readFileSync(await file.path()).includes('Nutkyn')).toBe(record.includes('Nutkyn'))
  await page.goto('/myDownloads/changed')
  await expect(page.getByRole('heading', { name: 'Nothing has changed' })).toBeVisible()
  await page.goto(`/discover/details/${id}`)
  await expect(mark.first()).not.toContainText('changed since')
})
