import type { HeadingsState, StoredHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { asDeleted } from '#marc/crosswalk/authority-record.ts'
import { type HeadingDocument, referenceKinds } from '#marc/crosswalk/heading-document.ts'
import { decodeRecord, encodeRecord, splitRecords } from '#marc/iso2709/iso2709.ts'
import { readFrame } from '#marc/iso2709/iso2709-frame.ts'
import type { AuthorityScope } from '../contract.ts'
import { type KindOfHeading, kindOf } from './heading-text.ts'
import { count, type Making } from './making.ts'
import type { ReleaseFiles } from './release-files.ts'
import { type Released, releasedRecord, withStatus } from './released-record.ts'

export type Deleted = { kind: KindOfHeading; recordId: string; heading: string; sort: string }
/** The comparison's result for the text files: a byte for each heading, and the deleted ones. */
export type Seen = { changeAt: (place: number) => Released['change']; deleted: Deleted[] }

const changes = ['none', 'added', 'changed'] as const satisfies Released['change'][]

/** Whether it has see (4XX) or see-also (5XX) references. */
export const hasReferences = (document: HeadingDocument): boolean =>
  document.variants.length > 0 || referenceKinds.some((kind) => document[kind].length > 0)

/** By record number: programs read MARC files, and the last release can be compared while it is read. */
export async function writeMarcFiles(
  files: ReleaseFiles,
  state: HeadingsState,
  before: AsyncIterable<Uint8Array> | undefined,
  release: Making,
): Promise<Seen> {
  const marks = growingBytes()
  const deleted: Deleted[] = []
  const put = async (kind: KindOfHeading, scope: AuthorityScope, marc: Uint8Array) => {
    count(release, { kind, scope })
    await files.add({ kind, scope, format: 'MARC' }, marc)
  }
  for await (const pair of sideBySide(state.records(), recordsOfRelease(before ?? noBytes()))) {
    release.signal.throwIfAborted()
    if (!pair.now) {
      const gone = deletedRecord(pair.before, release)
      deleted.push(gone.heading)
      tally(release, gone.heading.kind, 'deleted')
      await put(gone.heading.kind, 'CHANGES', gone.marc)
      continue
    }
    const { document, place } = pair.now
    const kind = kindOf(document)
    const { marc, change } = releasedRecord(pair.now, pair.before?.marc, release)
    for (const each of ['ALL', kind] as const) release.headings[each]++
    await put(kind, 'FULL', marc)
    if (hasReferences(document)) await put(kind, 'REFERENCE_ONLY', marc)
    if (change === 'none' || !release.changes) continue
    marks.set(place, changes.indexOf(change))
    tally(release, kind, change)
    await put(kind, 'CHANGES', withStatus(marc, change === 'added' ? 'n' : 'c'))
  }
  return { changeAt: (place) => changes[marks.get(place)]!, deleted }
}

function tally({ changes }: Making, kind: KindOfHeading, change: 'added' | 'changed' | 'deleted') {
  if (changes) for (const each of ['ALL', kind] as const) changes[each][change]++
}

function deletedRecord({ id, marc }: Earlier, { releasedAt }: Making): { heading: Deleted; marc: Uint8Array } {
  const { record } = decodeRecord(marc, { charset: 'utf-8' })
  const document = toHeading(record)
  const heading = { kind: kindOf(document), recordId: id, heading: document.heading, sort: document.headingSort }
  return { heading, marc: encodeRecord(asDeleted(record, releasedAt)).bytes }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function growingBytes() {
  let bytes = new Uint8Array(1024)
  return {
    get: (at: number) => bytes[at] ?? 0,
    set(at: number, value: number) {
      if (at >= bytes.length) {
        const grown = new Uint8Array(Math.max(at + 1, bytes.length * 2))
        grown.set(bytes)
        bytes = grown
      }
      bytes[at] = value
    },
  }
}

type Earlier = { id: string; marc: Uint8Array }
type Pair = { now: StoredHeading; before: Earlier | undefined } | { now: undefined; before: Earlier }

/** The records of a released file of all headings, by record number. */
async function* recordsOfRelease(file: AsyncIterable<Uint8Array>): AsyncGenerator<Earlier> {
  for await (const { bytes } of splitRecords(file)) yield { id: numberOf(bytes), marc: bytes }
}

/** Reads only the record number: most records have not changed. */
function numberOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const place = readFrame(buffer, []).fields.find(({ tag }) => tag === '001')
  return place ? buffer.toString('utf8', place.start, place.end).trim() : ''
}

/**
 * Pairs each heading with its record in the last release; both are sorted by record number, so neither is held in
 * memory.
 */
async function* sideBySide(now: AsyncIterable<StoredHeading>, before: AsyncIterable<Earlier>): AsyncGenerator<Pair> {
  const earlier = before[Symbol.asyncIterator]()
  try {
    let next = await earlier.next()
    for await (const heading of now) {
      while (!next.done && order(next.value.id, heading.document.recordId) < 0) {
        yield { now: undefined, before: next.value }
        next = await earlier.next()
      }
      const same = !next.done && next.value.id === heading.document.recordId
      yield { now: heading, before: same ? next.value : undefined }
      if (same) next = await earlier.next()
    }
    for (; !next.done; next = await earlier.next()) yield { now: undefined, before: next.value }
  } finally {
    await earlier.return?.()
  }
}

const order = (a: string, b: string) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))
