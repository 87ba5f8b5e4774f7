import { buffer } from 'node:stream/consumers'
import type { App } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type NewItem, requestProblem } from '../../contract.ts'
import { fileSentences, maxFiles } from '../../rules.ts'
import { type AttachmentRow, holdPicture } from './held-pictures.ts'
import type { PictureType } from './picture.ts'
import { examine } from './scan-files.ts'

type Needs = Pick<App, 'env' | 'db' | 'files' | 'clock' | 'virusScan' | 'log'>
type Files = NonNullable<NewItem['files']>
/** The wanted pictures of an item; `itemId` if the item exists already. */
export type FilesOfItem = { itemId?: string | undefined; files: Files }
export type NamedFile = { id: string; caption?: string | undefined }

/**
 * Prepares the pictures of a draft's items, in order, for `saveFiles`: those sent as base64 are scanned, re-encoded and
 * stored; those of another request, or named by a second item, are copied. `viruses` has a message for each one left
 * out. Call it once, for all items, before the transaction.
 */
export async function takeFiles(
  app: Needs,
  caller: SchoolCaller,
  items: readonly FilesOfItem[],
  requestId?: string,
): Promise<{ files: NamedFile[][]; viruses: string[] }> {
  for (const [position, { files }] of items.entries())
    if (files.length > maxFiles) throw badFiles(position, [fileSentences.tooMany])
  const known = await knownRows(app, caller.customerId, items)
  const keepers = keepersOf(items, known, requestId)
  const viruses: string[] = []
  const taken: NamedFile[][] = []
  for (const [position, { files }] of items.entries()) {
    const named: NamedFile[] = []
    for (const file of files) {
      if ('base64' in file) {
        const found = await examine(app, file)
        if ('virus' in found) viruses.push(found.virus)
        else if ('refused' in found) throw badFiles(position, [found.refused])
        else named.push(await holdPicture(app, caller, { ...file, picture: found.picture }))
        continue
      }
      const row = known.get(file.id)
      if (!row) throw gone(position)
      if (named.some(({ id }) => id === file.id)) continue
      const own = keepers.get(file.id) === position
      const id = own ? file.id : (await copied(app, caller, row, position)).id
      named.push({ id, caption: file.caption ?? row.caption })
    }
    taken.push(named)
  }
  return { files: taken, viruses }
}

const badFiles = (position: number, sentences: string[]) =>
  requestProblem('bad_files', { messages: sentences, errors: { [`items.${position}.files`]: sentences } })

export const gone = (position: number) =>
  requestProblem('file_not_found', { errors: { [`items.${position}.files`]: [fileSentences.gone] } })

type KnownRow = AttachmentRow & { requestId: string | null }

async function knownRows({ db }: Needs, customerId: string, items: readonly FilesOfItem[]) {
  const ids = items.flatMap(({ files }) => files.flatMap((file) => ('id' in file ? [file.id] : [])))
  if (ids.length === 0) return new Map<string, KnownRow>()
  const rows = await db
    .selectFrom('catalogueAttachment')
    .leftJoin('catalogueItem', 'catalogueItem.id', 'catalogueAttachment.itemId')
    .selectAll('catalogueAttachment')
    .select('catalogueItem.requestId')
    .where('catalogueAttachment.id', 'in', ids)
    .where('catalogueAttachment.customerId', '=', customerId)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of several items naming a picture keeps it: the current owner, else the first. */
function keepersOf(items: readonly FilesOfItem[], known: Map<string, KnownRow>, requestId: string | undefined) {
  const keepers = new Map<string, number>()
  for (const [position, { itemId, files }] of items.entries())
    for (const file of files) {
      const row = 'id' in file ? known.get(file.id) : undefined
      if (!row || (row.itemId !== null && row.requestId !== requestId)) continue
      if (!keepers.has(row.id) || row.itemId === itemId) keepers.set(row.id, position)
    }
  return keepers
}

async function copied(app: Needs, caller: SchoolCaller, row: AttachmentRow, position: number) {
  const [whole, small] = await Promise.all([app.files.get(row.fileKey), app.files.get(row.thumbnailKey)])
  if (!whole || !small) throw gone(position)
  const [bytes, thumbnail] = await Promise.all([buffer(whole.stream), buffer(small.stream)])
  return holdPicture(app, caller, { ...row, picture: { filetype: row.filetype as PictureType, bytes, thumbnail } })
}
