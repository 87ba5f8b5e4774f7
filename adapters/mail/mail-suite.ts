import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MailPort } from '#platform/mail/server/mail-port.ts'

export type OpenMail = {
  mail: MailPort
  /** The mails that arrived, in order. */
  arrived(): Promise<Buffer[]>
}

export const from = { name: 'Каталог', address: 'portal@catalogue.example' }

/** The contract of every mail transport, run by each adapter. */
export function describeMail(name: string, open: () => Promise<OpenMail>) {
  describe(name, () => {
    let mail: MailPort
    let arrived: OpenMail['arrived']
    beforeEach(async () => {
      const opened = await open()
      mail = opened.mail
      arrived = opened.arrived
    })
    const letter = {
      id: '5f0c7d3e-0000-4000-8000-000000000001',
      to: 'reader@school.example',
      subject: '“Жюли Вивас” — 負鼠の魔法 🐨',
      text: `Жюли Вивас\n.\n.. a line of dots\n${'long '.repeat(300)}\nFrom here`,
      html: '<p>Жюли Вивас<br>.<br>&#60;b&#62;</p>',
    }
    const read = async () => Promise.all((await arrived()).map((each) => PostalMime.parse(each)))

    test('an email arrives with both parts, its sender and its recipient', async () => {
      await mail.send(letter)
      const [got] = await read()
      expect(got).toMatchObject({
        from: { name: from.name, address: from.address },
        to: [{ address: letter.to }],
        subject: letter.subject,
        messageId: `<${letter.id}@catalogue.example>`,
      })
      expect(got!.text!.trimEnd()).toBe(letter.text)
      expect(got!.html!.trimEnd()).toBe(letter.html)
      expect(got!.attachments).toEqual([])
      expect(got!.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    })

    test('an answer goes to the address that the mail names', async () => {
      await mail.send({ ...letter, replyTo: 'asker@school.example' })
      const [got] = await read()
      expect(got!.replyTo?.map(({ address }) => address)).toEqual(['asker@school.example'])
    })

    test('attachments arrive unchanged, with their names', async () => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256))
      const invoice = { name: 'Invoice “SCINV1” – 負鼠.pdf', type: 'application/pdf', bytes }
      const empty = { name: 'note.txt', type: 'text/plain', bytes: Buffer.alloc(0) }
      await mail.send({ ...letter, attachments: [invoice, empty] })
      const [got] = await read()
      expect(got!.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])).toEqual([
        [invoice.name, 'application/pdf', 'attachment'],
        ['note.txt', 'text/plain', 'attachment'],
      ])
      expect(Buffer.from(got!.attachments[0]!.content as ArrayBuffer).equals(bytes)).toBe(true)
      expect(got!.text!.trimEnd()).toBe(letter.text)
    })

    test('no file name can inject a header', async () => {
      const name = 'a.pdf"\r\nBcc: spy@evil.example\r\n\r\nx'
      await mail.send({ ...letter, attachments: [{ name, type: 'application/pdf', bytes: Buffer.from('x') }] })
      const [got] = await read()
      expect(got!.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(got!.attachments).toHaveLength(1)
    })

    test('an email handed over again is recognised by its Message-ID', async () => {
      await mail.send(letter)
      await mail.send(letter)
      expect(new Set((await read()).map(({ messageId }) => messageId)).size).toBe(1)
    })

    test.each([
      { subject: 'Hello\r\nBcc: spy@evil.example' },
      { subject: 'Hello\nContent-Type: text/html\n\n<b>' },
      { to: 'reader@school.example\r\nBcc: spy@evil.example' },
      { to: 'reader@school.example, spy@evil.example' },
      { to: '"x" <spy@evil.example>, reader@school.example' },
    ])('%o injects no header and no second recipient', async (change) => {
      await mail.send({ ...letter, ...change }).catch(() => {})
      for (const got of await read()) {
        expect(got.headers.map(({ key }) => key)).not.toContain('bcc')
        expect([got.cc ?? [], got.bcc ?? []]).toEqual([[], []])
        expect(got.to).toHaveLength(1)
        expect(got.headers.filter(({ key }) => key === 'content-type')).toHaveLength(1)
      }
    })

    test('nothing in an email is fetched or read from a disk', async () => {
      const html = '<img src="file:///etc/hostname"><img src="http://127.0.0.1:9/x">'
      await mail.send({ ...letter, html })
      const [got] = await read()
      expect([got!.attachments, got!.html!.trimEnd()]).toEqual([[], html])
    })

    test('many mails at once all arrive', async () => {
      const ids = Array.from({ length: 20 }, (_, n) => `mail-${n}`)
      await Promise.all(ids.map((id) => mail.send({ ...letter, id })))
      const got = (await read()).map(({ messageId }) => messageId!.slice(1).split('@')[0])
      expect(got.sort()).toEqual(ids.sort())
    })
  })
}
