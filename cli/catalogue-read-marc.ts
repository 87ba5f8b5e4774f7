import { MarcError } from '#marc/marc-error.ts'
import { type ReadRecord, type RejectedRecord, readRecords } from '#marc/read-records.ts'
import type { MarcRecord } from '#marc/record.ts'
import type { Listed } from './catalogue-list.ts'
import { BrokenOff, endsEarly, unpacked } from './catalogue-unpack.ts'

type Chunks = AsyncIterable<Uint8Array>

/**
 * The result of converting a record. `given`: the number assigned to a record without 001; `cuts`: sentences about
 * removed text.
 */
export type Made<T> = { made: T; given?: string; cuts?: string[] }
export type MarcItem<T> = (Made<T> & { position: number; repaired: Listed | undefined }) | { rejected: Listed }

/** The unpacked bytes of a file, as far as readable; `brokenOff` then has the reason. */
export function openFile(file: string, count: (length: number) => void) {
  let broken: BrokenOff | undefined
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* unpacked(file, count)
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error
      broken = error
    }
  }
  return { chunks: chunks() as Chunks, brokenOff: () => broken }
}

/** Each record of a MARC file of any form, converted for loading; an error of `make` rejects it. */
export async function* readMarc<T>(
  chunks: Chunks,
  brokenOff: () => BrokenOff | undefined,
  make: (read: ReadRecord) => Made<T>,
): AsyncGenerator<MarcItem<T>> {
  let position = 0
  let whole = 0
  let last: { rejected: Listed; isCutOff: boolean; isRest: boolean } | undefined
  for await (const read of readRecords(chunks)) {
    if (last) yield { rejected: last.rejected }
    last = undefined
    position++
    const place = { position, offset: read.offset }
    let item: MarcItem<T>
    try {
      if ('error' in read) throw read.error
      const made = make(read)
      const repairs = [...read.repairs, ...(made.cuts ?? [])]
      const repaired = repairs.length > 0 ? { ...place, ...repairsOf(read.record, repairs, made) } : undefined
      item = { ...made, position, repaired }
    } catch (error) {
      const rejected = { ...place, recordNumber: numberOf(read), told: [(error as Error).message] }
      // It may be the last of the file, which is not known yet.
      last = { rejected, isCutOff: isCutOff(error, read), isRest: brokenOff() !== undefined }
      continue
    }
    whole++
    yield item
  }
  const broken = brokenOff()
  if (last?.isRest || last?.isCutOff) {
    const reasons = last.isCutOff ? [] : last.rejected.told
    yield { rejected: { ...last.rejected, told: [(broken ?? endsEarly()).tell(whole), ...reasons] } }
    return
  }
  if (last) yield { rejected: last.rejected }
  if (broken) yield { rejected: { position: 0, offset: null, recordNumber: '', told: [broken.tell(whole)] } }
  else if (position === 0)
    yield { rejected: { position: 1, offset: 0, recordNumber: '', told: ['The file has no MARC records.'] } }
}

/** The number is the record's own 001; an assigned one is mentioned in a sentence. */
function repairsOf(record: MarcRecord, repairs: string[], { given }: Made<unknown>) {
  const lines = given ? [...repairs, `It has no number (001) and was given ${given}.`] : repairs
  return { recordNumber: controlNumber(record), told: lines }
}

const recordTerminator = 0x1d

/** A truncated record can only be the last of its file. */
function isCutOff(error: unknown, read: ReadRecord | RejectedRecord): boolean {
  if (!(error instanceof MarcError)) return false
  if (error.code !== 'leader_missing') return error.code === 'record_cut_off'
  return /^\d/.test(String.fromCharCode(read.bytes?.[0] ?? 0)) && read.bytes?.at(-1) !== recordTerminator
}

/** For an unreadable record, the first field if the directory calls it 001. */
function numberOf(read: ReadRecord | RejectedRecord): string {
  if ('record' in read) return controlNumber(read.record)
  const text = Buffer.from(read.bytes ?? []).toString('latin1')
  const number = text.startsWith('001', 24) ? (text.split('\x1e', 2)[1] ?? '').trim() : ''
  return /^[\x20-\x7e]{1,50}$/.test(number) ? number : ''
}

function controlNumber({ fields }: MarcRecord): string {
  const field = fields.find(({ tag }) => tag === '001')
  return field && 'value' in field ? field.value.trim() : ''
}
