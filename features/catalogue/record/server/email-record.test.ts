import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { mailsAnHour } from '#platform/mail/contract.ts'
import { catalogueApi } from '../../contract.ts'
import { emailRecord as mailRecord } from './email-record.ts'

const { emailRecord } = catalogueApi
let app: TestApp
const possum = {
  ...blankDocument('1000001'),
  title: { titlePrimary: 'Possum <magic> & more', noteStmOfResponsibility: 'Mem Fox ; Жюли Вивас' },
  isbn: ['9780152632243', '0152632247'],
  isbn13: ['9780152632243'],
  issn: ['00366854'],
  publisher: 'Omnibus',
  placeOfPublication: 'Adelaide',
  dateIssued: 'c1983.',
  subjects: ['Possums -- Fiction'],
  deweyFull: 'A823.3',
  description: 'Grandma Poss makes Hush invisible.',
  searched: {
    properTitle: '',
    titles: [],
    authors: [],
    series: [],
    notes: [],
    identifiers: ['9780152632243', '00366854'],
  },
}
const other = { ...blankDocument('1000002'), title: { titlePrimary: 'Other', noteStmOfResponsibility: '' } }

beforeAll(async () => {
  app = await testApp()
  const stored = [possum, other].map((document) => ({ document, marc: Buffer.from('x'), encoding: 'utf-8' as const }))
  await app.catalogue.write(stored)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.mails.length = 0
  await app.db.deleteFrom('outgoingMail').execute()
})

type Sent = RawInput<typeof emailRecord>
const send = (input: Sent, person: 'hillview' | 'assistant' = 'hillview') => app.as(person)(emailRecord, input)
const mailRows = async () => (await app.db.selectFrom('outgoingMail').select('id').execute()).length

test('a record is emailed with the server’s own data and a link to its page', async () => {
  expect(await send({ bibId: '1000001', emailId: 'reader@school.example' })).toMatchObject({
    responseCode: 200,
    messages: ['Email sent successfully'],
  })
  const [mail] = app.mails
  expect(mail).toMatchObject({ to: 'reader@school.example', subject: 'Possum <magic> & more' })
  for (const fact of [
    'Responsibility: Mem Fox ; Жюли Вивас',
    'Published: Adelaide : Omnibus, c1983.',
    'ISBN: 9780152632243\n',
    'ISSN: 0036-6854',
    'Subjects: Possums — Fiction',
    'Dewey: A823.3',
    'Description: Grandma Poss makes Hush invisible.',
    `${app.env.publicUrl}/record/1000001`,
  ])
    expect(mail!.text).toContain(fact)
  expect(mail!.html).toContain('Possum &#60;magic&#62; &#38; more')
  expect(mail!.html).not.toContain('<magic>')
})

test('without an address it goes to the caller’s own address', async () => {
  await send({ bibId: '1000001' })
  await send({ bibId: '1000001', emailId: ' ' }, 'assistant')
  expect(app.mails.map(({ to }) => to)).toEqual(['librarian@hillview.example', 'assistant@hillview.example'])
})

test('nothing that the page posts appears in the mail', async () => {
  const posted = { title: 'Buy now', subject: ['Buy now'], publicationYear: 'Buy now', mainAuthor: 'Buy now' }
  await send({ bibId: '1000002', ...posted, contributors: ['Buy now'], scisNumber: 'Buy now', isbn: '9780152632243' })
  expect(app.mails[0]!.subject).toBe('Other')
  expect(JSON.stringify(app.mails)).not.toContain('Buy now')
})

test.each([
  { isbn: '0-15-263224-7' },
  { isbn: ['9780152632243'] },
  { scisNumber: 1000001 },
  { issn: '0036-6854', isbn: null },
])('a page that sends no id but %o gets the record with that number', async (numbers) => {
  await send(numbers)
  expect(app.mails.map(({ subject }) => subject)).toEqual(['Possum <magic> & more'])
})

test('the specification’s shorter spelling is the same call', async () => {
  const reply = await app.raw('hillview', {
    method: 'POST',
    url: '/catalogue/record/email',
    payload: { bibId: '1000001' },
  })
  expect([reply.statusCode, reply.json().messages]).toEqual([200, ['Email sent successfully']])
})

test.each([
  [{ bibId: '999' }, 404, 'record_not_found'],
  [{ isbn: '9780141365428' }, 404, 'record_not_found'],
  [{}, 400, 'record_not_named'],
  [{ bibId: '1000001', emailId: 'a@b.example\r\nBcc: c@d.example' }, 400, 'bad_address'],
  [{ bibId: '1000001', emailId: 'a@b.example, c@d.example' }, 400, 'bad_address'],
  [{ bibId: '1000001', customerId: 'x' }, 400, 'invalid_input'],
])('%o is refused with %i, and nothing is emailed', async (input, status, code) => {
  await expect(send(input as Sent)).rejects.toMatchObject({ status, code })
  expect([await mailRows(), app.mails]).toEqual([0, []])
})

test('a visitor cannot mail', async () => {
  await expect(app.as(null)(emailRecord, { bibId: '1000001' })).rejects.toMatchObject({ code: 'sign_in_required' })
  expect(await mailRows()).toBe(0)
})

test('of many simultaneous mails, no more leave than one person may send in an hour', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: mailsAnHour + 5 }, () => send({ bibId: '1000001', emailId: 'reader@school.example' })),
  )
  const refused = tries.filter((each) => each.status === 'rejected').map((each) => each.reason)
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ status: 429, code: 'mail_limit' })
  expect(refused[0].messages[0]).toMatch(
    /^You can send at most 20 emails an hour\. Please try again in \d+ minutes?\.$/,
  )
  expect(await mailRows()).toBe(mailsAnHour)
  await expect(send({ bibId: '1000001' }, 'assistant')).resolves.toBeDefined()
})

test('while the mail server is down, the mail waits in the queue', async () => {
  app.expectErrors(/ECONNREFUSED/)
  const { send: sending } = app.mail
  app.mail.send = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  try {
    const librarian = { userId: 'demo-hillview-librarian', customerId: 'demo-hillview' } as SchoolCaller
    const unhurried = new AbortController().signal
    const reply = await mailRecord({ ...app, mailWaitMs: 1 }, librarian, { bibId: '1000001' }, unhurried)
    expect(reply.messages).toEqual(['Email Notification sent to queue'])
    expect(await app.db.selectFrom('outgoingMail').select('state').execute()).toEqual([{ state: 'WAITING' }])
  } finally {
    app.mail.send = sending
  }
  const tryAgain = async () => {
    await app.makeJobsDue()
    return app.mails.length
  }
  await expect.poll(tryAgain, { timeout: 50_000 }).toBe(1)
})
