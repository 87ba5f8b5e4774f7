import type { App } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { DownloadRequest } from '../../contract.ts'
import { addKeys } from '../../files/server/request-keys.ts'
import { writeFile } from '../../files/server/write-file.ts'
import { orderOfAsking, withoutChoice } from '../../matching/server/match-identifiers.ts'
import { waitForFile } from '../../server/keep-request.ts'
import { asReply, lockRequest, ownRequest } from '../../server/own-request.ts'
import { cleanName, namedAs } from '../../server/request-name.ts'
import { assertChangeable, type Changes, changeRecords } from '../../server/state.ts'
import type { RequestRow } from '../../server/tables.ts'
import { type manageApi, manageProblem } from '../contract.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock'>
type Reply = { response: DownloadRequest }

/** Removes matched records; the file is rebuilt without them. */
export async function removeItems(
  app: Needs,
  caller: SchoolCaller,
  { requestId, identities }: Input<typeof manageApi.removeItems>,
  signal: AbortSignal,
): Promise<Reply> {
  const sent = typeof identities === 'string' ? identities.split(',') : identities
  const taken = new Set(sent.map((id) => id.trim()).filter((id) => id !== ''))
  if (taken.size === 0) throw manageProblem('nothing_to_remove')
  await change(app, caller, requestId, ({ matched, removed }) => {
    const missing = taken.difference(new Set(matched))
    if (missing.size > 0) throw notInRequest(missing)
    return { matched: matched.filter((id) => !taken.has(id)), removed: [...removed, ...taken] }
  })
  return settled(app, caller, requestId, signal)
}

/** Settles open choices. Identifiers without a chosen record are listed as unmatched. */
export async function chooseRecords(
  app: Needs,
  caller: SchoolCaller,
  { requestId, chosen }: Input<typeof manageApi.chooseRecords>,
  signal: AbortSignal,
): Promise<Reply> {
  const inOrder = await orderOfAsking(app.catalogue, await ownRequest(app.db, caller.customerId, requestId))
  await change(app, caller, requestId, (request) => {
    const open = new Map(request.choices.map(({ identifier, ids }) => [identifier, ids]))
    const none: string[] = []
    const settled = new Set<string>()
    const added: string[] = []
    for (const { identifier, ids } of chosen) {
      const offered = open.get(identifier)
      if (!offered) throw manageProblem('no_such_choice')
      const strange = new Set(ids).difference(new Set(offered))
      if (strange.size > 0) throw notInRequest(strange)
      open.delete(identifier)
      if (ids.length === 0) none.push(identifier)
      else settled.add(identifier)
      added.push(...ids)
    }
    return {
      matched: inOrder([...new Set([...request.matched, ...added])]),
      choices: request.choices.filter(({ identifier }) => open.has(identifier)),
      unmatched: withoutChoice(request, none).filter(({ identifier }) => !settled.has(identifier)),
    }
  })
  return settled(app, caller, requestId, signal)
}

export async function renameRequest(
  { db, clock }: Needs,
  customerId: string,
  { requestId, requestName }: Input<typeof manageApi.renameRequest>,
): Promise<Reply> {
  const name = cleanName(requestName)
  if (name === '') throw manageProblem('name_missing', { errors: { requestName: ['Please enter a name.'] } })
  await ownRequest(db, customerId, requestId)
  await db
    .updateTable('downloadRequest')
    .set(namedAs(name))
    .where('id', '=', requestId)
    .where('customerId', '=', customerId)
    .execute()
  return { response: asReply(await ownRequest(db, customerId, requestId), clock()) }
}

/**
 * Changes the records of a request with its row locked: concurrent changes run one after the other, and a change after
 * the first byte of the file was sent is refused.
 */
async function change(
  { db, queue, clock }: Needs,
  { customerId }: SchoolCaller,
  id: string,
  changesOf: (request: RequestRow) => Changes,
) {
  await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, customerId, id)
    assertChangeable(request)
    const changes = changesOf(request)
    const revision = await changeRecords(tx, request, changes, clock())
    if (revision === undefined) return
    await addKeys(tx, id, changes.matched!)
    await queue.enqueue(writeFile, { requestId: id, revision }, { tx })
  })
}

async function settled(app: Needs, { customerId }: SchoolCaller, id: string, signal: AbortSignal): Promise<Reply> {
  await waitForFile(app, id, signal)
  return { response: asReply(await ownRequest(app.db, customerId, id), app.clock()) }
}

function notInRequest(ids: Set<string>) {
  const { messages } = manageProblem('not_in_request')
  const named = [...ids].slice(0, 5).join(', ')
  return manageProblem('not_in_request', {
    messages: [`${messages[0].replace(/\.$/, '')}: ${named}${ids.size > 5 ? ' …' : ''}`],
  })
}
