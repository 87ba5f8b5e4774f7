import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { mailsAnHour } from '../contract.ts'
import { enqueueMail, waitUntilSent } from './mail.ts'
import { MailRefused } from './mail-port.ts'
import { sendMail } from './send-mail.ts'

let app: TestApp
let sending: TestApp['mail']['send']
beforeAll(async () => {
  app = await testApp()
  sending = app.mail.send
})
afterAll(() => app.close())
beforeEach(async () => {
  app.mail.send = sending
  app.setClock(() => new Date())
  app.mails.length = 0
  await app.db.deleteFrom('outgoingMail').execute()
})

const forever = new AbortController().signal
const hello = { to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const byUserId = 'demo-hillview-librarian'
const mailRow = (id: string) =>
  app.db.selectFrom('outgoingMail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** An email whose last attempt has failed. */
const mailWithoutJob = async (id: string) => {
  const row = { id, recipient: hello.to, subject: 'Hello', bodyText: 'Hello', bodyHtml: 'Hello', createdAt: new Date() }
  await app.db.insertInto('outgoingMail').values(row).execute()
  return id
}
const run = (name: string) => jobs.find((each) => each.name === name)!.run(app, {}, forever)
const daysLater = (days: number) => app.setClock(() => new Date(Date.now() + days * dayMs))

test('an email is sent once, in both parts, to its recipient', async () => {
  const { id } = await enqueueMail(app, hello)
  expect(await waitUntilSent(app, id, 10_000, forever)).toBe(true)
  expect(app.mails).toEqual([{ id, ...hello }])
  const parsed = await PostalMime.parse((await app.mail.outbox!.read(id))!)
  expect(parsed).toMatchObject({
    subject: 'Hello',
    from: { name: 'SCIS', address: 'portal@localhost' },
    to: [{ address: hello.to }],
    text: 'Hello\n',
    html: '<p>Hello</p>\n',
  })
  expect(await mailRow(id)).toMatchObject({ state: 'SENT', sentAt: expect.any(Date) })
})

test('a change that is rolled back mails nothing', async () => {
  const change = app.db.transaction().execute(async (tx) => {
    await enqueueMail(app, { ...hello, subject: 'Cancelled' }, tx)
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  const { id } = await enqueueMail(app, { ...hello, subject: 'Kept' })
  await waitUntilSent(app, id, 10_000, forever)
  expect(app.mails.map(({ subject }) => subject)).toEqual(['Kept'])
})

test('a job restarted after the mail was sent sends nothing', async () => {
  const { id } = await enqueueMail(app, hello)
  await waitUntilSent(app, id, 10_000, forever)
  await sendMail.run(app, { mailId: id }, forever)
  expect(app.mails).toHaveLength(1)
})

test('an email sent while the database is unavailable is not sent again', async () => {
  const id = await mailWithoutJob('a')
  const isAway = () => {
    throw new Error('the database is away')
  }
  // As unknown: comparing a mock with the types of every table takes the compiler a second.
  const database: unknown = app.db
  const writes = vi
    .spyOn(database as { updateTable(): never }, 'updateTable')
    .mockImplementationOnce(isAway)
    .mockImplementationOnce(isAway)
  await sendMail.run(app, { mailId: id }, forever)
  writes.mockRestore()
  expect(app.mails).toHaveLength(1)
  expect(await mailRow(id)).toMatchObject({ state: 'SENT' })
})

test('an address that the other side refuses permanently is reported, and the mail is not retried', async () => {
  let tries = 0
  app.mail.send = async () => {
    tries++
    throw new MailRefused('550 no such user')
  }
  const { id } = await enqueueMail(app, hello)
  await expect(waitUntilSent(app, id, 10_000, forever)).rejects.toMatchObject({ status: 400, code: 'mail_refused' })
  expect(await mailRow(id)).toMatchObject({ state: 'FAILED', reason: '550 no such user' })
  expect(tries).toBe(1)
})

test('a person with too many mails in an hour learns when the next may be sent; others are not held up', async () => {
  const now = Date.now()
  app.setClock(() => new Date(now))
  for (let n = 0; n < mailsAnHour; n++) await enqueueMail(app, { ...hello, byUserId })
  await expect(enqueueMail(app, { ...hello, byUserId })).rejects.toMatchObject({
    status: 429,
    code: 'mail_limit',
    messages: ['You can send at most 20 emails an hour. Please try again in 60 minutes.'],
    waitSeconds: 3600,
  })
  await enqueueMail(app, { ...hello, byUserId: 'demo-hillview-assistant' })
  await enqueueMail(app, hello)
  app.setClock(() => new Date(now + 3_601_000))
  await enqueueMail(app, { ...hello, byUserId })
})

test('an email whose whole series of attempts fails is restarted, and given up after days', async () => {
  app.expectErrors(/gave up on an email/)
  const id = await mailWithoutJob('a')
  await sendMail.failed!(app, { mailId: id })
  expect(await mailRow(id)).toMatchObject({ state: 'LATER' })
  await run('mail.send-again')
  expect(await waitUntilSent(app, id, 15_000, forever)).toBe(true)
  expect(app.mails.filter((each) => each.id === id)).toHaveLength(1)

  const old = await mailWithoutJob('b')
  await sendMail.failed!(app, { mailId: old })
  daysLater(4)
  await run('mail.send-again')
  expect(await mailRow(old)).toMatchObject({ state: 'FAILED', reason: 'Not accepted within 3 days.' })
}, 30_000)

test('a PIN or a link is not kept in the database once its mail was sent or given up', async () => {
  const { outbox } = app.mail
  onTestFinished(() => {
    app.mail.outbox = outbox!
  })
  const secret = { ...hello, secret: true }
  const sent = async (mail: typeof secret) => {
    const { id } = await enqueueMail(app, mail)
    await waitUntilSent(app, id, 10_000, forever).catch(() => undefined)
    return mailRow(id)
  }
  // While this machine's outbox shows mails, their text is kept.
  expect(await sent(secret)).toMatchObject({ bodyText: 'Hello' })
  delete app.mail.outbox
  expect(await sent({ ...secret, secret: false })).toMatchObject({ bodyText: 'Hello' })
  expect(await sent(secret)).toMatchObject({ state: 'SENT', bodyText: null, bodyHtml: null, subject: 'Hello' })
  expect(app.mails.at(-1)).toMatchObject({ text: 'Hello' })
  app.mail.send = async () => {
    throw new MailRefused('550 no such user')
  }
  expect(await sent(secret)).toMatchObject({ state: 'FAILED', bodyText: null, bodyHtml: null })

  const givenUp = await mailWithoutJob('given-up')
  await app.db.updateTable('outgoingMail').set({ state: 'FAILED', secret: true }).where('id', '=', givenUp).execute()
  await run('mail.forget')
  expect(await mailRow(givenUp)).toMatchObject({ bodyText: null })
})

test("an email's attachments are sent with it, and kept no longer than its text", async () => {
  const attachments = [{ name: 'Invoice.pdf', type: 'application/pdf', bytes: Buffer.from([0x25, 0, 255]) }]
  const { id } = await enqueueMail(app, { ...hello, attachments })
  await waitUntilSent(app, id, 10_000, forever)
  expect(app.mails[0]!.attachments).toEqual(attachments)
  const storedAttachments = () =>
    app.db.selectFrom('outgoingMailAttachment').selectAll().where('mailId', '=', id).execute()
  await run('mail.forget')
  expect(await storedAttachments()).toHaveLength(1)
  daysLater(15)
  await run('mail.forget')
  expect(await storedAttachments()).toEqual([])
})

test('the text of a sent mail is deleted after two weeks', async () => {
  const { id } = await enqueueMail(app, hello)
  await waitUntilSent(app, id, 10_000, forever)
  daysLater(13)
  await run('mail.forget')
  expect(await mailRow(id)).toMatchObject({ bodyText: 'Hello' })
  daysLater(15)
  await run('mail.forget')
  expect(await mailRow(id)).toMatchObject({ bodyText: null, bodyHtml: null, subject: 'Hello', state: 'SENT' })
})
