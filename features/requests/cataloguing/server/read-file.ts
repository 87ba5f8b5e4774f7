import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { TimedThread } from '#kit/server/load/timed-thread.ts'
import { ThreadLost } from '#kit/server/thread-calls.ts'
import { cataloguingProblem } from '../contract.ts'
import type { RecordThread } from './record-thread.ts'

/** A file can be made to take minutes or gigabytes, whatever its size. */
const limits = { ms: 10_000, memory: { maxOldGenerationSizeMb: 256 } }
const thread = new TimedThread<RecordThread>(new URL('./record-thread.ts', import.meta.url), limits.ms, limits.memory)

/** The records of a base64 file, and the errors of unreadable ones. A record without a 001 gets `number`. */
export async function readFile(base64: string, number: string) {
  const plain = base64.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw cataloguingProblem('unreadable_record')
  const { read, reasons } = await thread.call('read', [Buffer.from(plain, 'base64'), number]).catch((error) => {
    throw error instanceof ThreadLost ? unreadable('It takes too long to read.') : error
  })
  if (read.length === 0) throw unreadable(...reasons.slice(0, 3))
  return { read, reasons }
}

const unreadable = (...reasons: string[]) =>
  cataloguingProblem('unreadable_record', {
    messages: [cataloguingProblem('unreadable_record').messages[0], ...reasons],
  })

/** A file's only record, as the catalogue stores it. */
export async function readOneRecord(base64: string, number: string): Promise<CatalogueRecord> {
  const { read, reasons } = await readFile(base64, number)
  if (read.length + reasons.length > 1) throw cataloguingProblem('one_record_only')
  const { document, bytes, encoding } = read[0]!
  return { document, marc: bytes, encoding }
}
