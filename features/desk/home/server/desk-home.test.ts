import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { deskApi } from '#features/desk/contract.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { forgetAll } from '#features/requests/cataloguing/server/testing.ts'
import { codeOf, type ItemStatus, resourceTypes } from '#features/requests/rules.ts'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { dayAfter, dayIn, daysUntil, defaultZone, hourMs } from '#kit/day.ts'
import { deskHomeApi } from '../contract.ts'

/** A Saturday afternoon in UTC, and Sunday in Melbourne, whose days count. */
const now = new Date('2026-11-28T15:30:00Z')
const dayOf = (at: Date) => dayIn(defaultZone, at)
const today = dayOf(now)
const schools = ['hillview', 'riverside', 'lakeside'] as const
type School = (typeof schools)[number]
const userOf: Record<School, string> = {
  hillview: 'demo-hillview-librarian',
  riverside: 'demo-riverside-librarian',
  lakeside: 'demo-lakeside-trial',
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
})
afterAll(() => app.close())

const desk = () => app.as('desk')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
function median(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return sorted.length === 0 ? null : (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}
const rounded = (hours: number | null) => (hours === null ? null : Math.round(hours * 1e6) / 1e6)

const anyHours = (days: number) => fc.oneof(fc.integer({ min: 0, max: days * 24 }), fc.integer({ min: 0, max: 60 }))
const anyItem = fc.record({
  school: fc.constantFrom(...schools),
  hours: anyHours(120),
  /** Of the time since then. */
  answeredAfter: fc.double({ min: 0, max: 1, noNaN: true }),
  status: fc.constantFrom<ItemStatus>('DRAFT', 'REQUESTED', 'RECEIVED', 'CATALOGUED', 'DECLINED', 'WITHDRAWN'),
  resourceType: fc.constantFrom(...resourceTypes),
  workKey: fc.constantFrom('', '', 'n:1', 'n:2'),
  message: fc.constantFrom('none', 'school', 'desk'),
})
type Drawn = typeof anyItem extends fc.Arbitrary<infer Value> ? Value : never
type Item = Awaited<ReturnType<typeof addItem>>

let number = 700_000
async function addItem({ school, hours, answeredAfter, message, ...item }: Drawn) {
  const customerId = `demo-${school}`
  const id = `item-${number++}`
  const submittedAt = item.status === 'DRAFT' ? null : hoursAgo(hours)
  const isAnswered = item.status === 'CATALOGUED' || item.status === 'DECLINED'
  const answeredAt = isAnswered ? hoursAgo(Math.round(hours * answeredAfter)) : null
  const status = isAnswered ? item.status : item.status === 'DRAFT' ? 'DRAFT' : 'REQUESTED'
  await app.db
    .insertInto('catalogueRequest')
    .values({
      id: `request-${id}`,
      requestNumber: codeOf('CR', number++),
      customerId,
      requestedById: userOf[school],
      status: status as 'REQUESTED',
      createdAt: hoursAgo(hours),
      updatedAt: hoursAgo(hours),
      updatedById: null,
      submittedAt,
      submittedById: null,
      depotId: null,
    })
    .execute()
  await app.db
    .insertInto('catalogueItem')
    .values({
      ...item,
      id,
      requestId: `request-${id}`,
      itemNumber: codeOf('CI', 1_000_000 + number++),
      position: 0,
      physicalResource: false,
      submittedAt,
      answeredAt,
      depotId: null,
      receivedAt: null,
      assignedToId: null,
      answeredById: null,
      recordId: null,
      downloadRequestId: null,
    })
    .execute()
  if (message !== 'none')
    await app.db
      .insertInto('catalogueEvent')
      .values({
        id: `event-${id}`,
        requestId: `request-${id}`,
        itemId: null,
        happenedAt: now,
        userId: null,
        byDesk: message === 'desk',
        kind: 'message',
      })
      .execute()
  return { ...item, id, message, submittedAt, answeredAt }
}

const isOpen = ({ status }: Item) => status === 'REQUESTED' || status === 'RECEIVED'

/** Hours since a moment, as the last seven days or the seven days before. */
const weekOf = (at: Date) => {
  const hours = (now.getTime() - at.getTime()) / hourMs
  return hours < 7 * 24 ? 'latest' : hours < 14 * 24 ? 'before' : 'earlier'
}

/** The lists and figures, counted item by item. */
function modelOf(items: Item[]) {
  const works = [...Map.groupBy(items.filter(isOpen), ({ id, workKey }) => workKey || id).values()]
  const since = (work: Item[]) => Math.min(...work.map(({ submittedAt }) => submittedAt!.getTime()))
  const long = works
    .filter((work) => daysUntil(today, dayOf(new Date(since(work)))) > 7)
    .sort((one, other) => since(one) - since(other))
  const submitted = items.filter(({ submittedAt }) => submittedAt !== null)
  const answered = items.filter(({ answeredAt }) => answeredAt !== null)
  const figuresIn = (week: 'latest' | 'before') => {
    const answers = answered.filter(({ answeredAt }) => weekOf(answeredAt!) === week)
    return {
      requested: submitted.filter(({ submittedAt }) => weekOf(submittedAt!) === week).length,
      answered: answers.length,
      medianHours: rounded(
        median(answers.map((item) => (item.answeredAt!.getTime() - item.submittedAt!.getTime()) / hourMs)),
      ),
    }
  }
  return {
    open: works.length,
    longTotal: long.length,
    longSince: long.slice(0, 5).map((work) => new Date(since(work)).toISOString()),
    latest: figuresIn('latest'),
    before: figuresIn('before'),
  }
}

test('lists and figures of requests are those counted item by item, and of the queue', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyItem, { maxLength: 40 }), async (drawn) => {
      await forgetAll(app)
      const items: Item[] = []
      for (const each of drawn) items.push(await addItem(each))
      const { figures, longWaits, messages } = (await desk()(deskHomeApi.deskHome, {})).response
      const expected = modelOf(items)
      const figuresIn = (week: 'latest' | 'before') => ({
        requested: figures.requested[week],
        answered: figures.answered[week],
        medianHours: rounded(figures.medianHours[week]),
      })
      expect(figuresIn('latest')).toEqual(expected.latest)
      expect(figuresIn('before')).toEqual(expected.before)
      expect(longWaits.total).toBe(expected.longTotal)
      expect(longWaits.lines.map(({ submittedDate }) => submittedDate)).toEqual(expected.longSince)
      expect(longWaits.total).toBe((await desk()(cataloguingApi.queue, { age: '7' })).totalCount)

      const { response: counts } = await desk()(deskHomeApi.deskCounts, {})
      expect(counts.queue).toBe((await desk()(cataloguingApi.queue, {})).totalCount)
      expect(counts.queue).toBe(expected.open)
      const works = (await desk()(cataloguingApi.queue, { state: 'answer' })).response
      const writers = items.filter(
        ({ id, message }) => message === 'school' && works.some((work) => work.askers.some((it) => it.itemId === id)),
      )
      expect(messages.total).toBe(writers.length)
      expect(messages.lines).toHaveLength(Math.min(5, writers.length))
      for (const { itemId } of messages.lines) expect(writers.map(({ id }) => id)).toContain(itemId)
    }),
    { numRuns: 25 },
  )
  await forgetAll(app)
}, 120_000)

