import { sql } from 'kysely'
import { makeKeyPair, metadataOf } from '#features/account/sign-in-services/server/saml-testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import type { TestApp } from '../testing.ts'
import { idOf, inDays } from './fill-testing.ts'
import { home, id, type RightCalls } from './right-call-testing.ts'
import { common, numberOfSchool } from './world-testing.ts'

const customerId = home
const userId = `${home}-assistant`
const own = { user_id: userId }
const person = { firstName: 'New', lastName: 'Person', email: 'new@applicant.example' }
const applicant = { organisation: 'Applicant School', ...person }
const dates = { effectiveStartDate: '2027-01-01', effectiveEndDate: '2027-12-31' }
const message = {
  ...{ messageType: 'GLOBAL', messageDesc: 'News', content: 'There is news.', icon: 'INFO', audience: 'STAFF' },
  ...{ startDate: '2026-01-01T00:00:00Z', endDate: null, customerNos: [numberOfSchool(home)] },
}
const product = {
  ...{ name: 'Bags', productCategory: 'Library supplies', summary: 'A bag', description: 'A good bag.' },
  ...{ termMonths: null, typeName: '', byEnrollment: false, physical: true, mostInCart: 9 },
}
const input = { itemIds: [id('catalogue_item', 2)] }
const arrived = { itemIds: [id('catalogue_item', 3)] }
const leavingItem = {
  leaving_answer_item: { answer_id: id('leaving_answer') },
  catalogue_item: { id: input.itemIds[0] },
}
const leavingAnswer = async ({ db }: Pick<TestApp, 'db'>) => {
  const answerId = id('leaving_answer')
  await db.updateTable('leavingAnswer').set({ userId: 'office-desk' }).where('id', '=', answerId).execute()
  const itemId = input.itemIds[0]!
  await db.updateTable('leavingAnswerItem').set({ itemId }).where('answerId', '=', answerId).execute()
  return { answerId }
}
/** The item's request counts its changes. */
const requestOf = (n: number) => ({ catalogue_request: { id: id('catalogue_request', n) } })
const templateId = (n: number) => idOf('answer_template', common(n))
const template = { templateId: templateId(1) }
const templateText = { name: 'Too new', text: 'Please ask again.', items: 'ALL' }
const depot = { name: 'Depot', streetAddress1: '1 Road', suburbCity: 'Perth', state: 'WA', country: 'Australia' }
const invoiceId = id('invoice')
const ofInvoice = {
  invoice: { id: invoiceId },
  shop_order: { id: id('shop_order') },
  subscription: { order_id: id('shop_order') },
}

const signInService = { id: id('sign_in_service') }
const service = { name: 'Google', issuer: 'https://accounts.google.com', clientId: 'portal', clientSecret: 'secret' }

const pasted = () => {
  const certificates = [makeKeyPair().certificate]
  return { metadata: metadataOf({ issuer: 'https://id.example', signOnUrl: 'https://id.example/sso', certificates }) }
}

