import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { waitUntilSent } from '#platform/mail/server/mail.ts'
import { foldersApi } from '../contract.ts'
import { books, items } from './testing.ts'

const { emailFolder } = foldersApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://catalogue.example', PROVIDER_NAME: 'Owl' } })
  await app.catalogue.write(books)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outgoingMail').execute()
})

const to = 'reader@school.example'
const email = (searchFolderJson: string | unknown[], emailId = to) =>
  app.as('assistant')(emailFolder, { searchFolderJson, emailId })
const mails = () => app.db.selectFrom('outgoingMail').selectAll().orderBy('createdAt').execute()
const sent = async () => {
  const [mail] = await mails()
  await waitUntilSent(app, mail!.id, 10_000, new AbortController().signal)
  return PostalMime.parse((await app.mail.outbox!.read(mail!.id))!)
}

test('a list is emailed in its order, each record once, with the catalogue’s data', async () => {
  const reply = await email(
    JSON.stringify([
      { bibId: '1000004', itemTitle: 'Buy cheap watches', isbn: ['http://evil.example'] },
      { bibId: '1000001', itemContributor: '<script>alert(1)</script>' },
      { bibId: '1000004' },
    ]),
  )
  expect(reply).toEqual({ responseCode: 200, messages: ['Email Notification sent to queue'] })
  expect(await mails()).toHaveLength(1)
  const mail = await sent()
  expect(mail.to).toEqual([expect.objectContaining({ address: to })])
  expect(mail.subject).toBe('2 records from the Owl catalogue')
  for (const part of [mail.text!, mail.html!]) {
    expect(part).not.toMatch(/watches|evil|script/)
    expect(part.indexOf('School magazine')).toBeLessThan(part.indexOf('The BFG'))
    expect(part.match(/School magazine/g)).toHaveLength(1)
    expect(part).toContain('Hillview Assistant at Hillview Primary School sent you these records')
    expect(part).toContain('2026 · ISSN 0036-6854')
    expect(part).toContain('2026 · ISBN 9780141365428')
    expect(part).toContain('https://catalogue.example/record/1000001')
  }
})

test('markup in a record is escaped in the mail', async () => {
  await app.catalogue.write([book({ id: 'a/b?c=1', title: '<img src=x onerror=alert(1)> & co' })])
  await email(items('a/b?c=1'))
  const mail = await sent()
  expect(mail.html).not.toContain('<img')
  expect(mail.text).toContain('<img src=x onerror=alert(1)> & co')
  expect(mail.text).toContain('https://catalogue.example/record/a%2Fb%3Fc%3D1')
})

test('a title in another script is below its romanised form, from right to left where it is read so', async () => {
  const [sipur, mir] = [book({ id: '1000011', title: 'Sipur' }), book({ id: '1000012', title: 'Mir' })]
  await app.catalogue.write([
    { ...sipur, document: { ...sipur.document, inScript: [{ of: 'Sipur', text: '<סיפור>', lang: 'he' }] } },
    { ...mir, document: { ...mir.document, inScript: [{ of: 'Mir', text: 'Мир', lang: '' }] } },
  ])
  await email(items('1000011', '1000012'))
  const { text, html } = await sent()
  expect(text).toContain('* Sipur\n  <סיפור>\n  2026')
  expect(html).toMatch(/>Sipur<\/a><div lang="he" dir="rtl" style="text-align:right">&#60;סיפור&#62;<\/div><span/)
  expect(html).toContain('<div dir="ltr">Мир</div>')
})

test('records that the catalogue lacks are left out, and the reply says so; with nothing left there is no mail', async () => {
  expect((await email(items('1000001', 'nothing'))).messages).toEqual([
    'Email Notification sent to queue',
    '1 record is not in the catalogue and left out.',
  ])
  for (const list of [[], '[]', items('nothing')])
    await expect(email(list)).rejects.toMatchObject({ status: 400, messages: ['No Items to email'] })
  expect(await mails()).toHaveLength(1)
})

test.each([
  '',
  'reader',
  'a@school.example, b@school.example',
  'a@school.example\r\nBcc: b@school.example',
  'A <a@school.example>',
  'a@school.example\u0007',
  'a@school.example;b@school.example',
])('the address %j is refused, and nothing is emailed', async (emailId) => {
  await expect(email(items('1000001'), emailId)).rejects.toMatchObject({
    code: 'bad_address',
    status: 400,
    errors: { emailId: ['Please enter a single email address.'] },
  })
  expect(await mails()).toEqual([])
})

test('a person sends at most 20 mails an hour, even simultaneously', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 23 }, () => email(items('1000001'))))
  const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(3)
  for (const each of refused) expect(each).toMatchObject({ code: 'mail_limit', status: 429 })
  expect(await mails()).toHaveLength(20)
})

test('4,000 records are one mail', async () => {
  const many = Array.from({ length: 4000 }, (_, n) =>
    book({ id: `7${n}`, title: `A book of a title of common length, number ${n}`, isbns: ['9780141365428'] }),
  )
  await app.catalogue.write(many)
  await email(many.map(({ document: { id, title } }) => ({ bibId: id, itemTitle: title.titlePrimary })))
  const mail = await sent()
  expect(mail.subject).toBe('4,000 records from the Owl catalogue')
  for (const part of [mail.text!, mail.html!]) expect(part.match(/number \d+/g)).toHaveLength(4000)
})
