import type { DatabaseSync } from 'node:sqlite'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { packed, unpackRecords } from '../../packed-records.ts'
import type { Subject } from '../../suite/sequences.ts'
import { analysedBatch } from '../analysed-batch.ts'
import { checkIndex } from '../check/check.ts'
import type { SegmentSizes } from '../index/tiers.ts'
import { rebuildIndex } from '../rebuild/rebuild.ts'
import { readEveryRecord } from '../rows.ts'
import { openDatabase } from '../schema.ts'
import { SnapshotReader } from '../snapshot.ts'
import { WriteSession } from '../write-session.ts'
import { type Answers, openAnswers, type SearchAnswer } from './answers.ts'

/**
 * The embedded catalogue without threads: fast enough for a thousand sequences a minute, and its writer can be killed.
 */
export function openInOneThread(folder: string, sizes: SegmentSizes): Subject & { close(): void } {
  let writer = openDatabase(folder)
  let reader = openReader(folder)
  const write = (db: DatabaseSync) => async (batches: Parameters<CataloguePort['write']>[0]) => {
    const session = new WriteSession(db, sizes)
    try {
      for await (const records of packed(batches)) session.write(analysedBatch(records))
    } catch (error) {
      session.abandon()
      throw error
    }
    return session.finish()
  }
  const remove = (db: DatabaseSync) => async (ids: string[]) => {
    const session = new WriteSession(db, sizes)
    const removed = ids.filter((id) => session.remove(id)).length
    session.finish()
    return removed
  }
  const ask = <K extends keyof Answers>(question: K, ...given: Parameters<Answers[K]>): ReturnType<Answers[K]> =>
    (reader.answers[question] as (...given: unknown[]) => ReturnType<Answers[K]>)(...given)
  const catalogue = {
    search: async (query) => {
      const { hits, ...answer } = ask('search', query)
      return { ...answer, hits: hits.map(unpackedWhenRead) }
    },
    lookup: async (keys) => {
      const pairs = ask('lookup', keys)
      const found = new Map<string, string[]>()
      for (let i = 0; i < pairs.length; i += 2) found.set(pairs[i]!, [...(found.get(pairs[i]!) ?? []), pairs[i + 1]!])
      return found
    },
    documents: async (ids) => ask('documents', ids).map((json) => JSON.parse(json)),
    known: async (ids) => ask('known', ids),
    async *fetch(ids) {
      yield* unpackRecords(ask('records', ids))
    },
    async *ids() {
      yield* ask('idsAfter', undefined, 1_000_000)
    },
    everyRecord: () => readEveryRecord(folder),
    changes: async (query) => ask('changes', query),
    changesOf: async (ids) => new Map(ask('changesOf', ids).map((change) => [change.id, change])),
    stats: async () => ({ ...ask('stats'), bytes: 0 }),
    write: (records) => write(writer)(records),
    remove: (ids) => remove(writer)(ids),
  } satisfies Partial<CataloguePort> as unknown as CataloguePort

  const close = () => {
    writer.close()
    reader.db.close()
  }
  const reopen = async () => {
    close()
    writer = openDatabase(folder)
    reader = openReader(folder)
  }
  return {
    catalogue,
    close,
    reopen,
    rebuild: async () => {
      await rebuildIndex(writer, { sizes })
    },
    check() {
      const [first] = checkIndex(reader.db).differences
      if (first) throw new Error(`${first.kind}: ${first.examples[0]}`)
    },
    async killAt(statement, change) {
      const whole = writer
      writer = dyingAt(whole, statement)
      const outcome = await change().catch((error: unknown) => error)
      writer = whole
      if (outcome instanceof Error && !(outcome instanceof Died)) throw outcome
      // A dead program's connection is gone and its transaction rolled back.
      await reopen()
    },
  }
}

/** Most of these tests compare only ids, and parsing every document would take longer than their searches. */
const unpackedWhenRead = ({ document, ...hit }: SearchAnswer['hits'][number]) => ({
  ...hit,
  get document() {
    return JSON.parse(document)
  },
})

function openReader(folder: string) {
  const db = openDatabase(folder)
  const reader = new SnapshotReader(
    db,
    new Map(),
    () => {},
    () => {},
  )
  return { db, answers: openAnswers(db, reader, () => {}) }
}

class Died extends Error {}

/** A connection on which this statement and all later ones fail. */
function dyingAt(db: DatabaseSync, statement: number): DatabaseSync {
  let left = statement
  const watched = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(target, name) {
        const member = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          if (name !== 'prepare' && left-- <= 0) throw new Died()
          const result = member.apply(target, given)
          return name === 'prepare' ? watched(result as object) : result
        }
      },
    })
  return watched(db)
}
