import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { browserFolder } from './browser-folder.ts'
import { exported } from './export.ts'
import { expect, signIn, test } from './portal.ts'

const desk = 'desk@provider.example'
const title = { tag: '245', ind1: '1', ind2: '0', subfields: [{ code: 'a', value: 'Loaded in a journey' }] }
const marc = (id: string, kind = 'a') =>
  encodeRecord({ leader: `00000n${kind}m a2200000 a 4500`, fields: [{ tag: '001', value: id }, title] }).bytes

test('the desk sees a load’s rejected records, finds one by keyboard, and saves the list', async ({
  page,
  baseURL,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'loads-journey-'))
  const file = join(folder, `journey-${Date.now()}.mrc`)
  const holdings = Array.from({ length: 60 }, (_, n) => marc(`holding-${n}`, 'x'))
  writeFileSync(file, Buffer.concat([marc('loaded-in-a-journey'), ...holdings]))
  const script = join(import.meta.dirname, '../cli/catalogue.ts')
  const env = { ...process.env, DATA_DIR: browserFolder(new URL(baseURL!).port) }
  const { stdout } = spawnSync(process.execPath, [script, 'load', file], { env, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stdout).toContain('loaded 1, updated 0, repaired 0, rejected 60\n')
  const name = file.split('/').at(-1)!

  await signIn(page, '/desk', desk)
  await page.getByRole('link', { name: 'Set-up', exact: true }).press('Enter')
  await page.getByRole('link', { name: 'Loads', exact: true }).first().press('Enter')
  const load = page.getByRole('row').filter({ hasText: name })
  await expect(load).toContainText('At the command line')
  await load.getByRole('link', { name: `60 rejected: ${name}` }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('search', { name }).getByRole('status')).toHaveText('60 records')
  await expect(page.getByRole('row').nth(1)).toContainText('This is a holdings record, not a title.')
  await page.getByRole('link', { name: 'Page 2' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByLabel('Find a record').fill('holding-42')
  await expect(page.getByRole('search', { name }).getByRole('status')).toHaveText('1 record')
  await expect(page.getByRole('row').nth(1)).toContainText('44')
  expect((await exported(page)).suggestedFilename()).toBe(`${name} rejected.csv`)
  await page.goto('/desk/loads/00000000-0000-0000-0000-000000000000')
  await expect(page.getByRole('heading', { name: 'We couldn’t find this load' })).toBeVisible()
})
