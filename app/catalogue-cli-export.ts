import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { recordToMrk } from '#marc/mrk-write.ts'
import { outgoingRecord, outgoingUtf8 } from '#marc/outgoing.ts'

const perFetch = 20_000
/** Small pieces are joined: a write for each record would take longer than the record. */
const pieceBytes = 256 * 1024
const recordTerminator = 0x1d

/** Streams all records as they come, to a file that appears when it is whole, or to the output. */
export async function exportRecords(records: AsyncIterable<CatalogueRecord>, given: string[]): Promise<number> {
  const { raw, mrk, out } = parseArgs({
    args: given,
    options: { raw: { type: 'boolean' }, mrk: { type: 'boolean' }, out: { type: 'string' } },
  }).values
  if (raw && mrk) {
    process.stderr.write('export: either --raw or --mrk.\n')
    return 2
  }
  const bytesOf = raw ? asLoaded : mrk ? inMrk : inUtf8
  const unusable = out === undefined ? undefined : whyUnusable(out)
  if (unusable) {
    process.stderr.write(`${out}: ${unusable}\n`)
    return 1
  }
  let count = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let joined: Uint8Array[] = []
    let length = 0
    for await (const record of records) {
      count++
      for (const bytes of bytesOf(record)) {
        joined.push(bytes)
        length += bytes.length
      }
      if (length < pieceBytes) continue
      yield Buffer.concat(joined, length)
      joined = []
      length = 0
    }
    yield Buffer.concat(joined, length)
  }
  if (out === undefined) await pipeline(Readable.from(pieces()), process.stdout, { end: false })
  else await toFile(out, pieces())
  process.stderr.write(`exported ${count}\n`)
  return 0
}

function whyUnusable(out: string): string | undefined {
  if (out === '') return 'a file needs a name.'
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) return 'this is a folder, not a file.'
  const folder = dirname(out)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return `there is no folder ${folder}.`
  return found.isDirectory() ? undefined : `${folder} is no folder.`
}

async function toFile(out: string, pieces: AsyncGenerator<Uint8Array>) {
  const aside = `${out}.part`
  try {
    await pipeline(Readable.from(pieces), createWriteStream(aside))
    renameSync(aside, out)
  } catch (error) {
    if (existsSync(aside)) rmSync(aside)
    throw new Error(`${out}: nothing was written. ${(error as Error).message}`)
  }
}

/** In the order of their numbers. */
export async function* everyRecord(catalogue: CataloguePort): AsyncIterable<CatalogueRecord> {
  let ids: string[] = []
  for await (const id of catalogue.ids()) {
    ids.push(id)
    if (ids.length < perFetch) continue
    yield* catalogue.fetch(ids)
    ids = []
  }
  yield* catalogue.fetch(ids)
}

/** The last record of a file may have lacked its end; here another follows. */
function* asLoaded({ marc }: CatalogueRecord): Generator<Uint8Array> {
  yield marc
  if (marc.at(-1) !== recordTerminator) yield Uint8Array.of(recordTerminator)
}

function* inUtf8(record: CatalogueRecord): Generator<Uint8Array> {
  const { bytes, cuts } = outgoingUtf8(record)
  for (const sentence of cuts) process.stderr.write(`record ${record.document.id}: ${sentence}\n`)
  yield bytes
}

function* inMrk(record: CatalogueRecord): Generator<Uint8Array> {
  yield Buffer.from(recordToMrk(outgoingRecord(record).record))
}