test('downloads are those of the last seven days and the seven days before', async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  const requests = [0, 1, 167, 169, 335, 337, 900].map((hours, n) => ({
    ...{ id: `download-${n}`, customerId: 'demo-hillview', userId: userOf.hillview, name: '' },
    ...({ type: 'IDENTIFIERS', status: 'READY', content: 'DATA_ONLY', fileFormat: 'MARC_21' } as const),
    matched: '[]',
    createdAt: hoursAgo(hours),
  }))
  await app.db
    .insertInto('downloadRequest')
    .values(requests as never)
    .execute()
  const { figures } = (await desk()(deskHomeApi.deskHome, {})).response
  expect(figures.downloads).toEqual({ latest: 3, before: 2 })
  await app.db.deleteFrom('downloadRequest').execute()
})

test('overdue invoices are those of their list', async () => {
  await app.db.deleteFrom('receipt').execute()
  await app.db.deleteFrom('invoice').execute()
  const drawn = (['PENDING', 'PAID', 'CANCELLED', 'REFUNDED'] as const).flatMap((status) =>
    [-2, -1, 0, 1].map((dueInDays) => ({ status, dueInDays })),
  )
  const invoices = drawn.map(({ status, dueInDays }, n) => ({
    ...{ id: `invoice-${n}`, invoiceNo: `SCINV9${n}`, customerId: 'demo-hillview', status, currency: 'AUD' },
    ...{ subTotalCents: 100, totalCents: 100, issuedOn: '2025-01-01', dueOn: dayAfter(today, dueInDays) },
    paidAt: status === 'PAID' || status === 'REFUNDED' ? now : null,
    endedAt: status === 'CANCELLED' || status === 'REFUNDED' ? now : null,
  }))
  await app.db
    .insertInto('invoice')
    .values(invoices as never)
    .execute()
  expect((await desk()(deskHomeApi.deskCounts, {})).response.overdueInvoices).toBe(2)
  expect((await desk()(deskBillingApi.deskInvoices, { status: 'Overdue' })).totalCount).toBe(2)
  await app.db.deleteFrom('invoice').execute()
})

