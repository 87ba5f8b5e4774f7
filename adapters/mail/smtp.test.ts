import { afterEach, expect, test } from 'vitest'
import { MailRefused } from '#platform/mail/server/mail-port.ts'
import { sendMail } from '#platform/mail/server/send-mail.ts'
import { describeMail, from } from './mail-suite.ts'
import { openSmtp, smtpPatience } from './smtp.ts'
import { startMailServer } from './smtp-testing.ts'

const letter = { id: 'a', to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

const stops: (() => Promise<void>)[] = []
const start: typeof startMailServer = async (options) => {
  const server = await startMailServer(options)
  stops.push(server.stop)
  return server
}
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

describeMail('mails by a mail server', async () => {
  const server = await start()
  return { mail: openSmtp(server.url, from), arrived: async () => server.mails.map(({ raw }) => raw) }
})

test('the envelope names one recipient', async () => {
  const server = await start()
  await openSmtp(server.url, from).send(letter)
  expect(server.mails.map(({ to }) => to)).toEqual([[letter.to]])
})

test.each([450, 451, 421, 503, 530])('an email refused with %i may be accepted later', async (code) => {
  const server = await start()
  const { send } = openSmtp(server.url, from)
  for (const refuse of [{ recipient: code }, { mail: code }]) {
    Object.assign(server.refuse, { recipient: undefined, mail: undefined }, refuse)
    const outcome = await send(letter).catch((error) => error)
    expect(outcome).toBeInstanceOf(Error)
    expect(outcome).not.toBeInstanceOf(MailRefused)
  }
  Object.assign(server.refuse, { recipient: undefined, mail: undefined })
  await send(letter)
  expect(server.mails).toHaveLength(1)
})

test.each([501, 521, 550, 552, 554, 571])('an email refused with %i is never accepted', async (code) => {
  const server = await start()
  const { send } = openSmtp(server.url, from)
  server.refuse.recipient = code
  await expect(send(letter)).rejects.toThrow(MailRefused)
  server.refuse.recipient = undefined as never
  server.refuse.mail = code
  await expect(send(letter)).rejects.toThrow(MailRefused)
})

test('a server that is unreachable, or rejects our login, may accept the mail later, and no password is revealed', async () => {
  const server = await start({
    authOptional: false,
    onAuth: (_, __, done) => done(Object.assign(new Error('Unknown'), { responseCode: 535 })),
    allowInsecureAuth: true,
  })
  const stranger = await openSmtp(server.url.replace('//', '//us:secret@'), from)
    .send(letter)
    .catch((error) => error)
  expect(stranger).not.toBeInstanceOf(MailRefused)
  expect(String(stranger)).not.toContain('secret')
  await server.stop()
  const away = await openSmtp(server.url, from)
    .send(letter)
    .catch((error) => error)
  expect(away).toMatchObject({ code: 'ESOCKET' })
  expect(away).not.toBeInstanceOf(MailRefused)
})

test("the address's name and password sign us in", async () => {
  const names: unknown[] = []
  const server = await start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) => {
      names.push(username, password)
      done(null, { user: 'us' })
    },
  })
  await openSmtp(server.url.replace('//', '//us%40house:p%2Fw@'), from).send(letter)
  expect(names).toEqual(['us@house', 'p/w'])
  expect(server.mails).toHaveLength(1)
})

test('name and password are sent only within TLS, otherwise the mail waits', async () => {
  let attempts = 0
  const server = await start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_, __, done) => {
      attempts++
      done(null, { user: 'us' })
    },
  })
  // Another address of this machine, not recognised as loopback.
  const elsewhere = server.url.replace('//127.0.0.1', '//us:secret@0.0.0.0')
  const outcome = await openSmtp(elsewhere, from)
    .send(letter)
    .catch((error) => error)
  expect(outcome).toMatchObject({ code: 'ETLS' })
  expect(outcome).not.toBeInstanceOf(MailRefused)
  expect([attempts, server.mails]).toEqual([0, []])
})

test('a server that is slow at every reply times out before another worker gets the mail', () => {
  const { connectionTimeout, greetingTimeout, socketTimeout } = smtpPatience
  expect(connectionTimeout + greetingTimeout + 10 * socketTimeout).toBeLessThan(sendMail.expireSeconds * 1000)
})

test('an untrusted certificate is refused', async () => {
  const server = await start({ secure: true })
  const outcome = await openSmtp(server.url.replace('smtp:', 'smtps:'), from)
    .send(letter)
    .catch((error) => error)
  expect(outcome).toBeInstanceOf(Error)
  expect(server.mails).toEqual([])
})
