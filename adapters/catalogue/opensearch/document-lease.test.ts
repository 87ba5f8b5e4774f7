import { expect, test } from 'vitest'
import { type Call, EngineRefused } from './client.ts'
import { type HeldLease, withDocumentLease } from './document-lease.ts'

type Note = { given: number }
type Stored = { holder: string; beat: number } & Note

const deadAfterMs = 400
const pollMs = 10

/** One document of a cluster. `onLook` runs before each reading of it. */
function openStore(stored?: Stored, onLook: (look: number) => void = () => {}) {
  let version = 0
  let looks = 0
  const store = {
    stored,
    write(next: Stored) {
      store.stored = next
      version++
    },
    /** As `write`, if no one has written since `store.version` was this. */
    writeOver(over: number, next: Stored) {
      if (over === version) store.write(next)
    },
    version: () => version,
    async ask<T>({ method, query, body }: Call): Promise<T> {
      if (method === 'GET') {
        onLook(++looks)
        return (
          store.stored ? { found: true, _seq_no: version, _primary_term: 1, _source: store.stored } : { found: false }
        ) as T
      }
      const expected = query?.op_type === 'create' ? store.stored === undefined : query?.if_seq_no === version
      if (!expected) throw new EngineRefused(409, 'version_conflict_engine_exception', 'other version')
      store.write(body as Stored)
      return { _seq_no: version, _primary_term: 1 } as T
    },
  }
  return store
}

const taking = <T>(
  store: ReturnType<typeof openStore>,
  work: (lease: HeldLease<Note>) => Promise<T>,
  beatMs = 60_000,
) =>
  withDocumentLease<Note, T>(
    {
      ask: (call) => store.ask(call),
      path: '/state/_doc/records',
      beatMs,
      deadAfterMs,
      pollMs,
      busy: () => new Error('busy'),
      begin: async (before) => ({ given: (before?.given ?? 0) + 1 }),
    },
    work,
  )

const dead: Stored = { holder: 'dead', beat: 7, given: 3 }

test('a free lease is taken at once, and released at the end', async () => {
  const store = openStore()
  const within = await taking(store, async ({ holder, note, confirm }) => {
    expect([note, await confirm()]).toEqual([{ given: 1 }, true])
    return holder
  })
  expect(store.stored).toEqual({ holder: '', beat: 2, given: 1 })
  expect(within).not.toBe('')
  await expect(taking(store, async () => Promise.reject(new Error('the work failed')))).rejects.toThrow(
    'the work failed',
  )
  expect(store.stored).toMatchObject({ holder: '', given: 2 })
})

test.each([2, 3])('the last heartbeat of a dead holder, which arrives at look %i, is no life', async (late) => {
  const store = openStore(dead, (look) => {
    if (look === late) store.write({ ...dead, beat: 8 })
  })
  expect(await taking(store, async ({ note }) => note)).toEqual({ given: 4 })
})

test('the last heartbeat of a dead holder may come between the last look and the taking', async () => {
  const store = openStore(dead)
  let isLate = true
  const { ask } = store
  store.ask = async (call) => {
    if (call.method === 'PUT' && isLate) {
      isLate = false
      store.writeOver(store.version(), { ...dead, beat: 8, given: 5 })
    }
    return ask(call)
  }
  // The dead holder’s last write counts.
  expect(await taking(store, async ({ note }) => note)).toEqual({ given: 6 })
})

test('two heartbeats are life', async () => {
  const store = openStore(dead, (look) => {
    if (look === 2 || look === 3) store.write({ ...dead, beat: 6 + look })
  })
  await expect(taking(store, async () => 'taken')).rejects.toThrow('busy')
  expect(store.stored).toEqual({ ...dead, beat: 9 })
})

test('another process that takes the lease first is alive', async () => {
  const store = openStore(dead, (look) => {
    if (look === 2) store.write({ holder: 'other', beat: 0, given: 4 })
  })
  await expect(taking(store, async () => 'taken')).rejects.toThrow('busy')
})

test('a holder that was taken for dead learns it, and writes nothing more', async () => {
  const store = openStore()
  await taking(store, async ({ isHeld, confirm, change }) => {
    store.write({ holder: 'other', beat: 0, given: 9 })
    change({ given: 5 })
    expect([await confirm(), isHeld()]).toEqual([false, false])
  })
  expect(store.stored).toEqual({ holder: 'other', beat: 0, given: 9 })
})

test('a change is stored with the next heartbeat', async () => {
  const store = openStore()
  await taking(store, async ({ change, confirm }) => {
    change({ given: 12 })
    await confirm()
    expect(store.stored).toMatchObject({ beat: 1, given: 12 })
  })
})
