import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { takeFiles } from '../../attachments/server/take-files.ts'
import { type CatalogueRequest, requestProblem, type requestsApi } from '../../contract.ts'
import { type ItemText, itemTexts } from '../../rules.ts'
import { lockRequest, ownRequest, type RequestRow, requestReply } from '../../server/own-request.ts'
import { recordEvent } from '../../timeline/server/events.ts'
import { type PatchDocument, patched } from './patch-document.ts'
import { type ReadItem, readItems } from './read-items.ts'
import { type Needs, type SavedDraft, withViruses } from './save-draft.ts'
import { type ItemToSave, saveItems } from './save-items.ts'

type ChangeInput = Input<typeof requestsApi.changeCatalogueRequest>
type PatchedItem = ReadItem & { id?: string | undefined }

/**
 * Scans pictures before locking the request, so that no one waits for the scan. A concurrent change meanwhile is
 * reported as a stale version.
 */
export async function changeRequest(app: Needs, caller: SchoolCaller, input: ChangeInput): Promise<SavedDraft> {
  const { db } = app
  const before = await ownRequest(db, caller.customerId, input.id)
  refuseUnless(before, input)
  const seen = await requestReply(db, before)
  const changed = patchedItems(seen, input)
  const { files, viruses } = await takeFiles(
    app,
    caller,
    changed.map(({ id: itemId, files }) => ({ itemId, files })),
    before.id,
  )
  const items = changed.map((item, n) => ({ ...item, files: files[n]! }))
  // The patch contained only viruses.
  if (!differs(seen, items)) {
    if (viruses.length > 0) return withViruses(seen, viruses)
    throw requestProblem('nothing_changed')
  }
  const now = app.clock()
  await db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, caller.customerId, input.id)
    refuseUnless(request, input)
    if (request.version !== before.version) throw requestProblem('changed_meanwhile')
    const data = await saveItems(tx, request, items, now)
    await tx
      .updateTable('catalogueRequest')
      .set({ version: request.version + 1, updatedAt: now, updatedById: caller.userId })
      .where('id', '=', request.id)
      .execute()
    await recordEvent(tx, { requestId: request.id, now, userId: caller.userId, kind: 'changed', data })
  })
  return withViruses(await requestReply(db, before), viruses)
}

function refuseUnless({ status, version }: RequestRow, input: ChangeInput) {
  if (status !== 'DRAFT') throw requestProblem('already_submitted')
  if (input.version !== undefined && input.version !== version) throw requestProblem('changed_meanwhile')
}

function patchedItems(seen: CatalogueRequest, { ops }: ChangeInput): PatchedItem[] {
  const { items } = patched(documentOf(seen), ops, (document) => shown(seen, document))
  if (items.length === 0) throw requestProblem('bad_items', { messages: [lastItem], errors: { items: [lastItem] } })
  const read = readItems(items.map(({ id, ...rest }) => rest))
  return read.map((item, position) => ({ ...item, id: items[position]?.id }))
}
const lastItem = 'A request needs at least one item. If you don’t need it, delete the draft.'

const texts = Object.keys(itemTexts) as ItemText[]

const documentOf = ({ items }: CatalogueRequest): PatchDocument => ({
  items: items.map((item) => ({
    ...Object.fromEntries(texts.map((name) => [name, item[name]])),
    id: item.id,
    resourceType: item.resourceType,
    physicalResource: item.physicalResource,
    files: item.files.map(({ id, caption }) => ({ id, caption })),
  })),
})

/** The request as a reader would see it with these items: members that only the server sets are those of before. */
const shown = ({ items, ...request }: CatalogueRequest, document: PatchDocument): unknown => {
  const files = new Map<unknown, object>(items.flatMap((item) => item.files.map((file) => [file.id, file])))
  const before = new Map<unknown, object>(items.map((item) => [item.id, item]))
  const withFiles = (own: unknown) =>
    Array.isArray(own) ? own.map((file) => ({ ...files.get((file as { id?: unknown } | null)?.id), ...file })) : own
  return {
    ...request,
    items: document.items.map((item) => ({ ...before.get(item.id), ...item, files: withFiles(item.files) })),
  }
}

function differs({ items }: CatalogueRequest, wanted: readonly ItemToSave[]): boolean {
  return (
    items.length !== wanted.length ||
    wanted.some((item, position) => {
      const seen = items[position]!
      return (
        seen.id !== item.id ||
        seen.resourceType !== item.resourceType ||
        seen.physicalResource !== item.physicalResource ||
        texts.some((name) => seen[name] !== item[name]) ||
        seen.files.length !== item.files.length ||
        item.files.some(
          ({ id, caption }, n) =>
            seen.files[n]!.id !== id || seen.files[n]!.caption !== (caption ?? seen.files[n]!.caption),
        )
      )
    })
  )
}
