import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { demoPassword, demoSchools } from '#demo/world/world.ts'
import { modulesOfScreens } from '../../app/build/first-files.ts'
import { freePorts } from '../../scale/services/free-port.ts'
import { startProgram } from '../own-program.ts'
import { firefoxInstalled, openFirefox } from './other-browsers/firefox.ts'
import { OtherBrowser } from './other-browsers/other-browser.ts'
import { openWebkit, webkitInstalled } from './other-browsers/webkit.ts'

const librarian = 'librarian@hillview.example'
const buyer = 'trial@lakeside.example'
const desk = 'desk@provider.example'

/** Those without parameters. */
const addresses = [...modulesOfScreens(readFileSync('app/screens.tsx', 'utf8')).keys()]
  .map((path) => path.replace(/(\/\$\w+\?)+$/, ''))
  .filter((path) => !path.includes('$'))

/** Without the id of an offer, trials lead to the shop. */
const arrivalOf = (path: string) => (/^\/(freeTrial|complimentary)/.test(path) ? '/cms' : path)

// A portal of their own: the journeys change what Chromium's expect to find.
let portal = ''
let end: (() => Promise<void>) | undefined
test.beforeAll(async () => {
  test.setTimeout(240_000)
  const [port] = await freePorts(1)
  portal = `http://localhost:${port}`
  end = await startProgram(['e2e/serve.ts', String(port)], `${portal}/health/ready`)
})
test.afterAll(() => end?.())

