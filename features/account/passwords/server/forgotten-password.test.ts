import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { solveWork } from '#platform/human-check/server/human-check-testing.ts'
import { profileApi } from '../../profile/contract.ts'
import { mailsTo } from '../../server/account-mails-testing.ts'
import { mailPasswordLink } from './password-links.ts'

const username = 'librarian@riverside.example'
let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await testApp()
  app.setClock(() => now)
})
beforeEach(async () => {
  now = new Date(now.getTime() + 2 * hourMs)
  await app.db.deleteFrom('guess').execute()
  await app.db.deleteFrom('outgoingMail').execute()
})
afterAll(() => app.close())

const forgot = (name: string) => app.as(null)(profileApi.requestForgotPassword, { username: name })
const mails = () => mailsTo(app, username)
const untilMails = async (count: number) => {
  await app.makeJobsDue()
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(count)
}

test('someone who forgot the password is emailed a link that sets a new one', async () => {
  await forgot(' Librarian@Riverside.EXAMPLE ')
  await untilMails(1)
  const [mail] = await mails()
  expect(mail).toMatchObject({ subject: 'Set a new password', secret: true })
  expect(mail!.text).toContain(username)
  const entries = app.db.selectFrom('auditEntry').where('action', '=', 'password_link_asked')
  expect(await entries.select(['userId', 'subject', 'cameFrom']).execute()).toEqual([
    { userId: null, subject: username, cameFrom: '127.0.0.1' },
  ])
  await app.as(null)(profileApi.changePassword, { guid: mail!.guid, password: 'Kettle-Otter-Sings-7' })
})

test('an unknown, disabled or malformed name gets exactly the same answer, and no mail', async () => {
  const known = JSON.stringify(await forgot(username))
  await app.db.updateTable('appUser').set({ disabledAt: now }).where('id', '=', 'demo-hillview-assistant').execute()
  for (const name of ['nobody@nowhere.example', 'assistant@hillview.example', 'x\u0007y', "' or 1=1 --"])
    expect(JSON.stringify(await forgot(name)), name).toBe(known)
  await untilMails(1)
  const all = await app.db.selectFrom('outgoingMail').select('recipient').execute()
  expect(all.map(({ recipient }) => recipient)).toEqual([username])
})

test('no one can predict when the job for a name starts, known or not', async () => {
  const waitsOf = async (name: string) => {
    await sql`delete from pgboss.job where name = ${mailPasswordLink.name}`.execute(app.db)
    for (let n = 0; n < 20; n++) {
      await app.db.deleteFrom('guess').execute()
      await forgot(name)
    }
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from start_after - created_on)::float8 as wait from pgboss.job
      where name = ${mailPasswordLink.name}`.execute(app.db)
    return rows.map(({ wait }) => wait)
  }
  for (const name of [username, 'nobody@x.example']) {
    const waits = await waitsOf(name)
    expect(waits).toHaveLength(20)
    expect(Math.min(...waits)).toBeGreaterThan(0.9)
    expect(Math.max(...waits)).toBeLessThan(6.1)
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(2)
  }
})

test('a missing name is refused with the specification’s sentence', async () => {
  for (const name of ['', '   '])
    await expect(forgot(name)).rejects.toMatchObject({ status: 400, messages: ['Please enter username'] })
})

test('repeated requests cost a proof of work, and do not fill a mailbox', async () => {
  const replies = await Promise.allSettled(Array.from({ length: 12 }, () => forgot(username)))
  const refused = replies.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(7)
  const { reason } = refused[0] as PromiseRejectedResult
  expect(reason).toMatchObject({ status: 429, code: 'work_needed' })
  const proof = await solveWork(JSON.parse(reason.about.puzzle))
  const prove = () =>
    app.raw(null, {
      method: 'POST',
      url: '/rest/requestForgotPassword',
      payload: { username },
      headers: { 'x-proof-of-work': proof },
    })
  expect((await prove()).statusCode).toBe(200)
  expect((await prove()).statusCode).toBe(429)
  for (let turn = 0; turn < 4; turn++) {
    await app.db.deleteFrom('guess').execute()
    await forgot(username)
  }
  await untilMails(5)
  await forgot('nobody@nowhere.example')
  await untilMails(5)
})

test('when an outside service keeps the passwords, nothing is emailed to anyone', async () => {
  const outside = await testApp({
    env: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
    work: false,
  })
  const attempts = [
    () => outside.as(null)(profileApi.requestForgotPassword, { username }),
    () => outside.as('riverside')(profileApi.requestChangePassword, {}),
    () => outside.as('riverside')(profileApi.changePasswordRedirect, { userId: 'demo-riverside-librarian' }),
  ]
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ status: 409, code: 'passwords_elsewhere' })
  expect(await outside.db.selectFrom('outgoingMail').selectAll().execute()).toEqual([])
  await outside.close()
})
