import { coverPicture } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { csvLine, csvMark } from '#kit/csv.ts'
import { entryOf, type Placed, type ZipEntry, zip } from '#kit/server/zip.ts'
import type { BibliographicDocument } from '#marc/document.ts'
import { coverNames } from './cover-names.ts'
import { type FileNeeds, keepFile, keyOf } from './keep-file.ts'
import type { RequestRow } from './own-request.ts'

export type WrittenCovers = {
  key: string
  size: number
  /** Records with a cover. */
  covers: number
  /** Records that the catalogue has. */
  found: Set<RecordId>
  /** Where each file stands in the zip. */
  parts: Placed[]
}
/** Documents that are held at once; of the pictures it is one. */
const perLook = 250

/**
 * The covers of these records as one zip, with a list that says which is whose and which record has none. Written anew
 * it replaces what an earlier run left; where no record has a cover, nothing is kept.
 */
export async function writeCovers(
  app: FileNeeds,
  request: RequestRow,
  ids: RecordId[],
  signal: AbortSignal,
): Promise<WrittenCovers> {
  const { catalogue, files } = app
  const key = keyOf(request, 'covers', 'zip')
  const found = new Set<RecordId>()
  const parts: Placed[] = []
  const lines: Line[] = []
  const nameOf = coverNames()
  let covers = 0

  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let from = 0; from < ids.length; from += perLook)
      for (const document of await catalogue.documents(ids.slice(from, from + perLook))) {
        signal.throwIfAborted()
        found.add(document.id)
        const picture = await coverPicture(files, document.imageFileName)
        const line = { document, name: '', format: '', size: 0 }
        lines.push(line)
        if (!picture) continue
        covers++
        Object.assign(line, { name: nameOf(document, picture.kind), format: picture.kind, size: picture.bytes.length })
        yield entryOf(line.name, picture.bytes)
      }
    yield entryOf('manifest.csv', Buffer.from(manifest(lines)))
  }

  const placed = (part: Placed) => parts.push(part)
  const size = await keepFile(app, request, key, zip(entries(), request.createdAt, placed))
  if (covers === 0) await files.remove(key)
  return { key, size, covers, found, parts }
}

type Line = { document: BibliographicDocument; name: string; format: string; size: number }

const manifest = (lines: Line[]): string =>
  [
    csvMark,
    csvLine(['Record number', 'Title', 'ISBN', 'File', 'Format', 'Bytes']),
    ...lines.map(({ document: { id, title, isbn13, isbn }, name, format, size }) =>
      csvLine([
        id,
        title.titlePrimary,
        isbn13[0] ?? isbn[0] ?? '',
        name || 'no cover',
        formats[format] ?? '',
        name ? size : null,
      ]),
    ),
  ].join('')

const formats: Record<string, string> = { jpg: 'JPEG', png: 'PNG', webp: 'WebP', gif: 'GIF' }
