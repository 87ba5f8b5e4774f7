import type { Db } from '#app/app.ts'
import type { Attachment } from '../contract.ts'
import type { AttachmentRow } from './attach-hold.ts'

/** Who looks: the desk has an address of its own for what schools have sent. */
export type Viewer = 'school' | 'desk'
const folders: Record<Viewer, string> = {
  school: '/rest/cataloguerequests/files',
  desk: '/rest/desk/cataloguing/files',
}

export function shown(row: AttachmentRow, viewer: Viewer = 'school'): Attachment {
  const { id, filename, filetype, filesize, caption } = row
  const url = `${folders[viewer]}/${id}`
  return { id, filename, filetype, filesize, caption, url, thumbnailUrl: `${url}?size=thumbnail` }
}

/** The pictures of these items in their order; an item without any has no entry. */
export async function attachmentsOf(
  db: Db,
  itemIds: readonly string[],
  viewer: Viewer = 'school',
): Promise<Map<string, Attachment[]>> {
  const found = new Map<string, Attachment[]>()
  if (itemIds.length === 0) return found
  const rows = await db
    .selectFrom('catalogueAttachment')
    .selectAll()
    .where('itemId', 'in', itemIds)
    .orderBy('itemId')
    .orderBy('position')
    .execute()
  for (const row of rows) found.set(row.itemId!, [...(found.get(row.itemId!) ?? []), shown(row, viewer)])
  return found
}
