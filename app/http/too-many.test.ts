import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileApi } from '#features/account/profile/contract.ts'
import { secondFactorApi } from '#features/account/second-factor/contract.ts'
import { codeFor } from '#features/account/second-factor/server/second-factor-testing.ts'
import { openBrowser } from '#features/account/server/account-testing.ts'
import { proofApi } from '#features/account/sign-in/contract.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { maxReportsPerDay, recordApi } from '#features/catalogue/record/contract.ts'
import { visitorDepth } from '#features/catalogue/rules.ts'
import { downloadsApi, maxItemsPerDay } from '#features/downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { attachmentsApi } from '#features/requests/attachments/contract.ts'
import { sentPicture } from '#features/requests/attachments/server/testing.ts'
import { maxHeldFiles } from '#features/requests/rules.ts'
import { organisationApi } from '#features/school/organisation/contract.ts'
import { pinLockMinutes, pinMailsADay } from '#features/school/organisation/rules.ts'
import { colleaguesApi } from '#features/school/students/contract.ts'
import { invitedADay } from '#features/school/students/rules.ts'
import type { Endpoint, RawInput } from '#kit/contract.ts'
import { dayAfter, dayIn, defaultZone, startOfDay } from '#kit/day.ts'
import { mailsAnHour } from '#platform/mail/contract.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { type Person, people, requestOf, type TestApp, testApp } from '../testing.ts'

/** Lists each 429 of the program; the expected seconds are counted by hand. */

const hour = 3600
const day = 24 * hour
const now = new Date()
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const tomorrow = startOfDay(defaultZone, dayAfter(dayIn(defaultZone, now), 1))
const toMidnight = Math.ceil((tomorrow.getTime() - now.getTime()) / 1000)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false, env: { CLIENT_LIMITS: 'covers=1', SCHOOL_LIMITS: 'searches=100000' } })
  app.setClock(() => now)
  await app.catalogue.write([book({ id: '1000001' })])
})
afterAll(() => app.close())

const ask = <E extends Endpoint>(person: Person | null, endpoint: E, input: RawInput<E>) =>
  app.raw(person, requestOf(endpoint, input as object))
