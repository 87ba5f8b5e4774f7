import { dialog, openTemporary, press, someRecords, titles } from './folders.ts'
import { expect, fillSignIn, test } from './portal.ts'

test('a visitor’s list is saved after sign-in', async ({ page }) => {
  const name = `Owls ${Date.now()}`
  await openTemporary(page, await someRecords(page, 4))
  await press(page, 'Save list')
  await expect(page.getByLabel('Folder name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await fillSignIn(page)
  await expect(dialog(page, 'Save list as named folder')).toContainText(`${name} saved with 4 records.`)
  await press(page, 'Keep its records')
  await expect(titles(page)).toHaveCount(4)
  await expect(page.locator('.folder-notice')).toContainText(`4 records saved as “${name}”.`)
})
