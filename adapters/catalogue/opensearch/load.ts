import { hash } from 'node:crypto'
import type { LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { withLocalNotesApart } from '../local-notes-apart.ts'
import type { PackedRecords } from '../packed-records.ts'
import { digestOf } from '../record-digest.ts'
import { type Operation, operations, sendBulk } from './bulk.ts'
import type { Connection } from './connection.ts'
import { searchedRecord } from './indexed-record.ts'
import { entryOf, idOrder, type StoredRecord } from './stored-record.ts'
import { type Version, versionsOf } from './versions.ts'

/** Numbers per slot: two for the id's hash, four for the record's digest. */
const width = 6

/**
 * The ids that a load has seen, with the digest of the last version: 24 bytes each, so millions of records take tens of
 * megabytes.
 */
class TakenIds {
  private slots = new Uint32Array(width * 4096)
  private count = 0

  /** Returns 16 bytes. */
  get(id: string): Buffer | undefined {
    const [high, low] = hashOf(id)
    const place = this.placeOf(high, low)
    if (this.isFree(place)) return undefined
    return Buffer.from(this.slots.slice(place + 2, place + width).buffer)
  }

  set(id: string, digest: Uint8Array): void {
    if ((this.count + 1) * width * 3 > this.slots.length * 2) this.grow()
    const [high, low] = hashOf(id)
    const place = this.placeOf(high, low)
    if (this.isFree(place)) this.count++
    this.slots[place] = high
    this.slots[place + 1] = low
    this.slots.set(new Uint32Array(Uint8Array.from(digest).buffer), place + 2)
  }

  private isFree(place: number): boolean {
    return this.slots[place] === 0
  }

  private placeOf(high: number, low: number): number {
    const places = this.slots.length / width
    for (let at = low & (places - 1); ; at = (at + 1) & (places - 1)) {
      const place = at * width
      if (this.isFree(place) || (this.slots[place] === high && this.slots[place + 1] === low)) return place
    }
  }

  private grow() {
    const before = this.slots
    this.slots = new Uint32Array(before.length * 2)
    for (let from = 0; from < before.length; from += width)
      if (before[from] !== 0)
        this.slots.set(before.subarray(from, from + width), this.placeOf(before[from]!, before[from + 1]!))
  }
}

/** A 64-bit hash; the first half is never 0, which marks a free slot. */
function hashOf(id: string): [number, number] {
  const bytes = hash('sha256', id, 'buffer')
  return [bytes.readUInt32LE(0) || 1, bytes.readUInt32LE(4)]
}

/** Batches in flight: one works while another waits. */
const maxConcurrent = 4

/** `removedAmong`: which of these ids had been removed; absent if none ever was. */
type Target = {
  index: string
  generation: number
  isEmpty: boolean
  check(): void
  removedAmong?: ((ids: string[]) => Promise<string[]>) | undefined
}
type Arrived = { json: string; id: string; marc: Uint8Array; encoding: StoredRecord['encoding']; digest: Buffer }

/** One load, invisible until its generation is. Adds versions, and marks those that they replace. */
export class Load {
  readonly report: LoadReport = { loaded: 0, updated: 0, unchanged: 0 }
  /** Ids of records that had been removed. */
  readonly returned: string[] = []
  private readonly at: Connection
  private readonly target: Target
  private readonly taken = new TakenIds()
  /** How often this load has counted a repeated id as updated. */
  private readonly revisions = new Map<string, number>()
  private readonly underWay = new Set<Promise<void>>()
  private failed: { error: unknown } | undefined

  constructor(at: Connection, target: Target) {
    this.at = at
    this.target = target
  }

  /** Waits while enough batches are in flight. */
  async take(batch: PackedRecords): Promise<void> {
    let once: Arrived[] = []
    for (const record of unpacked(batch)) {
      const last = this.taken.get(record.id)
      this.taken.set(record.id, record.digest)
      if (!last) {
        once.push(record)
        continue
      }
      // A repeated id is compared with its previous version, which must have been written first.
      await this.begin(once)
      once = []
      await this.end()
      await this.takeAgain(record, last)
    }
    await this.begin(once)
  }

  /** Everything is written, and becomes searchable at the next refresh. */
  async end(): Promise<void> {
    await Promise.all(this.underWay)
    if (this.failed) throw this.failed.error
  }

  private async begin(records: Arrived[]) {
    if (this.failed) throw this.failed.error
    if (records.length === 0) return
    const done: Promise<void> = this.takeNew(records)
      .catch((error: unknown) => {
        this.failed ??= { error }
      })
      .finally(() => this.underWay.delete(done))
    this.underWay.add(done)
    if (this.underWay.size >= maxConcurrent) await Promise.race(this.underWay)
  }

  private async takeNew(records: Arrived[]) {
    const before = await this.versionsOf(records.map(({ id }) => id))
    const sent: Operation[] = []
    for (const record of records) {
      const version = before.get(record.id)
      if (version?.digest === record.digest.toString('base64')) {
        this.report.unchanged++
        continue
      }
      if (version) this.report.updated++
      else this.report.loaded++
      sent.push(...this.replace(record, version))
    }
    await this.send(sent)
    if (!this.target.removedAmong) return
    const added = records.flatMap(({ id }) => (before.has(id) ? [] : [id]))
    if (added.length > 0) this.returned.push(...(await this.target.removedAmong(added)))
  }

  private async takeAgain(record: Arrived, last: Buffer) {
    const { id, digest } = record
    if (digest.equals(last)) {
      this.report.unchanged++
      return
    }
    const version = (await this.versionsOf([id])).get(id)
    if (version?.digest === digest.toString('base64')) {
      // The load has restored the version from before it.
      const counted = this.revisions.get(id) ?? 1
      this.report.updated -= counted
      this.report.unchanged += counted + 1
      this.revisions.delete(id)
      return this.send([
        operations.drop(entryOf(this.target.generation, id), id),
        operations.change(version.entry, { until: null }, id),
      ])
    }
    const wasUnchanged = version?.digest === last.toString('base64')
    if (!wasUnchanged) this.revisions.set(id, (this.revisions.get(id) ?? (version ? 1 : 0)) + 1)
    this.report.updated++
    return this.send(this.replace(record, version))
  }

  private versionsOf(ids: string[]): Promise<Map<string, Version>> {
    return this.target.isEmpty ? Promise.resolve(new Map()) : versionsOf(this.at, ids)
  }

  private replace(record: Arrived, version: Version | undefined): Operation[] {
    const { generation } = this.target
    const added = operations.add(entryOf(generation, record.id), sourceOf(record, generation), record.id)
    return version ? [added, operations.change(version.entry, { until: generation }, record.id)] : [added]
  }

  private send(all: Operation[]): Promise<void> {
    return sendBulk(this.at, this.target.index, all, this.target.check)
  }
}

function* unpacked({ documents, marc, ends, encodings }: PackedRecords): Generator<Arrived> {
  for (let i = 0; i < documents.length; i++) {
    const json = documents[i]!
    const bytes = marc.subarray(ends[i - 1] ?? 0, ends[i]!)
    const encoding = encodings[i]! as StoredRecord['encoding']
    yield {
      json,
      id: (JSON.parse(json) as BibliographicDocument).id,
      marc: bytes,
      encoding,
      digest: digestOf(json, bytes, encoding),
    }
  }
}

export function sourceOf({ json, id, marc, encoding, digest }: Arrived, since: number) {
  const stored: StoredRecord = {
    id,
    idOrder: idOrder(id),
    since,
    digest: digest.toString('base64'),
    document: json,
    marc: Buffer.from(marc.buffer, marc.byteOffset, marc.length).toString('base64'),
    encoding,
  }
  return { ...stored, ...searchedRecord(withLocalNotesApart(JSON.parse(json), marc)) }
}
