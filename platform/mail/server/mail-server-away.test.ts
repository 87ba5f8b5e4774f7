import { expect, test } from 'vitest'
import { startMailServer } from '#adapters/mail/smtp-testing.ts'
import { testApp } from '#app/testing.ts'
import { leaveMail, waitUntilSent } from './mail.ts'

const hello = { to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

test('a mail waits for a server that first defers it and then is unavailable, and arrives exactly once', async () => {
  const first = await startMailServer()
  first.refuse.recipient = 451
  const app = await testApp({ env: { SMTP_URL: first.url } })
  const { id } = await leaveMail(app, hello)
  expect(await waitUntilSent(app, id, 1000, new AbortController().signal)).toBe(false)
  await first.stop()
  expect(await waitUntilSent(app, id, 1000, new AbortController().signal)).toBe(false)

  const second = await startMailServer({ port: first.port })
  expect(await waitUntilSent(app, id, 40_000, new AbortController().signal)).toBe(true)
  await app.close()
  expect([first.mails.length, second.mails.map(({ to }) => to)]).toEqual([0, [[hello.to]]])
  await second.stop()
}, 60_000)
