import type { StoredHeading } from '#features/headings/server/headings-port.ts'
import { splitRecords } from '#marc/iso2709.ts'
import { readFrame } from '#marc/iso2709-frame.ts'

export type Earlier = { id: string; marc: Uint8Array }
type Pair = { now: StoredHeading; before: Earlier | undefined } | { now: undefined; before: Earlier }

/** The records of a released file of all headings, in the order of their numbers. */
export async function* recordsOfRelease(file: AsyncIterable<Uint8Array>): AsyncGenerator<Earlier> {
  for await (const { bytes } of splitRecords(file)) yield { id: numberOf(bytes), marc: bytes }
}

/** Only the number is read: most records have not changed. */
function numberOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const place = readFrame(buffer, []).fields.find(({ tag }) => tag === '001')
  return place ? buffer.toString('utf8', place.start, place.end).trim() : ''
}

/** Each heading beside its record in the release before; both in the order of their numbers, so neither is held. */
export async function* sideBySide(
  now: AsyncIterable<StoredHeading>,
  before: AsyncIterable<Earlier>,
): AsyncGenerator<Pair> {
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
