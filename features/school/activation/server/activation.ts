import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { businessDay, type Clock, type Day, dayAfter } from '#kit/day.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { checkLink, type DeadLink, issueLink, type Link, takeLink } from '#platform/links/server/links.ts'
import { type Activated, activationProblem } from '../contract.ts'
import { type ActivationKind, activationKinds } from '../rules.ts'
import { mailActivated } from './activation-mails.ts'
import { type Applicant, openCustomer } from './open-customer.ts'

export { mailActivationLink } from './activation-mails.ts'
export { type Applicant, hasAccount, openCustomer } from './open-customer.ts'

type Part = Pick<App, 'db' | 'clock' | 'env' | 'queue'>

/** The offer; absent members take the kind's defaults. */
export type Offer = { typeName: string; productCode: string; productName: string; days: number }

export type NewActivation = {
  kind: ActivationKind
  /** An existing organisation, or an applicant's, which has no account yet. */
  whom: { customerId: string } | { applicant: Applicant }
  offer?: Partial<Offer>
  /** Days until the link expires. */
  linkDays?: number
  createdBy?: string | null
  token?: string
}

/** Makes a one-time link that activates a subscription. `address` is the page that it opens. */
export async function issueActivation(
  { db, clock, env }: Pick<App, 'db' | 'clock' | 'env'>,
  { kind, whom, offer = {}, linkDays = 30, createdBy = null, token }: NewActivation,
): Promise<{ id: string; token: string; address: string }> {
  const issued = await issueLink(
    { db, clock },
    {
      purpose: kind,
      seconds: linkDays * 86_400,
      customerId: 'customerId' in whom ? whom.customerId : null,
      data: { ...offer, ...('applicant' in whom ? { applicant: whom.applicant } : {}) },
      createdBy,
      ...(token === undefined ? {} : { token }),
    },
  )
  return { ...issued, address: activationAddress(env.publicUrl, kind, issued.token) }
}

export const activationAddress = (publicUrl: string, kind: ActivationKind, token: string): string =>
  `${publicUrl}${activationKinds[kind].path}?id=${encodeURIComponent(token)}`

/** The link's offer. Looking does not use the link up, so an email scanner's visit does no harm. */
export async function checkActivation(app: Pick<App, 'db' | 'clock'>, kind: ActivationKind, token: string) {
  const link = living(await checkLink(app, kind, token))
  const offer = offerOf(kind, link)
  const { organisation, newOrganisation } = await whomOf(app.db, link)
  return {
    organisation,
    newOrganisation,
    productName: offer.productName,
    ...datesOf(await termOf(app.db, link.customerId, offer, app.clock)),
  }
}

/** Activates the link's access. Of several simultaneous visits one succeeds; a failure leaves the link unused. */
export async function activate(app: Part, kind: ActivationKind, token: string): Promise<Activated> {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const link = living(await takeLink(tx, { purpose: kind, token, now }))
    const offer = offerOf(kind, link)
    const applicant = applicantOf(link)
    const opened =
      applicant && !link.customerId ? await openCustomer(tx, applicant, { now, openedBy: null }) : undefined
    if (opened && 'refused' in opened) throw activationProblem('account_exists')
    const customerId = link.customerId ?? opened?.customerId
    if (customerId === undefined) throw activationProblem('link_unknown')
    const { days: _, ...product } = offer
    const term = await termOf(tx, customerId, offer, app.clock)
    await tx
      .insertInto('subscription')
      .values({ ...product, ...term, id: randomUUID(), customerId, createdAt: now, linkId: link.id })
      .execute()
    await recordAudit(tx, {
      now,
      customerId,
      userId: null,
      action: 'subscription_activated',
      subject: offer.productName,
      after: { productCode: offer.productCode, ...term },
    })
    const { organisation } = await whomOf(tx, { ...link, customerId })
    const activation = { organisation, productName: offer.productName, newOrganisation: opened !== undefined }
    const mailedTo = await mailActivated(app, tx, { ...activation, ...term, customerId, newUserId: opened?.userId })
    return { ...activation, ...datesOf(term), mailedTo }
  })
}

function living(link: Link | DeadLink): Link {
  if ('dead' in link) throw activationProblem(`link_${link.dead}`)
  return link
}

const offerOf = (kind: ActivationKind, { data }: Link): Offer => {
  const { typeName, productCode, productName, days } = { ...activationKinds[kind], ...(data as Partial<Offer>) }
  return { typeName, productCode, productName, days }
}

const applicantOf = ({ data }: Link) => data.applicant as Applicant | undefined

async function whomOf(db: Db, link: Link) {
  if (link.customerId === null) {
    const applicant = applicantOf(link)
    if (!applicant) throw activationProblem('link_unknown')
    return { organisation: applicant.organisation, newOrganisation: true }
  }
  const { name } = await db
    .selectFrom('customer')
    .where('id', '=', link.customerId)
    .select('name')
    .executeTakeFirstOrThrow()
  return { organisation: name, newOrganisation: false }
}

/** Starts today; if the organisation already has the product, on the day after that ends. */
async function termOf(db: Db, customerId: string | null, { productCode, days }: Offer, clock: Clock) {
  const today = businessDay(clock)
  const { last } = await db
    .selectFrom('subscription')
    .where('customerId', '=', customerId ?? '')
    .where('productCode', '=', productCode)
    .where('endsOn', '>=', today)
    .select(({ fn }) => fn.max('endsOn').as('last'))
    .executeTakeFirstOrThrow()
  const startsOn = last ? dayAfter(last, 1) : today
  return { startsOn, endsOn: dayAfter(startsOn, days - 1) }
}

const datesOf = ({ startsOn, endsOn }: { startsOn: Day; endsOn: Day }) => ({
  effectiveStartDate: startsOn,
  effectiveEndDate: endsOn,
})
