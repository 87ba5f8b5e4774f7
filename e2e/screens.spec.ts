import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Request } from '@playwright/test'
import { demoApplicants, demoConsentUuid } from '#demo/world/links.ts'
import { all } from '#kit/runs-testing.ts'
import { modulesOfScreens } from '../app/build/first-files.ts'
import { solve } from './card-payment.ts'
import { openTemporary, saveFolder, someRecords } from './folders.ts'
import {
  endReminders,
  expect,
  expectAccessible,
  expectNarrow,
  expectTablesToFit,
  expectToFit,
  fillSignIn,
  librarian,
  newStudent,
  type Page,
  signIn,
  test,
} from './portal.ts'

/** Limit of gzipped script before a screen is usable on a first visit. */
const maxBytes = 140_000

const source = readFileSync('app/screens.tsx', 'utf8')
const screens = [...modulesOfScreens(source).keys()]
const forEveryone = new Set([...source.matchAll(/^ {2}(?:open|inShop)\(\s*'(\/[^']*)'/gm)].map(([, path]) => path!))

const headers = { 'x-requested-with': 'journey' }
const created = async (page: Page, path: string, data: object) => {
  const reply = await page.request.post(path, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()).response
}
const applied = (kind: (typeof demoApplicants)[number]['kind']) =>
  `?id=${demoApplicants.find((each) => each.kind === kind)!.token}`

/** The address of a screen that has a parameter, or shows little without its query. */
const examples: Record<string, string | ((page: Page) => Promise<string>)> = {
  '/CatalogueRequestDeatils/$id': '/CatalogueRequestDeatils/demo-request-catalogued',
  '/cataloguePostageSlip/$id': '/cataloguePostageSlip/demo-request-parcel',
  '/changeEmail': '/changeEmail?guid=guess',
  '/changePassword': '/changePassword?guid=guess',
  '/cms/products/$productCode': '/cms/products/SCISDATA',
  '/complimentary': `/complimentary${applied('complimentary')}`,
  '/complimentary/student': `/complimentary/student${applied('complimentary-student')}`,
  '/CreateCatalogueRequest/$id?': '/CreateCatalogueRequest/demo-request-draft',
  '/desk/cataloguing/$itemId': '/desk/cataloguing/demo-item-tides',
  '/desk/loads/$loadId': async (page) => {
    const { response } = await (await page.request.get('/rest/desk/loads')).json()
    return `/desk/loads/${response[0].id}`
  },
  '/desk/organisations/$customerId': '/desk/organisations/demo-hillview',
  '/desk/payments/$id': async (page) => {
    await page.goto('/payInvoice/10001/SCINV10004')
    await solve(page)
    await page.getByRole('button', { name: 'Pay by card' }).press('Enter')
    await expect(page.getByText('Card sandbox').first()).toBeVisible()
    const { response } = await (await page.request.get('/rest/desk/payments')).json()
    return `/desk/payments/${response[0].id}`
  },
  '/desk/products/$productCode': '/desk/products/SCISDATA',
  '/discover/details/$sourceId': async (page) => `/discover/details/${(await someRecords(page, 1))[0]!.bibId}`,
  '/discover/results/': '/discover/results/?query=dragon',
  '/discover/shelf': '/discover/shelf?mark=599',
  '/discover/temp/folder': async (page) => {
    await openTemporary(page, await someRecords(page, 12))
    return '/discover/temp/folder'
  },
  '/discover/thesaurus': '/discover/thesaurus?query=dogs',
  '/downloadRequest/$requestId?': async (page) => {
    const data = { identities: ['9780451526564', '9780140434941', '9780000000002'], requestName: 'Every screen' }
    return `/downloadRequest/${(await created(page, '/rest/mydownload/request/create', data)).id}`
  },
  '/freeTrial': `/freeTrial${applied('free-trial')}`,
  '/help/$area?': '/help/downloads',
  '/orderDetails': '/orderDetails?cmsId=demo-cart',
  '/payInvoice/$customerNo?/$InvoiceNumber?': '/payInvoice/10001/SCINV10001',
  '/privacy-policy-consent': `/privacy-policy-consent?uuid=${demoConsentUuid}`,
  '/savedListDetails/$folderId': async (page) =>
    `/savedListDetails/${await saveFolder(page, `Every screen ${Date.now()}`, await someRecords(page, 12))}`,
  '/sharedFolder/$token': async (page) => {
    const folderId = await saveFolder(page, `Shared screen ${Date.now()}`, await someRecords(page, 12))
    const { shareToken } = await created(page, '/rest/mycatalogue/folder/share', { folderId, shared: true })
    return `/sharedFolder/${shareToken}`
  },
  '/standards/$id?': '/standards/index-d',
}

const ofSchool =
  /^\/(my(Settings|Contacts|Students|Colleagues|Profile)|school|subscription|invoices|billing|cms\/cart|orderDetails|payment)/
type Walk = { who: string; arrive?: (page: Page) => Promise<void>; paths: string[] }
const walks: Walk[] = [
  { who: 'a visitor', paths: screens.filter((path) => forEveryone.has(path) && !ofSchool.test(path)) },
  {
    who: 'a librarian',
    arrive: (page) => signIn(page, '/discover', 'assistant@hillview.example'),
    paths: screens.filter((path) => !forEveryone.has(path) && !ofSchool.test(path) && !path.startsWith('/desk')),
  },
  {
    who: 'an administrator',
    arrive: (page) => signIn(page, '/discover', librarian),
    paths: screens.filter((path) => ofSchool.test(path)),
  },
  {
    who: 'the customer team',
    arrive: (page) => signIn(page, '/desk', 'desk@provider.example'),
    paths: screens.filter((path) => path.startsWith('/desk')),
  },
  ...(all ? [ofStudent()] : []),
]

/** Other people's screens as a student sees them. */
function ofStudent(): Walk {
  return {
    who: 'a student',
    arrive: async (page) => {
      const password = 'Nine-purple-owls-7'
      const student = await newStudent(page, 'librarian@riverside.example', password)
      await page.goto('/rest/user/login?redirect=/discover')
      await fillSignIn(page, student, password)
      await expect(page).toHaveURL('/discover')
      await endReminders(page)
    },
    paths: screens.filter((path) => /^\/(discover(?!\/advanced|\/shelf)|standards|catServices|myProfile)/.test(path)),
  }
}

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

test('every screen is walked over, and has an example for its parameters', () => {
  expect(screens.length).toBeGreaterThan(60)
  expect(screens.filter((path) => path.includes('$') && !Object.hasOwn(examples, path))).toEqual([])
  expect(Object.keys(examples).filter((path) => !screens.includes(path))).toEqual([])
  expect(screens.filter((path) => !walks.some(({ paths }) => paths.includes(path)))).toEqual([])
})

for (const { who, arrive, paths } of walks)
  test(`every screen of ${who} opens, is accessible, fits and arrives in ${maxBytes / 1000} kB of script`, async ({
    page,
  }) => {
    await arrive?.(page)
    // Files loaded when the browser is idle come after a first visit's files.
    await page.addInitScript(() => {
      const waiting: IdleRequestCallback[] = []
      window.requestIdleCallback = (run) => waiting.push(run)
      const deadline = { didTimeout: false, timeRemaining: () => 50 }
      const idle = () => {
        window.requestIdleCallback = (run) => window.setTimeout(() => run(deadline))
        for (const run of waiting) run(deadline)
      }
      Object.assign(window, { idle })
    })
    // Those at the end of an address may be left out.
    const stops = paths.flatMap((path) => (path.endsWith('?') ? [path.replace(/(\/\$\w+\?)+$/, ''), path] : path))
    const faults: string[] = []
    for (const path of stops)
      await test
        .step(path, async () => {
          const example = examples[path] ?? path
          const address = typeof example === 'string' ? example : await example(page)
          // The page before may still be loading.
          await page.goto('about:blank')
          const visit = fetchesOf(page)
          await page.goto(address)
          await visit.quiet()
          expect(visit.bytes()).toBeLessThanOrEqual(maxBytes)
          await page.evaluate('idle()')
          await visit.quiet()
          await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
          visit.end()
          expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname)
          await expect(page.locator('main')).not.toContainText(
            /Error performing this operation|nothing at this address|don’t have permission/,
          )
          await expectAccessible(page)
          await expectNarrow(page)
          await expectToFit(page, 1280)
          await expectTablesToFit(page)
        })
        // The other screens are looked at too.
        .catch((error: Error) => faults.push(`${path}: ${error.message}`))
    expect(faults).toEqual([])
  })

/** The files a page fetches from now on. */
function fetchesOf(page: Page) {
  const pending = new Set<Request>()
  const scripts = new Set<string>()
  const begin = (request: Request) => {
    pending.add(request)
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  }
  const finish = (request: Request) => pending.delete(request)
  page.on('request', begin)
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  return {
    /** Nothing is loading, nor about to. */
    quiet: async () => {
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(async () => {
        await page.evaluate(async () => {
          for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
        })
        expect(pending.size).toBe(0)
      }).toPass({ timeout: 30_000, intervals: [50] })
    },
    bytes: () => [...scripts].reduce((sum, file) => sum + gzippedLength(file), 0),
    end: () => {
      page.off('request', begin)
      page.off('requestfinished', finish)
      page.off('requestfailed', finish)
    },
  }
}

const lengths = new Map<string, number>()
function gzippedLength(file: string): number {
  const length = lengths.get(file) ?? gzipSync(readFileSync(`dist/web${file}`), { level: 9 }).length
  lengths.set(file, length)
  return length
}
