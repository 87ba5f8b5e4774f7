import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MailRefused } from '#platform/mail/server/mail-port.ts'
import { canStartSmtp, type SmtpServer, startSmtp } from '../../scale/services/smtp.ts'
import { describeMail, from } from './mail-suite.ts'
import { openSmtp } from './smtp.ts'

const letter = { id: 'a', to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const trusted = getCACertificates('default')

describe.skipIf(!canStartSmtp())('a Debian mail server', () => {
  let server: SmtpServer
  beforeAll(async () => {
    server = (await startSmtp())!
  })
  beforeEach(() => setDefaultCACertificates([...trusted, server.authority]))
  afterAll(async () => {
    setDefaultCACertificates(trusted)
    await server?.stop()
  })
  const sending = (name = server.name, password = server.password) =>
    openSmtp(`smtp://${name}:${password}@localhost:${server.port}`, from)
  const idsFor = async (reader: string) => {
    const mails = await Promise.all((await server.mailbox(reader)).map((each) => PostalMime.parse(each)))
    return mails.map(({ messageId }) => messageId!.slice(1).split('@')[0]).sort()
  }

  describeMail('mails by Postfix, signed in within STARTTLS', async () => {
    const before = new Set((await server.mailbox('reader')).map(String))
    return {
      mail: sending(),
      arrived: async () => (await server.mailbox('reader')).filter((each) => !before.has(String(each))),
    }
  })

  test('an email with its PDF arrives once, over an encrypted and authenticated connection', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, 'x')])
    const attachments = [{ name: 'Invoice SCINV1.pdf', type: 'application/pdf', bytes }]
    await sending().send({ ...letter, id: 'with-pdf', to: 'accounts@school.example', attachments })
    const [raw, ...more] = await server.mailbox('accounts')
    expect(more).toEqual([])
    expect(String(raw)).toMatch(/with ESMTPSA/)
    const got = await PostalMime.parse(raw!)
    expect(Buffer.from(got.attachments[0]!.content as ArrayBuffer).equals(bytes)).toBe(true)
  })

  test('a recipient unknown to the server is refused permanently, a full mailbox is not', async () => {
    await expect(sending().send({ ...letter, to: 'unknown@school.example' })).rejects.toThrow(MailRefused)
    const full = await sending()
      .send({ ...letter, to: 'full@school.example' })
      .catch((error: unknown) => error)
    expect(full).toMatchObject({ responseCode: 452 })
    expect(full).not.toBeInstanceOf(MailRefused)
  })

  test('a greylisted mail arrives once, at its next try', async () => {
    const mail = { ...letter, id: 'put-off', to: 'grey-1@school.example' }
    const first = await sending()
      .send(mail)
      .catch((error: unknown) => error)
    expect(first).toMatchObject({ responseCode: 450 })
    expect(first).not.toBeInstanceOf(MailRefused)
    await sending().send(mail)
    expect(await idsFor('grey-1')).toEqual(['put-off'])
  })

  test('without a name, or with a wrong password, no mail is accepted or lost, and no password is revealed', async () => {
    for (const send of [
      sending(server.name, 'wrong-one').send,
      openSmtp(`smtp://localhost:${server.port}`, from).send,
    ]) {
      const outcome = await send({ ...letter, to: 'stranger@school.example' }).catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(Error)
      expect(String(outcome)).not.toContain('wrong-one')
    }
    expect(await server.mailbox('stranger')).toEqual([])
  })

  test('a server with an untrusted certificate gets neither mail nor password', async () => {
    setDefaultCACertificates(trusted)
    const outcome = await sending()
      .send({ ...letter, to: 'trusting@school.example' })
      .catch((error: unknown) => error)
    expect(outcome).toMatchObject({ code: 'ESOCKET' })
    expect(await server.mailbox('trusting')).toEqual([])
  })

  test('a server that is killed and comes back has kept accepted mails, and accepts the waiting ones', async () => {
    const to = 'patient@school.example'
    await sending().send({ ...letter, to, id: 'before' })
    await server.kill()
    const away = await sending()
      .send({ ...letter, to, id: 'during' })
      .catch((error: unknown) => error)
    expect(away).toBeInstanceOf(Error)
    expect(away).not.toBeInstanceOf(MailRefused)
    await server.start()
    await sending().send({ ...letter, to, id: 'during' })
    expect(await idsFor('patient')).toEqual(['before', 'during'])
  })
})