for (const { name, installed, open } of [
  { name: 'Firefox', installed: firefoxInstalled, open: openFirefox },
  { name: 'WebKit', installed: webkitInstalled, open: openWebkit },
])
  test.describe(`in ${name}`, () => {
    test.skip(!installed && !process.env.CI, `${name} is not installed`)
    let it: OtherBrowser
    let signedIn = ''
    test.beforeAll(async () => {
      it = new OtherBrowser(await open(), portal)
      await it.resize(1280, 900)
    })
    test.afterEach(async () => {
      const info = test.info()
      if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('screenshot.png'), await it.screenshot())
      expect(await it.takeErrors()).toEqual([])
    })
    test.afterAll(() => it?.close())

    /** Opens a screen signed in. */
    async function signIn(to: string, person = librarian) {
      if (signedIn === person) return it.goto(to)
      await it.goto('/health/live')
      await it.deleteCookies()
      await it.evaluate(`document.cookie = 'reminders=' + args[0] + '!; path=/'`, reminded(person))
      await it.goto(`/rest/user/login?redirect=${encodeURIComponent(to)}`)
      await it.fill('^Username', person)
      await it.press('Tab')
      await it.type(demoPassword)
      await it.press('Enter')
      await it.expectPath(to)
      signedIn = person
    }

    test('a librarian signs in, searches by keyboard, reads a record and keeps it in a folder', async () => {
      await signIn('/discover')
      await it.fill('^Search the catalogue', 'dragon')
      await it.press('Enter')
      await it.see('role', 'heading', '^Results for')
      expect(await it.evaluate('return document.querySelector(".results-bar select").offsetWidth')).toBeLessThan(180)
      await it.click('role', 'link', '[Dd]ragon')
      await it.see('role', 'heading', 'Subjects')
      await it.click('role', 'button', '^Add to folder')
      await it.see('role', 'button', '^In folder')
      await it.click('role', 'link', '^Folder.*1')
      await it.see('role', 'heading', '^Temporary folder')
      await it.click('role', 'button', '^Save list')
      await it.fill('^Folder name', `Dragons in ${name}`)
      await it.press('Enter')
      await it.see('text', 'saved with 1 record')
      await it.click('role', 'button', '^Keep its records')
      await it.goto('/savedList')
      await it.click('role', 'link', `^Dragons in ${name}`)
      await it.see('role', 'heading', `^Dragons in ${name}`)
    })

    test('scanned numbers become a download', async () => {
      await signIn('/')
      const numbers = await it.evaluate<string[]>(`
        const body = JSON.stringify({ bodybuilderquery: { size: 30, query: { term: { scisType: 'Book' } } } })
        const headers = { 'x-requested-with': 'journey', 'content-type': 'application/json' }
        return fetch('/rest/catalogue/search', { method: 'POST', body, headers })
          .then((reply) => reply.json())
          .then(({ hits }) => hits.hits.flatMap(({ _source }) => _source.isbn13.slice(0, 1)))
      `)
      await it.fill('^Identifiers$', `${numbers.slice(0, 2).join(' ')} `)
      await it.click('role', 'button', '^Request 2 records')
      await it.see('text', 'The download request is ready.')
      const file = await it.evaluate<string>(`
        const link = [...document.links].find(({ textContent }) => /MARC 21/.test(textContent))
        return fetch(link.href).then((reply) => reply.text())
      `)
      expect(file.match(/\x1D/g)).toHaveLength(2)
    })

    test('a product is put into the cart', async () => {
      await signIn('/cms/products/SCISBARCODES', buyer)
      await it.click('role', 'button', '^Add (to cart|more)')
      await it.click('role', 'link', '^Go to your cart')
      await it.see('role', 'heading', '^Your cart$')
    })

    test('what is missing is requested, and is in the desk’s queue', async () => {
      const title = `Zzyzx almanac in ${name}`
      await signIn(`/discover/results?query=${encodeURIComponent(title)}`)
      await it.click('role', 'link', '[Rr]equest.*catalogu')
      await it.fill('^Title', title)
      await it.click('label', '^Book$')
      await it.click('label', '^Photos and details')
      await it.fill('^Publisher', 'Zzyzx Press')
      await it.fill('ublication year|ear of publication', '2025')
      await it.click('role', 'button', '^Add item')
      await it.seeNo('role', 'dialog', '^Add an item')
      await it.click('role', 'button', '^Proceed to submit')
      await it.click('role', 'button', '^Submit request')
      await it.see('text', 'Request submitted successfully')
      await signIn('/desk/cataloguing', desk)
      await it.see('role', 'link', title)
    })

    test('a setting is changed, previewed and saved', async () => {
      await signIn('/mySettings', buyer)
      // The choices move until the preview has loaded.
      await it.see('text', '245|<mods')
      await it.see('role', 'radio', '^MODS')
      // The browser before this one may have chosen it.
      const isMods = await it.evaluate<boolean>(
        'return [...document.querySelectorAll(":checked")].some(({ labels }) => /MODS/.test(labels?.[0]?.textContent))',
      )
      await it.click('role', 'radio', isMods ? '^MARC 21 .UTF-8' : '^MODS')
      await it.see('text', isMods ? '245' : '<mods')
      await it.click('role', 'button', '^Save')
      await it.see('text', '^Your settings have been saved')
    })

    for (const [person, paths] of Object.entries(
      Object.groupBy(addresses, (path) => (path.startsWith('/desk') ? desk : librarian)),
    ))
      test(`every screen opens for ${person}, and fits`, async () => {
        test.setTimeout(300_000)
        const wrong: string[] = []
        for (const path of paths!) {
          await signIn(path, person)
          await expect.poll(() => it.evaluate('return document.querySelector("h1")?.textContent')).toBeTruthy()
          const text = await it.evaluate<string>('return location.pathname + " " + document.body.innerText')
          if (!text.startsWith(arrivalOf(path)) || /Error performing this operation|nothing at this address/.test(text))
            wrong.push(`${path}: ${text.slice(0, 200)}`)
          for (const width of [1280, 500]) {
            await it.resize(width, 900)
            const fits = 'return innerWidth <= args[0] && document.documentElement.scrollWidth <= innerWidth'
            await expect.poll(() => it.evaluate(fits, width), { message: `${path} fits ${width} px` }).toBe(true)
          }
          for (const error of await it.takeErrors()) wrong.push(`${path}: ${error}`)
        }
        expect(wrong).toEqual([])
      })
  })

/** The person's identifier in the cookie that marks this session's reminders as seen: they would cover the screen. */
const reminded = (name: string) =>
  demoSchools.flatMap(({ people }) => people).find(({ username }) => username === name)?.id ?? ''