/** The last of this many answers. */
async function afterMany(times: number, call: () => Promise<LightMyRequestResponse>) {
  for (let n = 1; n < times; n++) await call()
  return call()
}
async function earlier<T>(seconds: number, run: () => Promise<T>): Promise<T> {
  app.setClock(() => ago(seconds))
  try {
    return await run()
  } finally {
    app.setClock(() => now)
  }
}
const rows = <T>(many: number, row: (n: number) => T) => Array.from({ length: many }, (_, n) => row(n))
const inParts = async <T>(all: T[], insert: (part: T[]) => Promise<unknown>) => {
  for (let n = 0; n < all.length; n += 1000) await insert(all.slice(n, n + 1000))
}
const idOf = async (person: Person) =>
  (await app.db.selectFrom('appUser').where('username', '=', people[person]).select('id').executeTakeFirstOrThrow()).id

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }
const provoked: Record<string, () => Promise<{ answer: Answer; seconds: number | ((wait: number) => boolean) }>> = {
  'app/http/fair-use.ts too_many': async () => ({
    answer: await afterMany(2, () => app.raw('hillview', { url: '/covers/1.jpg' })),
    seconds: (wait) => wait > 0 && wait <= 60,
  }),
  'platform/mail/contract.ts mail_limit': async () => {
    const byUserId = await idOf('riverside')
    const mail = { to: 'a@b.example', subject: 'x', text: 'x', html: 'x', byUserId }
    await earlier(50 * 60, () => enqueueMail(app, mail))
    await earlier(60, async () => {
      for (let n = 1; n < mailsAnHour; n++) await enqueueMail(app, mail)
    })
    const input = { searchFolderJson: [{ bibId: '1000001' }], emailId: 'somebody@x.example' }
    return { answer: await ask('riverside', foldersApi.emailFolder, input), seconds: 10 * 60 }
  },
  'platform/human-check/contract.ts work_needed': async () => {
    const forgot = () => ask(null, profileApi.requestForgotPassword, { username: 'nobody@x.example' })
    await earlier(600, () => afterMany(5, forgot))
    return { answer: await forgot(), seconds: hour - 600 }
  },
  'features/school/organisation/contract.ts pin_locked': async () => ({
    answer: await afterMany(5, () =>
      ask('assistant', organisationApi.enterPin, { pin: '1', customerId: 'demo-hillview' }),
    ),
    seconds: pinLockMinutes * 60,
  }),
  'features/school/organisation/contract.ts pin_mail_limit': async () => {
    const renew = () => ask('hillview', organisationApi.retrievePin, {})
    await earlier(5 * hour, renew)
    await earlier(hour, () => afterMany(pinMailsADay - 1, renew))
    return { answer: await renew(), seconds: day - 5 * hour }
  },
  'features/school/students/contract.ts invitation_limit': async () => {
    const link = (n: number) => ({
      id: crypto.randomUUID(),
      tokenHash: `invited-${n}`,
      purpose: 'invite-student' as const,
      customerId: 'demo-hillview',
      userId: null,
      data: '{}',
      createdBy: null,
      createdAt: ago(n === 0 ? 20 * hour : 10 * hour),
      expiresAt: now,
      usedAt: null,
      withdrawnAt: null,
    })
    await inParts(rows(invitedADay, link), (part) => app.db.insertInto('oneTimeLink').values(part).execute())
    const input = { firstName: 'A', lastName: 'B', email: 'new@hillview.example' }
    return { answer: await ask('hillview', colleaguesApi.inviteColleague, input), seconds: 4 * hour }
  },
  'features/school/access-keys/server/key-callers.ts too_many_guesses': async () => ({
    answer: await afterMany(6, () =>
      app.http.inject({
        url: '/rest/customer/current',
        headers: { host: new URL(app.env.publicUrl).host, authorization: `Basic ${btoa('demo-hillview-api:guess')}` },
      }),
    ),
    seconds: 1,
  }),
  'features/library-systems/sign-in/server/sign-in.ts too_many_logins': async () => {
    const guess = () =>
      app.http.inject({
        url: '/sru',
        headers: { host: new URL(app.env.publicUrl).host, authorization: `Basic ${btoa('hillview-library:guess')}` },
      })
    return { answer: await afterMany(6, guess), seconds: 1 }
  },
  'features/downloads/contract.ts item_limit': async () => {
    const userId = await idOf('lakeside')
    const item = (n: number) => ({
      id: `filled-${n}`,
      customerId: 'demo-lakeside',
      userId,
      name: 'x',
      type: 'ITEM' as const,
      status: 'READY' as const,
      content: 'DATA_ONLY' as const,
      fileFormat: 'MARC_21' as const,
      createdAt: now,
    })
    await inParts(rows(maxItemsPerDay, item), (part) => app.db.insertInto('downloadRequest').values(part).execute())
    const answer = await ask('lakeside', downloadsApi.requestItem, { type: 'marc', bibId: '1000001' })
    return { answer, seconds: toMidnight }
  },
  'features/catalogue/contract.ts visitor_depth': async () => {
    const deep = {
      bodybuilderquery: JSON.stringify({ query: { match_all: {} }, from: visitorDepth.freeHits, size: 1 }),
    }
    const go = () => ask(null, catalogueApi.search, deep)
    await earlier(10 * 60, () => afterMany(visitorDepth.perHour, go))
    return { answer: await go(), seconds: 50 * 60 }
  },
  'features/catalogue/record/contract.ts report_limit': async () => {
    const report = (text: string) =>
      ask('hillview', recordApi.reportRecord, { bibId: '1000001', kind: 'RECORD_ERROR', text })
    for (let n = 0; n < maxReportsPerDay; n++) await report(`Number ${n}`)
    return { answer: await report('One more'), seconds: toMidnight }
  },
  'features/account/profile/contract.ts too_many_attempts': async () => {
    const mail = () => ask('assistant', profileApi.requestChangePassword, {})
    await earlier(15 * 60, mail)
    await earlier(60, () => afterMany(4, mail))
    return { answer: await mail(), seconds: 45 * 60 }
  },
  'features/account/sign-in/contract.ts too_many_attempts': async () => ({
    answer: await afterMany(6, () => ask('riverside', proofApi.giveProof, { password: 'no' })),
    seconds: 1,
  }),
  'features/requests/contract.ts too_many_at_once': async () => {
    const { scan } = app.virusScan
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    app.virusScan.scan = async (bytes) => {
      await ended
      return scan(bytes)
    }
    const send = async () => ask('hillview', attachmentsApi.scanFiles, { files: [await sentPicture()] })
    const all = [send(), send(), send()]
    const answer = await Promise.race(all)
    end()
    await Promise.all(all)
    app.virusScan.scan = scan
    return { answer, seconds: 2 }
  },
  'features/requests/contract.ts too_many_held': async () => {
    const userId = await idOf('lakeside')
    const held = (n: number) => ({
      id: `held-${n}`,
      customerId: 'demo-lakeside',
      userId,
      itemId: null,
      filename: 'x.png',
      filetype: 'image/png' as const,
      filesize: 1,
      caption: '',
      fileKey: `held-${n}`,
      thumbnailKey: `held-${n}-small`,
      heldSince: ago(n < 2 ? 6 * day : day),
      createdAt: now,
    })
    await app.db.insertInto('catalogueAttachment').values(rows(maxHeldFiles, held)).execute()
    const answer = await ask('lakeside', attachmentsApi.scanFiles, { files: [await sentPicture()] })
    // The job deletes them within a day after their week.
    return { answer, seconds: 2 * day }
  },
  'features/account/sign-in/server/mount-provider.ts the password': async () => {
    const browser = openBrowser(app)
    const page = await browser.go('/rest/user/login')
    const guess = () => browser.submit(page, { username: people.assistant, password: 'no' })
    for (let n = 0; n < 5; n++) await guess()
    const { status, ...answer } = await guess()
    return { answer: { statusCode: status, ...answer }, seconds: hour }
  },
  'features/account/sign-in/server/mount-provider.ts the code': async () => {
    const { secret } = await app.as('lakeside')(secondFactorApi.beginSecondFactor, {})
    await app.as('lakeside')(secondFactorApi.confirmSecondFactor, { code: codeFor(secret, { steps: -1, now }) })
    const browser = openBrowser(app)
    const page = await browser.signIn(people.lakeside)
    for (let n = 0; n < 5; n++) await browser.submit(page, { code: '000000' })
    const { status, ...answer } = await browser.submit(page, { code: '000000' })
    return { answer: { statusCode: status, ...answer }, seconds: 1 }
  },
}

