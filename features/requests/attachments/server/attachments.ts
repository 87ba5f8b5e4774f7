import type { Db } from '#app/app.ts'
import type { Attachment } from '../../contract.ts'
import type { AttachmentRow } from './held-pictures.ts'

/** The viewer: the desk has separate addresses for schools' pictures. */
export type Viewer = 'school' | 'desk'
const folders: Record<Viewer, string> = {
  school: '/rest/cataloguerequests/files',
  desk: '/rest/desk/cataloguing/files',
}

export function asAttachment(row: AttachmentRow, viewer: Viewer = 'school'): Attachment {
  const { id, filename, filetype, filesize, caption } = row
  const url = `${folders[viewer]}/${id}`
  return { id, filename, filetype, filesize, caption, url, thumbnailUrl: `${url}?size=thumbnail` }
}

type Pictures = Map<string, Attachment[]>

/** Pictures by item, in order; items without pictures have no entry. */
export async function attachmentsOf(db: Db, itemIds: readonly string[], viewer: Viewer = 'school'): Promise<Pictures> {
  if (itemIds.length === 0) return new Map()
  return byItem(await inOrder(db).where('itemId', 'in', itemIds).execute(), viewer)
}

/** Same for all items of these requests, possibly thousands. */
export const attachmentsOfRequests = async (db: Db, requestIds: readonly string[]): Promise<Pictures> =>
  byItem(
    await inOrder(db)
      .where('itemId', 'in', (items) =>
        items.selectFrom('catalogueItem').select('catalogueItem.id').where('requestId', 'in', requestIds),
      )
      .execute(),
    'school',
  )

const inOrder = (db: Db) =>
  db.selectFrom('catalogueAttachment').selectAll().orderBy('itemId').orderBy('catalogueAttachment.position')

const byItem = (rows: AttachmentRow[], viewer: Viewer): Pictures =>
  new Map(
    Map.groupBy(rows, ({ itemId }) => itemId!)
      .entries()
      .map(([itemId, ofItem]) => [itemId, ofItem.map((row) => asAttachment(row, viewer))]),
  )
