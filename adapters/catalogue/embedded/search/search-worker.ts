import { openThread } from '#adapters/worker-pool/thread.ts'
import type { PackedRecords } from '../../packed-records.ts'
import { openDatabase } from '../schema.ts'
import { SnapshotReader } from '../snapshot.ts'
import { type Answers, openAnswers } from './answers.ts'
import type { Given, News } from './search-pool.ts'

type FoundRecords = ReturnType<Answers['findRecords']>

const thread = openThread<Given, News>()
const { folder, shared } = thread.given
const db = openDatabase(folder)
const reader = new SnapshotReader(
  db,
  shared,
  (read, parts) => thread.tellPool({ read, parts }),
  (live) => thread.tellPool({ live }),
)
const newest = { read: reader.read, take: () => thread.undisturbed(() => reader.take()) }
const answers = openAnswers(db, newest, thread.goOn)
// The first state is read before any search arrives, so that threads started later need not read it again.
answers.stats()
thread.answer(answers, {
  moved: (ask, value) => {
    if (ask === 'records') return [(value as PackedRecords).marc.buffer]
    return ask === 'findRecords' ? [(value as FoundRecords).packed.marc.buffer] : []
  },
  onNews: (news) => {
    const { read, parts } = news as Extract<News, { read: number }>
    reader.adopt(read, parts)
  },
})
