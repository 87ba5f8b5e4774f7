import { parentPort, workerData } from 'node:worker_threads'
import type { PackedRecords } from '../packed-records.ts'
import { type Answers, openAnswers } from './answers.ts'
import { openDatabase } from './schema.ts'
import { Cancelled } from './search-run.ts'
import type { SegmentParts } from './segment.ts'
import { SnapshotReader } from './snapshot.ts'

export type WorkerData = { folder: string; shared: Map<number, SegmentParts>; cancelled: SharedArrayBuffer }
export type Question =
  | { id: number; ask: keyof Answers; with: unknown[] }
  | { adopt: number; parts: SegmentParts }
  | { refresh: true }
export type Reply =
  | { ready: true }
  | { read: number; parts: SegmentParts }
  | { live: number[] }
  | { id: number; value: unknown }
  | { id: number; error: string; cancelled: boolean }

const { folder, shared, cancelled } = workerData as WorkerData
const port = parentPort!
const send = (reply: Reply, moved: ArrayBuffer[] = []) => port.postMessage(reply, moved)

/** The main thread writes the number of a question here when its answer is no longer wanted. */
const unwanted = new Int32Array(cancelled)
let current = 0
const goOn = () => {
  if (Atomics.load(unwanted, 0) === current) throw new Cancelled()
}

const db = openDatabase(folder)
const reader = new SnapshotReader(
  db,
  shared,
  (id, parts) => send({ read: id, parts }),
  (ids) => send({ live: ids }),
)
const answers = openAnswers(db, reader, goOn)

port.on('message', (question: Question) => {
  if ('adopt' in question) {
    reader.adopt(question.adopt, question.parts)
    return
  }
  if ('refresh' in question) {
    answers.stats()
    return
  }
  current = question.id
  try {
    const answer = answers[question.ask] as (...given: unknown[]) => unknown
    const value = answer(...question.with)
    send({ id: question.id, value }, question.ask === 'records' ? [(value as PackedRecords).marc.buffer] : [])
  } catch (error) {
    send({ id: question.id, error: String(error), cancelled: error instanceof Cancelled })
  }
})

answers.stats()
send({ ready: true })
