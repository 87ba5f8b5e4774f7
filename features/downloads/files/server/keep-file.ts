import type { App } from '#app/app.ts'
import { pictureKinds } from '#features/catalogue/server/catalogue.ts'
import { isStillUnfinished } from '../../server/state.ts'
import type { RequestRow } from '../../server/tables.ts'
import { extensionOf } from './write-records.ts'

export type FileNeeds = Pick<App, 'db' | 'catalogue' | 'files'>

/** The request holds other records by now; nothing was stored. */
export class Overtaken extends Error {}

/** The key of a request's file; `part` tells its files apart. */
export const keyOf = (
  { id, revision }: Pick<RequestRow, 'id' | 'revision'>,
  part: 'data' | 'covers' | 'package',
  extension: string,
): string => `downloads/${id}-${revision}-${part}.${extension}`

/** The keys of all possible files of a revision. */
export const keysOf = (request: Pick<RequestRow, 'id' | 'revision' | 'fileFormat'>): string[] => [
  keyOf(request, 'data', extensionOf[request.fileFormat]),
  keyOf(request, 'covers', 'zip'),
  keyOf(request, 'package', 'zip'),
  ...pictureKinds.map((kind) => keyOf(request, 'covers', kind)),
]

/** Stores a file, unless the request got other records, or was finished, while it was being written. */
export function keepFile(
  app: FileNeeds,
  request: RequestRow,
  key: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  return app.files.put(key, unlessOvertaken(app, request, content))
}

async function* unlessOvertaken(
  { db }: FileNeeds,
  { id, revision }: RequestRow,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) {
  yield* content
  if (!(await isStillUnfinished(db, { id, revision })))
    throw new Overtaken('The request changed while its file was being written.')
}
