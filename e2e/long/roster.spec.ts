import { csvOf, type Line, orgsOf, student, zipOf } from '#features/school/roster/server/roster-testing.ts'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

// No other journey has students at this school.
const admin = 'trial@lakeside.example'
const stamp = Date.now()
const pupil = (n: number, more: Line = {}) =>
  student(`${stamp}-${n}`, { givenName: `Pupil ${n}`, email: `pupil-${n}-${stamp}@lakeside.example`, ...more })
const pupils = (count: number) => Array.from({ length: count }, (_, n) => pupil(n + 1))

test.describe.configure({ mode: 'serial', timeout: 120_000 })

async function choose(page: Page, name: string, lines: Line[], more: Record<string, string> = {}) {
  const buffer = await zipOf({ 'users.csv': csvOf(lines), ...more })
  await page.getByLabel('OneRoster file').setInputFiles({ name, mimeType: 'application/zip', buffer })
}
const preview = (page: Page, name: string) => page.getByRole('heading', { name: `Preview of ${name}` })

test('a file that is no roster is refused beside it, with its line', async ({ page }) => {
  await signIn(page, '/myStudents', admin)
  await page.getByRole('link', { name: 'Import from OneRoster' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Import from OneRoster' })).toBeVisible()
  await page.getByText('Which columns do we need?').press('Enter')
  await expect(page.getByRole('link', { name: 'Download an empty users.csv' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  const buffer = Buffer.from('name,mail\r\nAda,ada@lakeside.example\r\n')
  await page.getByLabel('OneRoster file').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer })
  const refusal = page.getByRole('alert')
  await expect(refusal).toContainText('We couldn’t read users.csv')
  await expect(refusal).toContainText('users.csv, line 1: the column sourcedId is missing.')
  await expectAccessible(page)
})

test('a file is previewed, its school chosen, and applied by keyboard', async ({ page }) => {
  await signIn(page, '/myStudents/roster', admin)
  const lines = [
    ...pupils(12),
    pupil(13, { email: '' }),
    pupil(14, { orgSourcedIds: 'school-2' }),
    pupil(15, { role: 'teacher' }),
  ]
  await choose(page, 'start.zip', lines, { 'orgs.csv': orgsOf('Lakeside', 'Hillside') })
  await expect(preview(page, 'start.zip')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Your school in the file').selectOption({ label: 'Lakeside (13 students)' })
  await expect(page.getByRole('tab', { name: 'New 12' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('1 staff')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('tab', { name: 'Left out 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pupil 13' })).toContainText('No email address.')
  await expectNarrow(page)
  await page.getByRole('tab', { name: 'New 12' }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill(`pupil-3-${stamp}`)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(page.getByText('Applied: 12 new, 0 changed, 0 leavers.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'start.zip' })).toContainText('Applied')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('link', { name: 'Show under Students' }).click()
  await page.getByRole('searchbox', { name: 'Find a student' }).fill(String(stamp))
  await expect(page.getByText('12 students found')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Not invited yet' }).first()).toBeVisible()
})

test('changes and leavers are shown, and many leavers must be confirmed', async ({ page }) => {
  await signIn(page, '/myStudents/roster', admin)
  await choose(page, 'next.zip', [pupil(1, { givenName: 'Renamed' }), ...pupils(5).slice(1)])
  await expect(preview(page, 'next.zip')).toBeFocused()
  await page.getByRole('tab', { name: 'Changed 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Renamed' })).toContainText('Pupil 1 Reader')
  await page.getByRole('tab', { name: 'Leavers 7' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pupil 7' })).toContainText('No longer in the file.')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toContainText('Please confirm this')
  await page.getByLabel('Yes, close the accounts of 7 students of 12').check()
  await page.getByLabel(/Email new students an invitation/).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Applied: 0 new, 1 changed, 7 leavers.')).toBeVisible()
})

test('a preview can be discarded, also after the page was left', async ({ page }) => {
  await signIn(page, '/myStudents/roster', admin)
  await choose(page, 'thrown-away.zip', pupils(5))
  await expect(preview(page, 'thrown-away.zip')).toBeVisible()
  await page.getByRole('link', { name: 'Students' }).first().click()
  await page.getByRole('link', { name: 'Import from OneRoster' }).click()
  await expect(preview(page, 'thrown-away.zip')).toBeVisible()
  await page.getByRole('button', { name: 'Discard preview' }).click()
  await expect(page.getByLabel('OneRoster file')).toBeAttached()
})
