import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type Fingerprints, knowing, printsOf } from '../changed-records/server/record-fingerprints.ts'
import { keysOf } from '../files/server/request-keys.ts'
import { type NewRequest, valuesOf } from './keep-request.ts'
import { begin } from './state.ts'
import type { RequestRow } from './tables.ts'

/** A request with its file. */
export type MadeRequest = NewRequest & {
  id: string
  matched: string[]
  messages: string[]
  fileKey: string
  fileSize: number
  prints: Fingerprints
}
type Made = { caller: SchoolCaller; request: MadeRequest; now: Date }

/** How long a request waits for others to be stored with. */
const togetherMs = 4

const waiting = new WeakMap<Db, (Made & PromiseWithResolvers<RequestRow>)[]>()

/**
 * Stores a request together with those that come in the next moment: one statement, one commit and one write to disk,
 * during which the embedded database keeps the whole process waiting. `isAlone`: no other is on its way.
 */
export function keepTogether(db: Db, made: Made, isAlone: boolean): Promise<RequestRow> {
  const one = { ...made, ...Promise.withResolvers<RequestRow>() }
  const others = waiting.get(db)
  if (others) others.push(one)
  else {
    waiting.set(db, [one])
    void keepWaiting(db, isAlone)
  }
  return one.promise
}

async function keepWaiting(db: Db, isAlone: boolean) {
  if (!isAlone) await delay(togetherMs)
  const together = waiting.get(db)!
  waiting.delete(db)
  try {
    const rows = new Map((await keepMade(db, together)).map((row) => [row.id, row]))
    for (const { request, resolve } of together) resolve(rows.get(request.id)!)
  } catch (error) {
    if (together.length === 1) together[0]!.reject(error)
    // The fault of one must not refuse the others.
    else for (const each of together) keepMade(db, [each]).then(([row]) => each.resolve(row!), each.reject)
  }
}

export function keepMade(tx: Db, made: Made[]): Promise<RequestRow[]> {
  // The oldest state of a record, so that the check for changes finds the newer one.
  const read = made.map(({ request }) => request.prints).toSorted((one, other) => other.asOf - one.asOf)
  const records = new Map(read.flatMap((prints) => [...prints.records]))
  const keys = made.map(({ request: { id, identities, matched } }) => ({
    requestId: id,
    keys: keysOf([...identities, ...matched]),
  }))
  const prints = made.map(({ request: { id, prints } }) => ({ requestId: id, prints: printsOf(prints) }))
  return tx
    .with('known', () => sql<object>`(${knowing(read.at(-1)!.asOf, [...records.values()])})`)
    .with('keys', (one) => one.insertInto('downloadRequestKey').values(keys))
    .with('prints', (one) => one.insertInto('requestPrint').values(prints))
    .insertInto('downloadRequest')
    .values(
      made.map(({ caller, request: { id, prints: _, messages, fileKey, fileSize, ...request }, now }) => ({
        ...valuesOf(caller, id, request),
        ...begin(false, now),
        messages: JSON.stringify(messages),
        fileKey,
        fileSize,
      })),
    )
    .returningAll()
    .execute()
}
