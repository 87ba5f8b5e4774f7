import { csvOf, type Line, orgsOf, student, zipOf } from '#features/school/roster/server/roster-testing.ts'
import { expect, type Page, signIn, test } from './portal.ts'

const stamp = Date.now()
const pupil = (n: number, more: Line = {}) =>
  student(`${stamp}-${n}`, { givenName: `Pupil ${n}`, email: `pupil-${n}-${stamp}@riverside.example`, ...more })
const pupils = (count: number) => Array.from({ length: count }, (_, n) => pupil(n + 1))

async function choose(page: Page, name: string, lines: Line[], more: Record<string, string> = {}) {
  const buffer = await zipOf({ 'users.csv': csvOf(lines), ...more })
  await page.getByLabel('OneRoster file').setInputFiles({ name, mimeType: 'application/zip', buffer })
}
const preview = (page: Page, name: string) => page.getByRole('heading', { name: `Preview of ${name}` })

test('a file is previewed, its school chosen, and applied by keyboard', async ({ page }) => {
  await signIn(page, '/myStudents/roster', 'librarian@riverside.example')
  const lines = [
    ...pupils(12),
    pupil(13, { email: '' }),
    pupil(14, { orgSourcedIds: 'school-2' }),
    pupil(15, { role: 'teacher' }),
  ]
  await choose(page, 'start.zip', lines, { 'orgs.csv': orgsOf('Riverside', 'Hillside') })
  await expect(preview(page, 'start.zip')).toBeFocused()
  await page.getByLabel('Your school in the file').selectOption({ label: 'Riverside (13 students)' })
  await expect(page.getByRole('tab', { name: 'New 12' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('1 staff')).toBeVisible()
  await page.getByRole('tab', { name: 'Left out 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pupil 13' })).toContainText('No email address.')
  await page.getByRole('tab', { name: 'New 12' }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill(`pupil-3-${stamp}`)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(page.getByText('Applied: 12 new, 0 changed, 0 leavers.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'start.zip' })).toContainText('Applied')
  await page.getByRole('link', { name: 'Show under Students' }).click()
  await page.getByRole('searchbox', { name: 'Find a student' }).fill(String(stamp))
  await expect(page.getByText('12 students found')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Not invited yet' }).first()).toBeVisible()
})
