import { expect, test } from 'vitest'
import { startMailServer } from '#adapters/mail/smtp-testing.ts'
import { testApp } from '#app/testing.ts'
import { enqueueMail, waitUntilSent } from './mail.ts'

const hello = { to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

test('an email waits for a server that first defers it and then is unavailable, and arrives exactly once', async () => {
  const first = await startMailServer()
  first.refuse.recipient = 451
  const app = await testApp({ env: { SMTP_URL: first.url } })
  app.expectErrors(/451/, /ECONNREFUSED/)
  const { id } = await enqueueMail(app, hello)
  const isSent = () => waitUntilSent(app, id, 0, new AbortController().signal)
  /** Until an attempt has failed with this reason. */
  const fails = (reason: RegExp) =>
    expect
      .poll(async () => {
        await app.makeJobsDue()
        return (await app.unfinishedJobs.list({ from: 0, count: 1 })).jobs
      })
      .toMatchObject([{ state: 'again', reason: expect.stringMatching(reason) }])
  await fails(/451/)
  expect(await isSent()).toBe(false)
  await first.stop()
  await fails(/ECONNREFUSED/)
  expect(await isSent()).toBe(false)

  const second = await startMailServer({ port: first.port })
  await app.makeJobsDue()
  await expect.poll(isSent, { timeout: 40_000 }).toBe(true)
  await app.close()
  expect([first.mails.length, second.mails.map(({ to }) => to)]).toEqual([0, [[hello.to]]])
  await second.stop()
}, 60_000)
