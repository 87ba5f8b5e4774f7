import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { heldAs } from '#marc/charset/foreign-kinds.ts'
import { identifierKey } from '#marc/identifier.ts'
import type { FilesPort } from '#platform/files/files-port.ts'
import { type MatchingCatalogue, matchNumbers } from '../../server/catalogue.ts'
import type { CataloguePort, RecordId } from '../../server/catalogue-port.ts'
import { coverKey, isPlainName, largestPicture } from './cover-picture.ts'

type Needs = { catalogue: MatchingCatalogue & Pick<CataloguePort, 'documents' | 'ids'>; files: FilesPort }
type Rejected = { file: string; reason: string }
export type LoadedCovers = { loaded: number; replaced: number; unchanged: number; rejected: Rejected[] }

const isPicture = /\.(?:jpe?g|png|webp|gif)$/i
const kinds = ['jpeg', 'png', 'webp', 'gif']
const maxPixels = 40_000_000
const perLook = 4000

/**
 * Keeps pictures under the name in their record (956 $f). A picture's file is named like that, or by ISBN or record
 * number; of a folder, all pictures in it are read.
 */
export async function loadCovers(app: Needs, given: string[]): Promise<LoadedCovers> {
  const rejected: Rejected[] = []
  const found = picturesIn(given, rejected)
  const namesOf = await coverNamesOf(app.catalogue, found)
  const counts = { loaded: 0, replaced: 0, unchanged: 0 }
  for (const file of found) {
    const names = namesOf.get(file)!
    const reason = 'reason' in names ? names.reason : await whyNoPicture(file)
    if (reason !== undefined || 'reason' in names) {
      rejected.push({ file, reason: reason ?? '' })
      continue
    }
    for (const name of names.names) counts[await keep(app.files, name, readFileSync(file))]++
  }
  return { ...counts, rejected }
}

/** The given pictures, and those in the given folders, recursively. */
function picturesIn(given: string[], rejected: Rejected[]): string[] {
  return given.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) rejected.push({ file: path, reason: 'there is no such file' })
    if (!found?.isDirectory()) return found ? [path] : []
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => isPicture.test(name))
      .sort()
      .map((name) => join(path, name))
  })
}

type Names = { names: string[] } | { reason: string }

async function coverNamesOf(catalogue: Needs['catalogue'], found: string[]): Promise<Map<string, Names>> {
  const keyOf = (file: string) => identifierKey(basename(file).replace(isPicture, '')).key
  const matches = await matchNumbers(catalogue, [...new Set(found.map(keyOf))])
  const names = await namesOfRecords(catalogue, [...new Set([...matches.values()].flatMap(({ ids }) => ids))])
  const open = new Set(found.filter((file) => !matches.has(keyOf(file))).map((file) => basename(file)))
  const byName = open.size === 0 ? open : await namesInCatalogue(catalogue, open)
  return new Map(
    found.map((file): [string, Names] => {
      if (byName.has(basename(file))) return [file, { names: [basename(file)] }]
      const { ids: records = [], proposals: [proposal] = [] } = matches.get(keyOf(file)) ?? {}
      if (proposal)
        return [
          file,
          {
            reason: `${heldAs(proposal.kind)} record ${proposal.id}. If this is its cover, name the file by the record number`,
          },
        ]
      if (records.length === 0) return [file, { reason: 'no record has this number or cover name' }]
      const given = records.map((id) => names.get(id) ?? '').filter(isPlainName)
      if (given.length > 0) return [file, { names: [...new Set(given)] }]
      return [file, { reason: `record ${records.join(', ')} has no cover name (956 $f)` }]
    }),
  )
}

async function namesOfRecords(catalogue: Needs['catalogue'], ids: RecordId[]): Promise<Map<RecordId, string>> {
  const names = new Map<RecordId, string>()
  for (let from = 0; from < ids.length; from += perLook)
    for (const { id, imageFileName } of await catalogue.documents(ids.slice(from, from + perLook)))
      names.set(id, imageFileName)
  return names
}

/** The wanted names that some record has. They have no index, so it scans the whole catalogue. */
async function namesInCatalogue(catalogue: Needs['catalogue'], wanted: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>()
  const look = async (ids: RecordId[]) => {
    for (const name of (await namesOfRecords(catalogue, ids)).values()) if (wanted.has(name)) found.add(name)
  }
  let ids: RecordId[] = []
  for await (const id of catalogue.ids()) {
    ids.push(id)
    if (ids.length < perLook) continue
    await look(ids)
    ids = []
    if (found.size === wanted.size) return found
  }
  await look(ids)
  return found
}

/** Why a file is not an acceptable picture, or undefined. It is decoded to detect truncation. */
async function whyNoPicture(file: string): Promise<string | undefined> {
  const { size } = statSync(file)
  if (size > largestPicture) return `it is larger than ${largestPicture / 1_000_000} MB`
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(file, { limitInputPixels: maxPixels })
    const { format } = await picture.metadata()
    if (!kinds.includes(format)) return 'it is not a JPEG, PNG, WebP or GIF'
    await picture.resize(8).toBuffer()
    return undefined
  } catch {
    return 'it is not a picture, or is damaged'
  }
}

async function keep(files: FilesPort, name: string, bytes: Buffer): Promise<'loaded' | 'replaced' | 'unchanged'> {
  const key = coverKey(name)
  const before = await files.get(key)
  const old = before ? Buffer.concat(await before.stream.toArray()) : undefined
  if (old?.equals(bytes)) return 'unchanged'
  await files.put(key, bytes)
  return old ? 'replaced' : 'loaded'
}
