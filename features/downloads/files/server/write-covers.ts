import { coverPicture } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { csvLine, csvMark } from '#kit/csv.ts'
import { mapOf } from '#kit/map-of.ts'
import { entryOf, type Placed, type ZipEntry, zip } from '#kit/server/files/zip.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { RequestRow } from '../../server/tables.ts'
import { type FileNeeds, keepFile, keyOf } from './keep-file.ts'

export type CoversSoFar = {
  /** Number of records with a cover. */
  covers: number
  /** Records that the catalogue has. */
  found: Set<RecordId>
}
export type WrittenCovers = CoversSoFar & {
  key: string
  size: number
  /** The place of each file in the zip. */
  parts: Placed[]
}
/** Documents held in memory at once; of the pictures it is one. */
const perLook = 250

/**
 * The covers of these records as one zip, with a list that assigns them and names the records without one. A retry
 * replaces the file of an earlier run; if no record has a cover, nothing is stored.
 */
export async function writeCovers(
  app: FileNeeds,
  request: RequestRow,
  ids: RecordId[],
  signal: AbortSignal,
): Promise<WrittenCovers> {
  const key = keyOf(request, 'covers', 'zip')
  const parts: Placed[] = []
  const soFar: CoversSoFar = { covers: 0, found: new Set() }
  const entries = coverEntries(app, ids, soFar, signal)
  const size = await keepFile(
    app,
    request,
    key,
    zip(entries, request.createdAt, (part) => parts.push(part)),
  )
  if (soFar.covers === 0) await app.files.remove(key)
  return { key, size, ...soFar, parts }
}

/** The pictures for a zip, then their list. `soFar` is kept up to date. */
async function* coverEntries(
  { catalogue, files }: Pick<FileNeeds, 'catalogue' | 'files'>,
  ids: RecordId[],
  soFar: CoversSoFar,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const manifest = [csvMark, csvLine(['Record number', 'Title', 'ISBN', 'File', 'Format', 'Bytes'])]
  const nameOf = coverNames()
  for (let from = 0; from < ids.length; from += perLook)
    for (const document of await catalogue.documents(ids.slice(from, from + perLook))) {
      signal.throwIfAborted()
      soFar.found.add(document.id)
      const picture = await coverPicture(files, document.imageFileName)
      const name = picture ? nameOf(document, picture.kind) : 'no cover'
      manifest.push(lineOf(document, name, picture))
      if (!picture) continue
      soFar.covers++
      yield entryOf(name, picture.bytes)
    }
  yield entryOf('manifest.csv', Buffer.from(manifest.join('')))
}

/** The name of such an entry in a zip that has the records too. */
export const inPackage = (name: string): string => (name === 'manifest.csv' ? name : `covers/${name}`)

/** Shorter than a document: a collection may have a hundred thousand records. */
const lineOf = (
  { id, title, isbn13, isbn }: BibliographicDocument,
  name: string,
  picture: Awaited<ReturnType<typeof coverPicture>>,
) =>
  csvLine([
    id,
    title.titlePrimary,
    isbn13[0] ?? isbn[0] ?? '',
    name,
    picture ? formats.get(picture.kind)! : '',
    picture ? picture.bytes.length : null,
  ])

const formats = mapOf<string>({ jpg: 'JPEG', png: 'PNG', webp: 'WebP', gif: 'GIF' })

/**
 * Names for the pictures of one zip: the ISBN, by which library systems match covers, else the record number. Each name
 * is unique, even on a case-insensitive file system.
 */
export function coverNames() {
  const given = new Set<string>()
  return ({ id, isbn13 }: Pick<BibliographicDocument, 'id' | 'isbn13'>, extension: string): string => {
    const number = safe(id) || 'record'
    const isbn = safe(isbn13[0] ?? '')
    for (let turn = 0; ; turn++) {
      const name = nameAt(turn, isbn, number)
      if (given.has(name.toLowerCase())) continue
      given.add(name.toLowerCase())
      return `${name}.${extension}`
    }
  }
}

const nameAt = (turn: number, isbn: string, number: string) => {
  const base = isbn === '' ? number : turn === 0 ? isbn : `${isbn}-${number}`
  const again = isbn === '' ? turn : turn - 1
  return again > 0 ? `${base}-${again + 1}` : base
}

/** Never a path, a hidden file or a name reserved by an operating system. */
const safe = (text: string) => {
  const plain = text
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '')
    .slice(0, 80)
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) ? `record_${plain}` : plain
}
