import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { refuseLosses } from '#adapters/catalogue/embedded/check/row-damage.ts'
import { CatalogueDamaged } from '#adapters/catalogue/embedded/check/sqlite-damage.ts'
import { type ReadOptions, withoutLostAdvice } from '#adapters/catalogue/embedded/rows.ts'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { MarcError } from '#marc/marc-error.ts'
import { recordToMrk } from '#marc/mrk/mrk-write.ts'
import { outgoingRecord, outgoingUtf8 } from '#marc/outgoing/outgoing.ts'
import { leaveToUmask } from '#operate/umask.ts'
import { commandIo, printNotice } from './print-line.ts'

const perFetch = 20_000
/** Small pieces are joined: a write per record would take longer than the record. */
const pieceBytes = 256 * 1024
const recordTerminator = 0x1d

/**
 * Streams all records to stdout, or to a file that appears only when complete. An unreadable record ends the export,
 * unless it should continue without it.
 */
export async function exportRecords(
  recordsOf: (options: ReadOptions) => AsyncIterable<CatalogueRecord>,
  given: string[],
): Promise<number> {
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    args: given,
    options: { raw: flag, mrk: flag, out: { type: 'string' }, 'without-lost': flag },
  })
  const { raw, mrk, out, 'without-lost': withoutLost = false } = values
  if (raw && mrk) {
    printNotice('export: choose --raw or --mrk, not both.')
    return 2
  }
  const bytesOf = raw ? asLoaded : mrk ? inMrk : inUtf8
  const unusable = out === undefined ? undefined : whyUnusable(out)
  if (unusable) {
    printNotice(`${out}: ${unusable}`)
    return 1
  }
  const onLost = (sentence: string) => printNotice(`${sentence}.`)
  const bytesOrLoss = (record: CatalogueRecord): Uint8Array | undefined => {
    try {
      return bytesOf(record)
    } catch (error) {
      const sentence = lossOf(record, error)
      if (!sentence) throw error
      if (!withoutLost) refuseLosses({ lost: 0, of: undefined, damaged: [sentence] }, withoutLostAdvice)
      onLost(sentence)
      return undefined
    }
  }
  let count = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let joined: Uint8Array[] = []
    let length = 0
    for await (const record of recordsOf({ withoutLost, onLost })) {
      const bytes = bytesOrLoss(record)
      if (!bytes) continue
      count++
      joined.push(bytes)
      length += bytes.length
      if (length < pieceBytes) continue
      yield Buffer.concat(joined, length)
      joined = []
      length = 0
    }
    yield Buffer.concat(joined, length)
  }
  if (out === undefined) await pipeline(Readable.from(pieces()), commandIo().stdout, { end: false })
  else await toFile(out, pieces())
  printNotice(`exported ${count}`)
  return 0
}

function whyUnusable(out: string): string | undefined {
  if (out === '') return 'please name a file.'
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) return 'this is a folder, not a file.'
  const folder = dirname(out)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return `there is no folder ${folder}.`
  return found.isDirectory() ? undefined : `${folder} is not a folder.`
}

async function toFile(out: string, pieces: AsyncGenerator<Uint8Array>) {
  const aside = `${out}.part`
  try {
    await pipeline(Readable.from(pieces), createWriteStream(aside))
    leaveToUmask(aside)
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

/** The last record of a file may lack its terminator; here another one follows. */
function asLoaded({ marc }: CatalogueRecord): Uint8Array {
  if (!isRecord(marc)) decodeRecord(marc)
  return marc.at(-1) === recordTerminator ? marc : Buffer.concat([marc, Uint8Array.of(recordTerminator)])
}

/** Whether its length matches its leader: most records need no further parsing. */
const isRecord = (marc: Uint8Array) =>
  marc.at(-1) === recordTerminator && Number(Buffer.from(marc.subarray(0, 5)).toString('latin1')) === marc.length

function inUtf8(record: CatalogueRecord): Uint8Array {
  const { bytes, cuts } = outgoingUtf8(record)
  for (const sentence of cuts) printNotice(`record ${record.document.id}: ${sentence}`)
  return bytes
}

const inMrk = (record: CatalogueRecord): Uint8Array => Buffer.from(recordToMrk(outgoingRecord(record).record))

/** Undefined if the record is not at fault. */
function lossOf(record: CatalogueRecord, error: unknown): string | undefined {
  if (error instanceof CatalogueDamaged) return error.message
  return error instanceof MarcError ? `Record ${record.document.id}: its MARC cannot be read` : undefined
}
