import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { deskApi } from '#features/desk/contract.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { forgetAll } from '#features/requests/cataloguing/server/testing.ts'
import { codeOf, type ItemStatus, resourceTypes } from '#features/requests/rules.ts'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { dayAfter, dayIn, daysUntil, defaultZone, hourMs, monthAfter, startOfDay, weekdayOf } from '#kit/day.ts'
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
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const mondayOf = (at: Date) => dayAfter(dayOf(at), -weekdayOf(dayOf(at)))
const mondays = times(13, (n) => dayAfter('2026-08-31', n * 7))

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
  return { ...item, id, customerId, submittedAt, answeredAt }
}

const isOpen = ({ status }: Item) => status === 'REQUESTED' || status === 'RECEIVED'

/** The figures, counted item by item. */
function modelOf(items: Item[]) {
  const works = Map.groupBy(items.filter(isOpen), ({ id, workKey }) => workKey || id)
  const waited = [...works.values()].map((work) => {
    const since = Math.min(...work.map(({ submittedAt }) => submittedAt!.getTime()))
    return daysUntil(today, dayOf(new Date(since)))
  })
  const bounds = [0, 3, 7, 14, 28]
  const isRecent = (at: Date | null) => at !== null && at >= startOfDay(defaultZone, mondays[0]!)
  const counted = items.filter((item) => isOpen(item) || isRecent(item.submittedAt))
  const summed = <Key>(of: Item[], keyOf: (item: Item) => Key) =>
    [...Map.groupBy(of, keyOf)].map(([key, its]) => ({
      key,
      waiting: its.filter(isOpen).length,
      arrived: its.filter(({ submittedAt }) => isRecent(submittedAt)).length,
    }))
  const hours = (of: Item[]) => of.map((item) => (item.answeredAt!.getTime() - item.submittedAt!.getTime()) / hourMs)
  const answered = items.filter(({ answeredAt }) => isRecent(answeredAt))
  return {
    ages: bounds.map((fromDays, n) => ({
      fromDays,
      works: waited.filter((days) => days >= fromDays && days < (bounds[n + 1] ?? Number.POSITIVE_INFINITY)).length,
    })),
    oldestDays: waited.length === 0 ? null : Math.max(...waited),
    weeks: mondays.map((monday) => {
      const answers = answered.filter(({ answeredAt }) => mondayOf(answeredAt!) === monday)
      return {
        monday,
        arrived: items.filter(({ submittedAt }) => submittedAt && mondayOf(submittedAt) === monday).length,
        answered: answers.length,
        medianHours: rounded(median(hours(answers))),
      }
    }),
    medianHours: rounded(median(hours(answered))),
    schools: summed(counted, ({ customerId }) => customerId),
    types: summed(counted, ({ resourceType }) => resourceType as string),
  }
}

test('figures of requests are those counted item by item, and the counts are those of the lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyItem, { maxLength: 40 }), async (drawn) => {
      await forgetAll(app)
      const items: Item[] = []
      for (const each of drawn) items.push(await addItem(each))
      const { response } = await desk()(deskHomeApi.requestFigures, {})
      const { schools: bySchool, schoolCount, types, weeks, medianHours, ...figures } = response
      const expected = modelOf(items)
      expect(figures).toEqual({ ages: expected.ages, oldestDays: expected.oldestDays })
      expect(weeks.map((week) => ({ ...week, medianHours: rounded(week.medianHours) }))).toEqual(expected.weeks)
      expect(rounded(medianHours)).toBe(expected.medianHours)
      const keyed = bySchool.map(({ customerId: key, waiting, arrived }) => ({ key, waiting, arrived }))
      expect(keyed).toHaveLength(expected.schools.length)
      expect(keyed).toEqual(expect.arrayContaining(expected.schools))
      expect(schoolCount).toBe(expected.schools.length)
      expect(bySchool.map(({ waiting }) => waiting)).toEqual(
        bySchool.map(({ waiting }) => waiting).toSorted((one, other) => other - one),
      )
      const ofTypes = types.map(({ resourceType: key, waiting, arrived }) => ({ key, waiting, arrived }))
      expect(ofTypes).toHaveLength(expected.types.length)
      expect(ofTypes).toEqual(expect.arrayContaining(expected.types))

      const { response: counts } = await desk()(deskHomeApi.deskCounts, {})
      expect(counts.queue).toBe((await desk()(cataloguingApi.queue, {})).totalCount)
      expect(counts.queue).toBe(expected.ages.reduce((sum, { works }) => sum + works, 0))
      for (const { fromDays, works } of expected.ages) {
        const age = String(fromDays) as '0'
        expect((await desk()(cataloguingApi.queue, { age })).totalCount).toBe(works)
      }
      expect(counts.messages).toBe((await desk()(cataloguingApi.queue, { state: 'answer' })).totalCount)
    }),
    { numRuns: 25 },
  )
  await forgetAll(app)
}, 120_000)

test('downloads of each day are those made on it', async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  const made = fc.record({ school: fc.constantFrom(...schools), hours: anyHours(40), records: fc.nat(5) })
  await fc.assert(
    fc.asyncProperty(fc.array(made, { maxLength: 40 }), async (drawn) => {
      await app.db.deleteFrom('downloadRequest').execute()
      const requests = drawn.map(({ school, hours, records }, n) => ({
        ...{ id: `download-${n}`, customerId: `demo-${school}`, userId: userOf[school], name: '' },
        ...({ type: 'IDENTIFIERS', status: 'READY', content: 'DATA_ONLY', fileFormat: 'MARC_21' } as const),
        matched: JSON.stringify(times(records, String)),
        createdAt: hoursAgo(hours),
      }))
      if (requests.length > 0)
        await app.db
          .insertInto('downloadRequest')
          .values(requests as never)
          .execute()
      const { response } = await desk()(deskHomeApi.downloadFigures, {})
      expect(response).toEqual(
        times(30, (n) => {
          const day = dayAfter(today, n - 29)
          const of = drawn.filter(({ hours }) => dayOf(hoursAgo(hours)) === day)
          return { day, requests: of.length, records: of.reduce((sum, { records }) => sum + records, 0) }
        }),
      )
    }),
    { numRuns: 15 },
  )
  await app.db.deleteFrom('downloadRequest').execute()
}, 60_000)

