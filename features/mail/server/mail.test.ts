import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { leaveMail, waitUntilSent } from './mail.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.mails.length = 0
  await app.db.deleteFrom('outgoingMail').execute()
})

const forever = new AbortController().signal
const hello = { to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const mailRow = (id: string) =>
  app.db.selectFrom('outgoingMail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a mail is sent once, in both parts, to its reader', async () => {
  const { id } = await leaveMail(app, hello)
  expect(await waitUntilSent(app, id, 10_000, forever)).toBe(true)
  expect(app.mails).toEqual([{ id, ...hello }])
  const parsed = await PostalMime.parse((await app.mail.outbox!.read(id))!)
  expect(parsed).toMatchObject({
    subject: 'Hello',
    to: [{ address: hello.to }],
    text: 'Hello\n',
    html: '<p>Hello</p>\n',
  })
  expect(await mailRow(id)).toMatchObject({ state: 'SENT' })
})
