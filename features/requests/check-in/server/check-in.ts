import type { App, Db } from '#app/app.ts'
import { isOpen, readCode } from '#features/requests/rules.ts'
import { recordEvent, settleRequests } from '#features/requests/server/requests.ts'
import type { Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { type cataloguingApi, cataloguingProblem } from '../../cataloguing/contract.ts'
import { arrivedMail } from '../../cataloguing/server/desk-mails.ts'
import { recipientsOf } from '../../cataloguing/server/recipients.ts'
import { recordItems } from '../../cataloguing/server/record-items.ts'
import { asAsker, nameOf, type RequestedItem, requestedItems } from '../../cataloguing/server/requested-items.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env'>

/**
 * Checks a parcel in. Idempotent: a second scan returns the same items as received before. The sender is emailed once,
 * when the slip is complete.
 */
export async function checkIn(
  app: Needs,
  caller: Caller,
  { code: scanned }: { code: string },
): Promise<Reply<typeof cataloguingApi.checkIn>> {
  const read = readCode(scanned)
  if (!read) throw cataloguingProblem('code_not_found')
  if (read.misread) throw cataloguingProblem('code_misread')
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const slip = await lockSlip(tx, read)
    const scannedItems = read.kind === 'CR' ? slip : slip.filter(({ itemNumber }) => itemNumber === read.code)
    if (!scannedItems.some(({ status }) => isOpen(status))) throw cataloguingProblem('nothing_to_check_in')
    const received = scannedItems.filter(({ status }) => status === 'REQUESTED')
    const ids = received.map(({ id }) => id)
    const missing = slip.filter(({ id, status }) => status === 'REQUESTED' && !ids.includes(id))
    const { requestId, requestNumber, organisation } = slip[0]!
    if (ids.length > 0) {
      await tx
        .updateTable('catalogueItem')
        .set({ status: 'RECEIVED', receivedAt: now })
        .where('id', 'in', ids)
        .execute()
      await recordEvent(tx, {
        now,
        requestId,
        itemId: ids.length === 1 ? ids[0]! : null,
        userId: caller.userId,
        byDesk: true,
        kind: 'received',
        data: { itemIds: ids },
      })
      await recordItems(tx, { now, userId: caller.userId, action: 'items_checked_in' }, received)
      await settleRequests(tx, [requestId], now)
      if (missing.length === 0) await mailArrival(app, tx, slip, ids)
    }
    const shown = (items: RequestedItem[]) => items.map((item) => ({ ...asAsker(item), name: nameOf(item) }))
    return {
      response: {
        requestNumber,
        organisation,
        received: shown(received.map((item) => ({ ...item, status: 'RECEIVED', receivedAt: now }))),
        before: shown(scannedItems.filter(({ status }) => status === 'RECEIVED')),
        missing: shown(missing),
      },
    }
  })
}

/** Locks the physical items of a code's slip, so that concurrent scans wait. */
async function lockSlip(tx: Db, { kind, code }: { kind: 'CR' | 'CI'; code: string }): Promise<RequestedItem[]> {
  const named = await requestedItems(tx)
    .where(kind === 'CR' ? 'request.requestNumber' : 'item.itemNumber', '=', code)
    .where('item.physicalResource', '=', true)
    .execute()
  if (named.length === 0) throw cataloguingProblem('code_not_found')
  const { requestId } = named[0]!
  await tx
    .selectFrom('catalogueItem')
    .select('id')
    .where('requestId', '=', requestId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return requestedItems(tx)
    .where('item.requestId', '=', requestId)
    .where('item.physicalResource', '=', true)
    .clearOrderBy()
    .orderBy('item.position')
    .execute()
}

async function mailArrival(app: Needs, tx: Db, slip: RequestedItem[], justNow: string[]) {
  const here = slip.filter(({ id, status }) => status === 'RECEIVED' || justNow.includes(id))
  for (const { person, items } of await recipientsOf(tx, here))
    if (person.to !== undefined) await enqueueMail(app, { to: person.to, ...arrivedMail(app.env, items) }, tx)
}