test('renewals are bought subscriptions that end within 90 days and have no later term; trials end within 30', async () => {
  const term = fc.record({
    school: fc.constantFrom(...schools),
    productCode: fc.constantFrom('A', 'B'),
    typeName: fc.constantFrom('SUBSCRIPTION', 'TRIAL', 'COMPLIMENTARY', 'Z3950_ONLY'),
    startsInDays: fc.integer({ min: -400, max: 20 }),
    days: fc.integer({ min: 0, max: 420 }),
  })
  const inDays = (days: number) => dayAfter(today, days)
  await fc.assert(
    fc.asyncProperty(fc.array(term, { maxLength: 25 }), async (drawn) => {
      await app.db.deleteFrom('subscription').execute()
      const terms = drawn.map(({ school, startsInDays, days, ...rest }, n) => ({
        ...{ ...rest, id: `term-${n}`, customerId: `demo-${school}`, productName: 'Product' },
        ...{ startsOn: inDays(startsInDays), endsOn: inDays(startsInDays + days), createdAt: now },
      }))
      if (terms.length > 0) await app.db.insertInto('subscription').values(terms).execute()
      const renewing = terms.filter(
        (one) =>
          one.startsOn <= today &&
          one.endsOn >= today &&
          one.endsOn <= inDays(90) &&
          (one.typeName === 'SUBSCRIPTION' || one.typeName === 'Z3950_ONLY') &&
          !terms.some(
            (other) =>
              other.customerId === one.customerId && other.productCode === one.productCode && other.endsOn > one.endsOn,
          ),
      )
      const { renewals, trials } = (await desk()(deskHomeApi.deskHome, {})).response
      expect(renewals.total).toBe(renewing.length)
      expect(renewals.lines.map(({ endDate }) => endDate)).toEqual(
        renewing
          .map(({ endsOn }) => endsOn)
          .sort()
          .slice(0, 5),
      )
      const list = await desk()(deskApi.deskSubscriptions, { state: 'renewals' })
      expect(list.response.map(({ id }) => id).sort()).toEqual(renewing.map(({ id }) => id).sort())
      const ending = terms.filter(
        ({ typeName, startsOn, endsOn }) =>
          typeName === 'TRIAL' && startsOn <= today && endsOn >= today && endsOn <= inDays(30),
      )
      expect(trials.total).toBe(ending.length)
      expect(trials.lines.map(({ endDate }) => endDate)).toEqual(
        ending
          .map(({ endsOn }) => endsOn)
          .sort()
          .slice(0, 5),
      )
      const listed = await desk()(deskApi.deskSubscriptions, { state: 'ending', type: 'TRIAL' })
      expect(listed.response.map(({ id }) => id).sort()).toEqual(ending.map(({ id }) => id).sort())
    }),
    { numRuns: 20 },
  )
  await app.db.deleteFrom('subscription').execute()
}, 60_000)

