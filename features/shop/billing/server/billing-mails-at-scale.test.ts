import { createHash } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { profileApi } from '#features/account/profile/contract.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { organisationApi } from '#features/school/organisation/contract.ts'
import { leftBy, newCart, payNow, requestInvoice, review } from '#features/shop/orders/server/orders-testing.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { canStartSmtp, type SmtpServer, startSmtp } from '../../../../scale/services/smtp.ts'
import { deskBillingApi } from '../contract.ts'
import { jobs } from './testing.ts'

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!canStartSmtp())('the program’s mails, through a Postfix that is killed meanwhile', () => {
  let server: SmtpServer
  let app: TestApp
  beforeAll(async () => {
    server = (await startSmtp())!
    const address = `${server.name}:${server.password}@localhost:${server.port}`
    // The adapter's own tests check certificates.
    app = await testApp({ env: { SMTP_URL: `smtp://${address}/?tls.rejectUnauthorized=false` } })
    // It defers each mail once.
    app.expectErrors(/recipients were rejected: 4/)
    await app.catalogue.write([book({ id: '1000001', title: 'The BFG' })])
  })
  afterAll(async () => {
    await app?.close()
    await server?.stop()
  })
  const left = () => app.db.selectFrom('outgoingMail').selectAll().orderBy('createdAt').execute()
  const arrived = async () => Promise.all((await server.mailbox('everybody')).map((each) => PostalMime.parse(each)))

  test('orders, receipts, reminders, ends of invoices, lists, records and links all arrive once, with the attachments that were made', async () => {
    const requested = await newCart(app)
    await review(app, requested)
    await requestInvoice(app, requested)
    await server.kill()
    const paid = await newCart(app)
    await payNow(app, paid)
    const page = cardPageOf(app)
    await page.deliver('callback', await page.resultOf((await leftBy(app, paid)).attempts[0]!))
    const [invoice] = (await leftBy(app, requested)).invoices
    await app.as('desk')(deskBillingApi.cancelInvoice, {
      invoiceId: invoice!.id,
      reason: 'Ordered twice.',
      endSubscriptions: true,
    })
    await jobs['billing.remind']!.run(app, {}, new AbortController().signal)
    await app.as('hillview')(catalogueApi.emailRecord, { bibId: '1000001', emailId: 'one@school.example' })
    await app.as('assistant')(foldersApi.emailFolder, {
      searchFolderJson: '[{"bibId":"1000001"}]',
      emailId: 'two@school.example',
    })
    await app.as('lakeside')(profileApi.requestChangePassword, {})
    await app.as('hillview')(organisationApi.retrievePin, {})
    await expect.poll(async () => (await left()).filter(({ state }) => state === 'WAITING').length).toBeGreaterThan(8)
    await server.start()
    await expect
      .poll(async () => (await left()).filter(({ state }) => state !== 'SENT'), { timeout: 100_000 })
      .toEqual([])

    const [mails, boxes] = [await left(), await arrived()]
    const expected = mails.map(({ id, recipient, subject }) => [`<${id}@localhost>`, recipient, subject])
    expect(boxes.map(({ messageId, to, subject }) => [messageId, to![0]!.address, subject]).sort()).toEqual(
      expected.sort(),
    )
    const papers = await app.db.selectFrom('outgoingMailAttachment').selectAll().execute()
    const stored = papers.map(({ mailId, name, bytes }) => [`<${mailId}@localhost>`, name, sha(bytes)])
    const got = boxes.flatMap(({ messageId, attachments }) =>
      attachments.map(({ filename, content }) => [messageId, filename, sha(Buffer.from(content as ArrayBuffer))]),
    )
    expect(got.sort()).toEqual(stored.sort())
    const first = boxes.flatMap(({ attachments }) =>
      attachments.map(({ content }) => String(Buffer.from(content as ArrayBuffer).subarray(0, 5))),
    )
    expect(new Set(first)).toEqual(new Set(['%PDF-']))
    const kinds = new Set(papers.map(({ name }) => name.split(' ')[0]))
    expect([...kinds].sort()).toEqual(['Invoice', 'Receipt'])
  }, 240_000)
})
