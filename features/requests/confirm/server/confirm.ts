import type { App, Db } from '#app/app.ts'
import type { Depot } from '#features/school/depots/contract.ts'
import { depotsFor } from '#features/school/depots/server/depots.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { composeMail, enqueueMail, type MailSection } from '#platform/mail/server/mail.ts'
import { type CatalogueRequest, requestProblem } from '../../contract.ts'
import { checkItems } from '../../form/server/read-items.ts'
import { resourceTypeNames } from '../../rules.ts'
import {
  type ItemRow,
  itemsOf,
  lockRequest,
  ownRequest,
  type RequestRow,
  requestReply,
} from '../../server/own-request.ts'
import { recordEvent } from '../../timeline/server/events.ts'
import type { ConfirmView, confirmApi } from '../contract.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'env'>

export async function confirmView(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
  id: string,
): Promise<{ response: ConfirmView }> {
  const request = await requestReply(db, await ownRequest(db, customerId, id))
  const depots = await depotsFor(db, customerId)
  const { localDepot } = await readSettings(db, customerId)
  const usualDepot = depots.find((each) => each.id === localDepot)?.id ?? null
  return { response: { request, depots, usualDepot } }
}

/** The only transition from DRAFT to REQUESTED. Idempotent: a repeated or concurrent call returns the same request. */
export async function confirmRequest(
  app: Needs,
  { customerId, userId }: SchoolCaller,
  { id, depot, version }: Input<typeof confirmApi.confirmRequest>,
): Promise<{ response: CatalogueRequest }> {
  await app.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, customerId, id)
    if (request.status !== 'DRAFT') return
    if (version !== undefined && version !== request.version) throw requestProblem('changed_meanwhile')
    const items = await itemsOf(tx, id)
    if (items.length === 0) throw requestProblem('bad_items', { messages: [emptyRequest] })
    checkItems(items)
    const to = await depotOf(tx, customerId, items, depot)
    const now = app.clock()
    await tx
      .updateTable('catalogueRequest')
      .set({ status: 'REQUESTED', version: request.version + 1, depotId: to?.id ?? null })
      .set({ updatedAt: now, updatedById: userId, submittedAt: now, submittedById: userId })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('catalogueItem')
      .set((row) => ({
        status: 'REQUESTED' as const,
        submittedAt: now,
        depotId: row
          .case()
          .when('physicalResource', '=', true)
          .then(to?.id ?? null)
          .else(null)
          .end(),
      }))
      .where('requestId', '=', id)
      .execute()
    const data = { items: items.length, ...(to ? { depot: to.name } : {}) }
    await recordEvent(tx, { requestId: id, now, userId, kind: 'submitted', data })
    for (const email of await addressees(tx, [userId, request.requestedById]))
      await enqueueMail(app, { ...submittedMail(app, { request, items, depot: to }), to: email }, tx)
  })
  return { response: await requestReply(app.db, { id }) }
}

const emptyRequest = 'This request has no items yet. Please add one.'

/** The depot for physical items; undefined without any. A given depot must be available to the school. */
async function depotOf(tx: Db, customerId: string, items: ItemRow[], wanted: string | null | undefined) {
  const isPosted = items.some(({ physicalResource }) => physicalResource)
  if (!wanted && !isPosted) return undefined
  if (!wanted) throw onDepot('depot_missing')
  const depot = (await depotsFor(tx, customerId)).find(({ id }) => id === wanted)
  if (!depot) throw onDepot('depot_not_yours')
  return isPosted ? depot : undefined
}

function onDepot(code: 'depot_missing' | 'depot_not_yours') {
  const { messages } = requestProblem(code)
  return requestProblem(code, { errors: { depot: messages } })
}

/** The submitter and the draft's author, each once. */
async function addressees(tx: Db, userIds: string[]): Promise<string[]> {
  const people = await tx
    .selectFrom('appUser')
    .select('email')
    .where('id', 'in', userIds)
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute()
  return [...new Set(people.map(({ email }) => email))]
}

/** Items listed in the mail; the rest are only counted. */
const maxNamed = 50

type Confirmed = { request: RequestRow; items: ItemRow[]; depot: Depot | undefined }

/** "We have your request", with the next steps. */
function submittedMail({ env }: Pick<App, 'env'>, { request, items, depot }: Confirmed) {
  const { requestNumber, id } = request
  const open = { label: 'Open the request', href: `${env.publicUrl}/CatalogueRequestDeatils/${id}` }
  const count = items.length === 1 ? '1 item' : `${items.length} items`
  const subject = `We have your catalogue request ${requestNumber}`
  return composeMail({
    subject,
    heading: subject,
    intro: [
      `You requested ${count}. We’ll email you as soon as records are ready to download.`,
      ...(depot ? [] : ['You don’t need to post anything.']),
    ],
    ...(depot ? {} : { link: open }),
    sections: [
      ...(depot ? [posting(env.publicUrl, request, items, depot)] : []),
      { ...itemSection(items), ...(depot ? { link: open } : {}) },
    ],
    footnote: 'You’re receiving this email because your catalogue request was submitted.',
    providerName: env.providerName,
  })
}

function posting(publicUrl: string, { id }: RequestRow, items: ItemRow[], depot: Depot): MailSection {
  const count = items.filter(({ physicalResource }) => physicalResource).length
  const thing = count === 1 ? 'the physical item' : `the ${count} physical items`
  return {
    heading: 'Next steps',
    intro: [`Print the postage slip, put it with ${thing}, and post the parcel.`],
    facts: [
      { label: 'To', value: [depot.name, ...depot.address].join('\n') },
      ...(depot.note ? [{ label: 'Please note', value: depot.note }] : []),
    ],
    link: { label: 'Print the postage slip', href: `${publicUrl}/cataloguePostageSlip/${id}` },
  }
}

const itemSection = (items: ItemRow[]): MailSection => ({
  heading: 'Your items',
  records: items.slice(0, maxNamed).map(({ title, standardNumber, url, itemNumber, resourceType }) => ({
    title: title || standardNumber || url || resourceTypeNames[resourceType],
    detail: [resourceTypeNames[resourceType], title ? standardNumber : '', itemNumber].filter(Boolean).join(' · '),
  })),
  ...(items.length > maxNamed ? { intro: [`The first ${maxNamed} of ${items.length}:`] } : {}),
})