test.each(Object.keys(provoked))('%s says when to retry', async (name) => {
  const { answer, seconds } = await provoked[name]!()
  expect(answer.statusCode).toBe(429)
  // Pages and SRU answer otherwise.
  if (!answer.body.startsWith('<')) expect(JSON.parse(answer.body).code).toBe(name.split(' ')[1])
  const wait = answer.headers['retry-after']
  expect(wait).toMatch(/^\d+$/)
  if (typeof seconds === 'number') expect(Number(wait)).toBe(seconds)
  else expect(Number(wait)).toSatisfy(seconds)
})

test('no 429 is missing, and none is made without its seconds', async () => {
  const there: string[] = []
  const otherwise: string[] = []
  for await (const file of glob('{adapters,app,features,kit,operate,platform}/**/*.ts')) {
    if (/\.test\.ts$|testing\.ts$/.test(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const [, code] of text.matchAll(/(\w+): \[\s*429,/g)) there.push(`${file} ${code}`)
    if (/(?:Problem|code|show|writeHead)\([^;]*\b429\b|statusCode = 429/.test(text)) otherwise.push(file)
  }
  const pages = 'features/account/sign-in/server/mount-provider.ts'
  // Tested with SAML answers, in saml-attacks.test.ts.
  const answers = 'features/account/sign-in/server/sign-in.ts'
  expect(there.sort()).toEqual(
    Object.keys(provoked)
      .filter((name) => !name.startsWith(pages))
      .sort(),
  )
  expect(otherwise.sort()).toEqual([pages, answers])
})