test('payments to decide are those that their list holds', async () => {
  await app.db.deleteFrom('paymentAttempt').execute()
  const attempt = (n: number, held: boolean, resolved: boolean) => ({
    ...{
      id: `attempt-${n}`,
      ref: `ref-${n}`,
      orderId: null,
      invoiceId: null,
      customerId: 'demo-hillview',
      userId: null,
    },
    ...({ status: held ? 'HELD' : 'BEGUN', amountCents: 100, currency: 'AUD', fpTimestamp: '20260101000000' } as const),
    ...{ begunBy: `answer-${n}`, createdAt: now, expiresAt: now, holdReason: held ? 'TOO_LATE' : '' },
    resolvedAt: resolved ? now : null,
  })
  const invoice = {
    ...({ id: 'paid', invoiceNo: 'SCINV99', customerId: 'demo-hillview', status: 'PENDING', currency: 'AUD' } as const),
    ...{ subTotalCents: 100, totalCents: 100, issuedOn: today, dueOn: today },
  }
  await app.db
    .insertInto('invoice')
    .values(invoice as never)
    .execute()
  const attempts = [attempt(1, true, false), attempt(2, true, true), attempt(3, false, false)]
  await app.db
    .insertInto('paymentAttempt')
    .values(attempts.map((each) => ({ ...each, invoiceId: 'paid' })) as never)
    .execute()
  const { response } = await desk()(deskHomeApi.deskCounts, {})
  expect(response.payments).toBe(1)
  expect((await desk()(deskHomeApi.deskHome, {})).response.payments).toEqual({
    total: 1,
    lines: [{ id: 'attempt-1', organisation: expect.any(String), amount: 1, currency: 'AUD', holdReason: 'TOO_LATE' }],
  })
  expect((await desk()(paymentsApi.deskPayments, { state: 'HELD' })).totalCount).toBe(1)
  await app.db.deleteFrom('paymentAttempt').execute()
  await app.db.deleteFrom('invoice').execute()
})

test('a provider without anything has zeros and empty lists', async () => {
  await forgetAll(app)
  expect((await desk()(deskHomeApi.deskCounts, {})).response).toEqual({
    ...{ queue: 0, payments: 0, overdueInvoices: 0, failedJobs: 0 },
  })
  const { figures, ...lists } = (await desk()(deskHomeApi.deskHome, {})).response
  expect(figures).toEqual({
    ...{ requested: { latest: 0, before: 0 }, answered: { latest: 0, before: 0 } },
    ...{ medianHours: { latest: null, before: null }, downloads: { latest: 0, before: 0 } },
  })
  for (const list of Object.values(lists)) expect(list).toEqual({ total: 0, lines: [] })
})

test.each(Object.entries(deskHomeApi))('only the provider’s people read %s', async (_, endpoint) => {
  for (const person of ['hillview', 'assistant', 'admin', 'student'] satisfies Person[])
    await expect(app.as(person)(endpoint, {})).rejects.toMatchObject({
      status: 403,
      code: expect.not.stringMatching('sign_in_required'),
    })
  await expect(app.as(null)(endpoint, {})).rejects.toMatchObject({ code: 'sign_in_required' })
  await expect(app.as('administrator')(endpoint, {})).resolves.toMatchObject({ response: expect.anything() })
})
