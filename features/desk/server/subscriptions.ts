import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { type deskApi, deskProblem, type SubscriptionLine } from '#features/desk/contract.ts'
import { subscriptionState } from '#features/desk/rules.ts'
import { activationKinds } from '#features/school/activation/rules.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Day, dayAfter } from '#kit/day.ts'
import { linesAPage } from '#kit/pages.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import type { Doer } from './change-person.ts'
import { anyOf, dueSubscriptions } from './due-subscriptions.ts'
import { likeWords } from './filter-values.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** Days before its end from which a subscription counts as ending. */
const endingDays = 30
/** Days ahead for which renewals are foreseen. */
export const renewalsAhead = 90

/**
 * Bought subscriptions that end from this day on, within the days ahead, and are not followed by a later term of the
 * same product: trials and complimentary access are not renewed.
 */
export const endsWithoutLaterTerm = (day: Day) => sql<boolean>`(
  subscription.starts_on <= ${day}::date and subscription.ends_on between ${day}::date and ${day}::date + ${sql.lit(renewalsAhead)}
  and subscription.type_name !~ 'TRIAL|COMPLIMENTARY'
  and not exists (select from subscription as later where later.customer_id = subscription.customer_id
    and later.product_code = subscription.product_code and later.ends_on > subscription.ends_on))`

/** Trials that end within 30 days from this day on. */
export const trialEndsSoon = (day: Day) => sql<boolean>`(
  subscription.starts_on <= ${day}::date and type_name = 'TRIAL'
  and subscription.ends_on between ${day}::date and ${day}::date + ${sql.lit(endingDays)})`

export async function listSubscriptions(
  { db, clock }: Needs,
  { text, state, type, page, customerId }: Input<typeof deskApi.deskSubscriptions> & { customerId?: string },
): Promise<{ response: SubscriptionLine[]; totalCount: number }> {
  const day = businessDay(clock)
  const soon = dayAfter(day, endingDays)
  let found = db.selectFrom('subscription').innerJoin('customer', 'customer.id', 'subscription.customerId')
  for (const like of likeWords(text))
    found = found.where((row) =>
      row.or([
        row('customer.name', 'ilike', like),
        row('customerNo', 'ilike', like),
        row('productCode', 'ilike', like),
        row('productName', 'ilike', like),
      ]),
    )
  if (customerId) found = found.where('customerId', '=', customerId)
  if (type) found = found.where('typeName', '=', type)
  if (state === 'current' || state === 'ending') found = found.where('startsOn', '<=', day).where('endsOn', '>=', day)
  if (state === 'ending') found = found.where('endsOn', '<=', soon)
  if (state === 'renewals') found = found.where(endsWithoutLaterTerm(day))
  if (state === 'due') found = found.where('subscription.id', '=', anyOf((await dueSubscriptions(db, day)).ids))
  if (state === 'future') found = found.where('startsOn', '>', day)
  if (state === 'ended') found = found.where('endsOn', '<', day)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns)
    .orderBy(sql`ends_on < ${day}::date`)
    .orderBy(sql`abs(ends_on - ${day}::date)`)
    .orderBy('subscription.id')
    .limit(linesAPage)
    .offset((page - 1) * linesAPage)
    .execute()
  const due = await dueSubscriptions(
    db,
    day,
    rows.map((row) => row.customerId),
  )
  return { totalCount, response: rows.map((row) => lineOf(row, day, due.ids)) }
}

const columns = [
  'subscription.id',
  'customerId',
  'customer.name as organisation',
  'customerNo',
  'typeName',
  'productCode',
  'productName',
  'startsOn',
  'endsOn',
  'dueForRenewal as markedDue',
] as const

type Row = Pick<SubscriptionLine, 'id' | 'customerId' | 'organisation' | 'customerNo' | 'productCode' | 'markedDue'> & {
  typeName: string
  productName: string
  startsOn: Day
  endsOn: Day
}

const lineOf = (
  { typeName, productName, startsOn, endsOn, ...row }: Row,
  day: Day,
  due: ReadonlySet<string>,
): SubscriptionLine => ({
  ...row,
  subscriptionType: { name: typeName },
  product: { name: productName },
  effectiveStartDate: startsOn,
  effectiveEndDate: endsOn,
  dueForRenewal: due.has(row.id),
  state: subscriptionState(startsOn, endsOn, day),
})

async function subscriptionLine(db: Db, id: string, day: Day): Promise<SubscriptionLine> {
  const row = await db
    .selectFrom('subscription')
    .innerJoin('customer', 'customer.id', 'subscription.customerId')
    .where('subscription.id', '=', id)
    .select(columns)
    .executeTakeFirst()
  if (!row) throw deskProblem('subscription_not_found')
  return lineOf(row, day, (await dueSubscriptions(db, day, [row.customerId])).ids)
}

export async function addSubscription(
  { db, clock }: Needs,
  doer: Doer,
  given: Input<typeof deskApi.addSubscription>,
): Promise<SubscriptionLine> {
  const { customerId, type, productCode, productName, effectiveStartDate, effectiveEndDate } = given
  if (effectiveEndDate < effectiveStartDate) throw datesTurned()
  const id = randomUUID()
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('customer').where('id', '=', customerId).select('id').executeTakeFirst()
    if (!known) throw deskProblem('organisation_not_found')
    const product = await tx.selectFrom('product').where('code', '=', productCode).select('code').executeTakeFirst()
    if (!product && !Object.values(activationKinds).some((kind) => kind.productCode === productCode))
      throw deskProblem('product_unknown', { errors: { productCode: ['There is no product with this code.'] } })
    await tx
      .insertInto('subscription')
      .values({
        id,
        customerId,
        typeName: type,
        productCode,
        productName,
        startsOn: effectiveStartDate,
        endsOn: effectiveEndDate,
      })
      .execute()
    await recordAudit(tx, {
      now,
      customerId,
      userId: doer.userId,
      action: 'subscription_added',
      subject: productName,
      after: { type, productCode, effectiveStartDate, effectiveEndDate },
    })
    return subscriptionLine(tx, id, businessDay(clock))
  })
}

export async function changeSubscription(
  { db, clock }: Needs,
  doer: Doer,
  { subscriptionId, ...change }: Input<typeof deskApi.changeSubscription>,
): Promise<SubscriptionLine> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('subscription')
      .where('id', '=', subscriptionId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!held) throw deskProblem('subscription_not_found')
    const before = {
      effectiveStartDate: held.startsOn,
      effectiveEndDate: held.endsOn,
      markedDue: held.dueForRenewal,
    }
    const after = {
      effectiveStartDate: change.effectiveStartDate ?? before.effectiveStartDate,
      effectiveEndDate: change.effectiveEndDate ?? before.effectiveEndDate,
      markedDue: change.markedDue ?? before.markedDue,
    }
    if (after.effectiveEndDate < after.effectiveStartDate) throw datesTurned()
    const changed = difference(before, after)
    if (changed) {
      await tx
        .updateTable('subscription')
        .set({
          startsOn: after.effectiveStartDate,
          endsOn: after.effectiveEndDate,
          dueForRenewal: after.markedDue,
        })
        .where('id', '=', subscriptionId)
        .execute()
      const { customerId, productName: subject } = held
      await recordAudit(tx, {
        now,
        customerId,
        userId: doer.userId,
        action: 'subscription_changed',
        subject,
        ...changed,
      })
    }
    return subscriptionLine(tx, subscriptionId, businessDay(clock))
  })
}

const datesTurned = () =>
  deskProblem('dates_turned', { errors: { effectiveEndDate: ['A subscription can’t end before it starts.'] } })
