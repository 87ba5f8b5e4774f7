import { randomUUID } from 'node:crypto'
import type { App } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { takeFiles } from '../../attachments/server/take-files.ts'
import { type CatalogueRequest, requestProblem, type requestsApi } from '../../contract.ts'
import { itemsOf, lockRequest, requestReply } from '../../server/own-request.ts'
import { recordEvent } from '../../timeline/server/events.ts'
import { readItems } from './read-items.ts'
import { newNumbers, removeItems, saveItems } from './save-items.ts'

export type Needs = Pick<App, 'db' | 'clock'> & Parameters<typeof takeFiles>[0]
export type SavedDraft = { response: CatalogueRequest; responseCode?: 4003; messages?: string[] }

export async function createRequest(
  app: Needs,
  caller: SchoolCaller,
  { items: sent }: Input<typeof requestsApi.createCatalogueRequest>,
): Promise<SavedDraft> {
  const read = readItems(sent)
  const { files, viruses } = await takeFiles(app, caller, read)
  const items = read.map((item, n) => ({ ...item, files: files[n]! }))
  const now = app.clock()
  const id = randomUUID()
  const { customerId, userId } = caller
  await app.db.transaction().execute(async (tx) => {
    const [requestNumber = ''] = await newNumbers(tx, 'CR', 1)
    await tx
      .insertInto('catalogueRequest')
      .values({
        id,
        requestNumber,
        customerId,
        requestedById: userId,
        status: 'DRAFT',
        depotId: null,
        createdAt: now,
        updatedAt: now,
        updatedById: userId,
        submittedAt: null,
        submittedById: null,
      })
      .execute()
    const data = await saveItems(tx, { id, customerId }, items, now)
    await recordEvent(tx, { requestId: id, now, userId, kind: 'created', data })
  })
  return withViruses(await requestReply(app.db, { id }), viruses)
}

export const withViruses = (response: CatalogueRequest, messages: string[]): SavedDraft =>
  messages.length === 0 ? { response } : { response, responseCode: 4003, messages }

/** Its numbers are not reused; its pictures become unused ones. */
export async function removeDraft(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId }: SchoolCaller,
  id: string,
): Promise<{ response: { id: string } }> {
  await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, customerId, id)
    if (request.status !== 'DRAFT') throw requestProblem('already_submitted')
    const items = await itemsOf(tx, id)
    await removeItems(
      tx,
      items.map((item) => item.id),
      clock(),
    )
    await tx.deleteFrom('catalogueRequest').where('id', '=', id).execute()
  })
  return { response: { id } }
}