test('revenue is what was paid in a month and what was refunded in it, by currency; overdue invoices are counted', async () => {
  await app.db.deleteFrom('receipt').execute()
  await app.db.deleteFrom('invoice').execute()
  const drawnInvoice = fc.record({
    status: fc.constantFrom('PENDING', 'PAID', 'CANCELLED', 'REFUNDED'),
    currency: fc.constantFrom('AUD', 'NZD'),
    cents: fc.nat(500_000),
    paidDays: fc.nat(420),
    refundedAfter: fc.double({ min: 0, max: 1, noNaN: true }),
    dueInDays: fc.integer({ min: -3, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(drawnInvoice, { maxLength: 40 }), async (drawn) => {
      await app.db.deleteFrom('invoice').execute()
      const invoices = drawn.map(({ status, currency, cents, paidDays, refundedAfter, dueInDays }, n) => ({
        ...{ id: `invoice-${n}`, invoiceNo: `SCINV9${n}`, customerId: 'demo-hillview', status, currency },
        ...{ subTotalCents: cents, totalCents: cents },
        issuedOn: '2025-01-01',
        dueOn: dayAfter(today, dueInDays),
        paidAt: status === 'PAID' || status === 'REFUNDED' ? hoursAgo(paidDays * 24) : null,
        endedAt:
          status === 'REFUNDED' || status === 'CANCELLED' ? hoursAgo(Math.round(paidDays * 24 * refundedAfter)) : null,
      }))
      if (invoices.length > 0)
        await app.db
          .insertInto('invoice')
          .values(invoices as never)
          .execute()
      const months = times(12, (n) => monthAfter('2025-12', n))
      const monthOf = (at: Date | null) => at && dayOf(at).slice(0, 7)
      const sum = (of: typeof invoices) => of.reduce((cents, { totalCents }) => cents + totalCents, 0) / 100
      const { response } = await desk()(deskHomeApi.revenueFigures, {})
      const expected = ['AUD', 'NZD'].flatMap((currency) => {
        const ofCurrency = invoices.filter((each) => each.currency === currency)
        const rows = months.map((month) => ({
          month,
          currency,
          paid: sum(ofCurrency.filter(({ paidAt }) => monthOf(paidAt) === month)),
          refunded: sum(ofCurrency.filter((each) => each.status === 'REFUNDED' && monthOf(each.endedAt) === month)),
        }))
        const isThere = ofCurrency.some(
          (each) =>
            months.includes(monthOf(each.paidAt) ?? '') ||
            (each.status === 'REFUNDED' && months.includes(monthOf(each.endedAt) ?? '')),
        )
        return isThere ? rows : []
      })
      expect(response).toEqual(expected)
      const { response: counts } = await desk()(deskHomeApi.deskCounts, {})
      expect(counts.overdueInvoices).toBe(
        drawn.filter(({ status, dueInDays }) => status === 'PENDING' && dueInDays < 0).length,
      )
      expect(counts.overdueInvoices).toBe((await desk()(deskBillingApi.deskInvoices, { status: 'Overdue' })).totalCount)
    }),
    { numRuns: 15 },
  )
  await app.db.deleteFrom('invoice').execute()
}, 60_000)

test('renewals are bought subscriptions that end within 90 days and have no later term', async () => {
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
      const { response } = await desk()(deskHomeApi.renewalFigures, {})
      expect(response).toEqual(
        times(13, (n) => ({
          from: inDays(7 * n),
          ending: renewing.filter(({ endsOn }) => endsOn >= inDays(7 * n) && endsOn < inDays(7 * n + 7)).length,
        })),
      )
      const list = await desk()(deskApi.deskSubscriptions, { state: 'renewals' })
      expect(list.response.map(({ id }) => id).sort()).toEqual(renewing.map(({ id }) => id).sort())
      const trials = terms.filter(
        ({ typeName, startsOn, endsOn }) =>
          typeName === 'TRIAL' && startsOn <= today && endsOn >= today && endsOn <= inDays(30),
      )
      expect((await desk()(deskHomeApi.deskCounts, {})).response.endingTrials).toBe(trials.length)
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
  expect((await desk()(paymentsApi.deskPayments, { state: 'HELD' })).totalCount).toBe(1)
  await app.db.deleteFrom('paymentAttempt').execute()
  await app.db.deleteFrom('invoice').execute()
})

test('a provider without anything has zeros', async () => {
  await forgetAll(app)
  expect((await desk()(deskHomeApi.deskCounts, {})).response).toEqual({
    ...{ queue: 0, messages: 0, payments: 0, overdueInvoices: 0, endingTrials: 0, failedJobs: 0 },
  })
  const { response } = await desk()(deskHomeApi.requestFigures, {})
  expect(response).toMatchObject({ oldestDays: null, medianHours: null, schools: [], schoolCount: 0, types: [] })
  expect(response.weeks).toHaveLength(13)
  expect((await desk()(deskHomeApi.revenueFigures, {})).response).toEqual([])
  expect((await desk()(deskHomeApi.downloadFigures, {})).response).toHaveLength(30)
  expect((await desk()(deskHomeApi.renewalFigures, {})).response).toHaveLength(13)
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
