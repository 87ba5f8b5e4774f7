import { readFileSync } from 'node:fs'
import { expect, signIn, test } from './portal.ts'

test('the first release is listed: a file of each kind is downloaded by its link, under a descriptive name', async ({
  page,
}) => {
  await signIn(page, '/authorities')
  const files = page.getByRole('table', { name: 'Authority files of this release' })
  await expect(files.getByRole('link')).toHaveCount(8)

  const marc = page.waitForEvent('download')
  await files.getByRole('link', { name: 'Name headings, reference only, MARC 21' }).click()
  const file = await marc
  expect(file.suggestedFilename()).toMatch(/^Name headings, reference only, \d{4}-\d\d-\d\d\.mrc$/)
  // Leader/06: an authority record.
  expect(readFileSync(await file.path(), 'latin1')[6]).toBe('z')
  await expect(page.getByText('Your file will begin downloading in a new window')).toBeVisible()
})