export const deskCalls: RightCalls = {
  'POST /rest/desk/signInServices': {
    ...{ by: 'administrator', input: { ...service, id: 'google' }, note: 'sign_in_service_added' },
  },
  'POST /rest/desk/signInServices/change': {
    ...{ by: 'administrator', input: { ...signInService, ...service }, note: 'sign_in_service_changed' },
  },
  'POST /rest/desk/signInServices/remove': {
    ...{ by: 'administrator', input: signInService, note: 'sign_in_service_removed' },
    also: { school_sign_in: { customer_id: home }, sign_in_link: { service_id: signInService.id } },
  },
  'POST /rest/desk/signInLinks/remove': {
    ...{ by: 'desk', input: signInService, note: 'sign_in_unlinked' },
    also: { sign_in_link: { service_id: signInService.id } },
  },
  'POST /rest/desk/signInServices/check': {
    ...{ by: 'administrator', input: signInService, nothing: 'it asks the service about itself' },
  },
  'POST /rest/desk/signInServices/readMetadata': {
    ...{ by: 'administrator', input: pasted, nothing: 'it reads what was pasted' },
  },
  'POST /rest/desk/cataloguing/assign': { by: 'desk', input: { ...input, userId: 'office-desk' } },
  'POST /rest/desk/cataloguing/message': {
    ...{ by: 'desk', input: { ...input, text: 'Which edition?' }, also: requestOf(2), note: 'requester_written_to' },
  },
  'POST /rest/desk/cataloguing/leaving/undo': {
    ...{ by: 'desk', input: leavingAnswer, also: leavingItem, note: 'answer_undone' },
  },
  'POST /rest/desk/cataloguing/leaving/send': {
    ...{ by: 'desk', input: leavingAnswer, also: { ...requestOf(2), ...leavingItem }, note: 'items_declined' },
  },
  'POST /rest/desk/cataloguing/merge': {
    ...{ by: 'desk', input: { itemIds: [input.itemIds[0], arrived.itemIds[0]] }, note: 'items_merged' },
  },
  'POST /rest/desk/cataloguing/merge/undo': {
    by: 'desk',
    input: async ({ db }) => {
      const [mergeId, key] = [id('work_merge'), input.itemIds[0]!]
      await db.insertInto('mergedWork').values({ key, intoKey: arrived.itemIds[0]! }).execute()
      const made = { intoKey: arrived.itemIds[0]!, itemIds: input.itemIds, former: JSON.stringify({ [key]: key }) }
      await db
        .updateTable('workMerge')
        .set({ ...made, userId: 'office-desk' })
        .where('id', '=', mergeId)
        .execute()
      return { mergeId }
    },
    also: { merged_work: { key: input.itemIds[0]! } },
    note: 'merge_undone',
  },
  'POST /rest/desk/cataloguing/templates': {
    ...{ by: 'desk', input: { kind: 'DECLINED', ...templateText }, note: 'template_added' },
  },
  'POST /rest/desk/cataloguing/templates/change': {
    ...{ by: 'desk', input: { ...template, ...templateText, version: 1 }, note: 'template_changed' },
  },
  'POST /rest/desk/cataloguing/templates/move': {
    by: 'desk',
    input: async ({ db }) => {
      for (const n of [1, 2, 3])
        await db
          .updateTable('answerTemplate')
          .set({ position: n - 1 })
          .where('id', '=', templateId(n))
          .execute()
      return { ...template, to: 'later' }
    },
    also: { answer_template: { id: templateId(2) } },
    note: 'template_moved',
  },
  'POST /rest/desk/cataloguing/templates/remove': { by: 'desk', input: template, note: 'template_removed' },
  'POST /rest/desk/cataloguing/notes': {
    by: 'desk',
    input: { itemId: id('catalogue_item', 2), text: 'Ask the publisher' },
  },
  'POST /rest/desk/cataloguing/notes/remove': {
    by: 'desk',
    input: async ({ db }) => {
      const noteId = id('colleague_note', 2)
      await db.updateTable('colleagueNote').set({ userId: 'office-desk' }).where('id', '=', noteId).execute()
      return { noteId }
    },
    note: 'colleague_note_removed',
  },
  'POST /rest/desk/cataloguing/seen': {
    by: 'desk',
    input: { itemId: id('catalogue_item', 2), messageIds: [id('catalogue_event', 2)] },
  },
  'POST /rest/desk/cataloguing/checkin': {
    by: 'desk',
    input: async ({ db }) => {
      const of = db.selectFrom('catalogueItem').where('id', '=', input.itemIds[0]!).select('itemNumber')
      return { code: (await of.executeTakeFirstOrThrow()).itemNumber }
    },
    also: { ...requestOf(2), catalogue_item: { id: input.itemIds[0] } },
    note: 'items_checked_in',
  },
  'POST /rest/desk/cataloguing/checkin/undo': {
    ...{ by: 'desk', input: arrived, also: requestOf(3), note: 'check_in_undone' },
  },
  'POST /rest/desk/cataloguing/read': {
    by: 'desk',
    input: { base64: Buffer.from(book({ id: '7009' }).marc).toString('base64') },
    nothing: 'it shows what a file holds',
  },
  'POST /rest/desk/cataloguing/attach': {
    ...{
      by: 'desk',
      input: { ...input, recordId: '7001' },
      also: { ...requestOf(2), app_user: { id: userId } },
      note: 'items_catalogued',
    },
  },
  'POST /rest/desk/cataloguing/decline': {
    ...{ by: 'desk', input: { ...input, reason: 'Not a book' }, also: requestOf(2), note: 'items_declined' },
  },
  'POST /rest/desk/depots': { by: 'desk', input: { ...depot, customerId }, note: 'depot_added' },
  'POST /rest/desk/depots/:depotId': {
    ...{ by: 'desk', input: { depotId: id('depot'), name: 'Renamed', version: 1 }, note: 'depot_changed' },
  },
  'POST /rest/desk/organisations': {
    ...{ by: 'desk', input: { ...person, name: 'Newly', email: 'head@newly.example' }, note: 'customer_opened' },
  },
  'POST /rest/desk/users': { by: 'desk', input: { ...person, customerId, role: 'staff' }, note: 'person_added' },
  'POST /rest/desk/users/:userId': {
    by: 'desk',
    input: { userId, disabled: true },
    also: { session: own, one_time_link: own },
    note: 'person_shut_out',
  },
  'POST /rest/desk/users/:userId/reset': {
    ...{ by: 'desk', input: { userId, mail: false }, also: { one_time_link: own }, note: 'password_link_issued' },
  },
  'POST /rest/desk/users/:userId/reset-second-factor': {
    ...{ by: 'desk', input: { userId }, also: { session: own }, note: 'second_factor_reset' },
  },
  'POST /rest/desk/users/:userId/sign-out': {
    ...{ by: 'desk', input: { userId }, also: { session: own }, note: 'sessions_ended' },
  },
  'POST /rest/desk/subscriptions': {
    by: 'desk',
    input: { customerId, ...dates, type: 'SUBSCRIPTION', productCode: 'SCISDATA', productName: 'X' },
    note: 'subscription_added',
  },
  'POST /rest/desk/subscriptions/:subscriptionId': {
    by: 'desk',
    input: { subscriptionId: id('subscription'), markedDue: false },
    note: 'subscription_changed',
  },
  'POST /rest/desk/links': { by: 'desk', input: { purpose: 'free-trial', applicant }, note: 'link_issued' },
  'POST /rest/desk/links/:linkId/withdraw': {
    ...{ by: 'desk', input: { linkId: id('one_time_link', 6) }, note: 'link_withdrawn' },
  },
  'POST /rest/desk/jobs/:jobId/retry': {
    by: 'desk',
    input: async (app) => {
      const { id: mailId } = await enqueueMail(app, {
        to: `office@${home}.example`,
        subject: 'S',
        text: 'T',
        html: 'T',
      })
      const { rows } = await sql<{ id: string }>`update pgboss.job set state = 'failed', completed_on = now()
        where data ->> 'mailId' = ${mailId} returning id`.execute(app.db)
      return { jobId: rows[0]!.id }
    },
    note: 'job_retried',
  },
  'POST /rest/desk/products': { by: 'desk', input: { ...product, productCode: 'BAGS' }, note: 'product_added' },
  'POST /rest/desk/products/:productCode': {
    by: 'desk',
    input: async ({ db }) => {
      const of = db.selectFrom('product').where('code', '=', 'SCISBARCODES').select('updatedAt')
      const { updatedAt } = await of.executeTakeFirstOrThrow()
      return { ...product, productCode: 'SCISBARCODES', changedDate: updatedAt.toISOString() }
    },
    note: 'product_changed',
  },
  'POST /rest/desk/products/:productCode/withdraw': {
    ...{ by: 'desk', input: { productCode: 'SCISBARCODES', withdrawn: true }, note: 'product_withdrawn' },
  },
  'POST /rest/desk/products/:productCode/prices': {
    by: 'desk',
    input: {
      ...{ productCode: 'SCISBARCODES', currency: 'AUD', enrollmentFrom: 0, unitPrice: 2 },
      ...{ startsDate: inDays(30), endsDate: null },
    },
    note: 'price_added',
  },
  'POST /rest/desk/products/:productCode/prices/remove': {
    by: 'desk',
    input: async ({ db }) => {
      const of = db.selectFrom('productPrice').where('productCode', '=', 'SCISBARCODES').select('id')
      return { productCode: 'SCISBARCODES', priceId: (await of.executeTakeFirstOrThrow()).id }
    },
    note: 'price_ended',
  },
  'POST /rest/desk/invoices/:invoiceId/cancel': {
    by: 'desk',
    input: { invoiceId, reason: 'A mistake', endSubscriptions: true },
    also: ofInvoice,
    note: 'invoice_cancelled',
  },
  'POST /rest/desk/invoices/:invoiceId/refund': {
    by: 'desk',
    input: async ({ db }) => {
      await db.updateTable('invoice').set({ status: 'PAID', paidAt: new Date() }).where('id', '=', invoiceId).execute()
      return { invoiceId, reason: 'A mistake', endSubscriptions: true }
    },
    also: ofInvoice,
    note: 'invoice_refunded',
  },
  'POST /rest/desk/invoices/:invoiceId/paid': {
    ...{ by: 'desk', input: { invoiceId, note: 'By cheque' }, also: ofInvoice, note: 'invoice_paid' },
  },
  'POST /rest/desk/invoices/:invoiceId/remind': {
    by: 'desk',
    input: async ({ db }) => {
      // There are no reminders while a payment may be in progress.
      await db.updateTable('paymentAttempt').set({ status: 'DECLINED' }).execute()
      return { invoiceId }
    },
    note: 'invoice_reminded',
  },
  'POST /rest/desk/payments/:id/resolve': {
    by: 'desk',
    input: { id: id('payment_attempt'), resolution: 'ACCEPTED', note: 'Seen at the bank' },
    also: { ...ofInvoice, given_number: {} },
    note: 'payment_resolved',
  },
  'POST /rest/desk/messages': { by: 'desk', input: message, note: 'message_written' },
  'POST /rest/desk/messages/:id': {
    ...{ by: 'desk', input: { ...message, id: id('site_message') }, note: 'message_changed' },
  },
  'POST /rest/desk/messages/:id/end': { by: 'desk', input: { id: id('site_message') }, note: 'message_ended' },
  'POST /rest/desk/messages/:id/remove': { by: 'desk', input: { id: id('site_message') }, note: 'message_removed' },
  'POST /rest/desk/organisations/:customerId/contacts': {
    by: 'desk',
    input: {
      ...{ customerId, contactsVersion: 1 },
      contacts: [
        {
          id: id('contact'),
          email: 'head@other.example',
          firstName: 'A',
          primaryContact: true,
          invoicingContact: true,
        },
      ],
    },
    also: { contact: { customer_id: home } },
    note: 'contact_changed',
  },
  'POST /rest/desk/organisations/:customerId/pin': {
    ...{ by: 'desk', input: { customerId }, also: { pin_unlock: { customer_id: home } }, note: 'pin_renewed' },
  },
}
