import { expect, type Page, signIn, test } from '../portal.ts'

const numbers = Array.from({ length: 14 }, (_, i) => `97800000${String(10000 + i * 7)}`)

/** Screens with a bar that stays at the head or the foot of the window, or a table whose head does. */
const screens: { address: string; person?: string; ready: string; prepare?: (page: Page) => Promise<void> }[] = [
  { address: `/CreateCatalogueRequest?identifiers=${numbers.join(',')}`, ready: '.request-item' },
  {
    address: '/mySettings',
    ready: '.settings-preview',
    prepare: (page) => page.getByRole('radio').nth(1).check(),
  },
  { address: '/discover/results/?query=the&filter=language:English', ready: '.hit-text, .hits' },
  { address: '/myDownloads', ready: 'h1' },
  { address: '/desk/cataloguing', person: 'desk@provider.example', ready: 'h1' },
  { address: '/desk/users', person: 'desk@provider.example', ready: 'table' },
]

/** The name of the fixed or sticky element that covers the focused one, if any. */
const coveredBy = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const x = Math.min(innerWidth - 2, Math.max(1, (left + right) / 2))
    const inset = Math.min(3, (bottom - top) / 2)
    const edges =
      bottom - top > 200 ? [(Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2] : [top + inset, bottom - inset]
    for (const y of edges) {
      if (y < 0 || y > innerHeight) return `outside the window: ${focused.outerHTML.slice(0, 120)}`
      for (let over = document.elementFromPoint(x, y); over; over = over.parentElement) {
        if (over === focused || over.contains(focused) || focused.contains(over)) break
        if (['sticky', 'fixed'].includes(getComputedStyle(over).position))
          return `${over.className || over.tagName} over ${focused.outerHTML.slice(0, 120)}`
      }
    }
    return null
  })

for (const { address, person, ready, prepare } of screens)
  for (const [width, height] of [
    [1280, 640],
    [390, 700],
  ] as const)
    test(`${address.split('?')[0]} at ${width} px: nothing with the focus is behind a bar, forwards and backwards`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await signIn(page, address, person)
      await page.locator(ready).first().waitFor()
      await prepare?.(page)
      await page.getByRole('heading', { level: 1 }).click()
      const covered: string[] = []
      for (const key of ['Tab', 'Shift+Tab'])
        for (let i = 0; i < 90; i++) {
          await page.keyboard.press(key)
          const over = await coveredBy(page)
          if (over) covered.push(`${key} ${i}: ${over}`)
        }
      expect(covered).toEqual([])
    })
