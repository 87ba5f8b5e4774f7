import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../suite/documents.ts'
import { listOf, queryOf } from '../suite/queries.ts'
import type { Call } from './client.ts'
import type { Connection } from './connection.ts'
import { catalogueOn, type OpenSearchCatalogue, openOpenSearchCatalogue } from './opensearch-catalogue.ts'
import { liveIndex, shardsOf } from './records-index.ts'
import { connectTo, entriesOf, newPrefix, roundOf, roundSeen } from './testing.ts'

const url = inject('openSearchUrl')
const count = 300
const deadAfterMs = 2_500

describe.skipIf(url === '')('an aborted load', () => {
  let prefix: string
  let reader: OpenSearchCatalogue
  let at: Connection
  const children: ChildProcess[] = []
  beforeAll(async () => {
    prefix = newPrefix()
    at = connectTo(url, prefix)
    reader = await openOpenSearchCatalogue({ urls: [url], prefix, shards: 3 })
    await reader.write(roundOf(0, count))
  })
  afterAll(async () => {
    await reader.close()
    await at.client.close()
  })
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  /** Dies at this call, before or after the cluster receives it, and sends nothing more. */
  function dyingAt(number: number, isHeard: boolean): { connection: Connection; died: Promise<'died'> } {
    let calls = 0
    const { promise: died, resolve: dies } = Promise.withResolvers<'died'>()
    const ask = async <T>(call: Call) => {
      calls++
      if (calls < number) return at.client.ask<T>(call)
      if (calls === number && isHeard) await at.client.ask<T>(call).catch(() => {})
      dies('died')
      return new Promise<never>(() => {})
    }
    return { connection: { ...at, client: { ...at.client, ask } }, died }
  }

  test.each([
    ['before', false],
    ['after', true],
  ])(
    'at any call, %s the cluster hears it: none or all of it becomes visible, and the next load cleans up',
    {
      timeout: 600_000,
    },
    async (_, isHeard) => {
      let expected = await roundSeen(reader, count)
      let round = expected
      for (let call = isHeard ? 3 : 1, ended = ''; ended !== 'whole'; call += 2) {
        round++
        const { connection, died } = dyingAt(call, isHeard)
        const load = catalogueOn(connection, { deadAfterMs }).write(roundOf(round, count))
        ended = await Promise.race([load.then(() => 'whole'), died])
        const seen = await roundSeen(reader, count)
        expect([expected, round]).toContain(seen)
        expected = seen
        expect((await listOf(reader.ids())).length).toBe(count)
      }
      const last = catalogueOn(at, { deadAfterMs })
      await last.write(roundOf(round + 1, count))
      expect(await roundSeen(reader, count)).toBe(round + 1)
      expect(await entriesOf(at)).toEqual({ all: count, marked: 0 })
    },
  )

  const startChild = async (round: number | 'rebuild') => {
    const script = new URL('./loading-child.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [script, url, prefix, String(count), String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    await once(child.stdout!, 'data')
    return child
  }

  test.each([
    ['load', 1000],
    ['rebuild', 'rebuild'],
  ] as const)(
    'by kill -9 of its process, a %s',
    {
      timeout: 300_000,
    },
    async (_, round) => {
      const before = await roundSeen(reader, count)
      for (let blow = 0; blow < 3; blow++) {
        const child = await startChild(typeof round === 'number' ? round + blow : round)
        // Not a wait for readiness: the moment of the kill is what varies.
        await setTimeout(Math.random() * 2_000)
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        expect([before, 1000, 1001, 1002]).toContain(await roundSeen(reader, count))
      }
      expect(await reader.write(roundOf(2000, count))).toEqual({ loaded: 0, updated: count, unchanged: 0 })
      expect(await roundSeen(reader, count)).toBe(2000)
      // The cluster keeps a dead rebuild's point in time for ten minutes.
      await reader.rebuild({ maxQuietMs: 5_000 })
      expect(await entriesOf(at)).toEqual({ all: count, marked: 0 })
      await reader.write(roundOf(before + 1, count))
    },
  )

  test('a writer that was presumed dead and wakes up again changes nothing visible', async () => {
    const { promise: asleep, resolve: wake } = Promise.withResolvers<void>()
    let sleeps = false
    const sleepy: Connection = {
      ...at,
      client: {
        ...at.client,
        ask: async <T>(call: Call) => {
          if (sleeps) await asleep
          return at.client.ask<T>(call)
        },
      },
    }
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
    const late = catalogueOn(sleepy).write(
      (async function* (): AsyncIterable<CatalogueRecord> {
        yield* roundOf(3000, count)
        sleeps = true
        begins()
        await asleep
        yield recordOf({ id: '1', title: 'Too late' })
      })(),
    )
    late.catch(() => {})
    await begun
    const other = catalogueOn(at, { deadAfterMs })
    await other.write(roundOf(3001, count))
    wake()
    await expect(late).rejects.toThrow('Another load has started')
    expect(await roundSeen(reader, count)).toBe(3001)
    await other.write(roundOf(3002, count))
    expect(await roundSeen(reader, count)).toBe(3002)
    expect(await entriesOf(at)).toEqual({ all: count, marked: 0 })
  })

  test('a load whose source fails leaves nothing behind', async () => {
    const before = await roundSeen(reader, count)
    const broken = async function* (): AsyncIterable<CatalogueRecord> {
      yield* roundOf(4000, count)
      throw new Error('the disk of the source is gone')
    }
    await expect(reader.write(broken())).rejects.toThrow('the disk of the source is gone')
    expect(await roundSeen(reader, count)).toBe(before)
    expect(await entriesOf(at)).toEqual({ all: count, marked: 0 })
  })

  test('a second writer in another process is refused with a clear message', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
    const round = (await roundSeen(reader, count)) + 1
    const first = reader.write(
      (async function* () {
        yield* roundOf(round, count)
        begins()
        await held
      })(),
    )
    await begun
    const other = catalogueOn(at)
    const refusal = 'Another load of this catalogue is running. Please try again when it has finished.'
    await expect(other.write([recordOf({ id: '1' })])).rejects.toThrow(refusal)
    await expect(other.remove(['1'])).rejects.toThrow(refusal)
    letGo()
    await first
    expect(await roundSeen(other, count)).toBe(round)
  })
})

describe.skipIf(url === '')('while searches run', () => {
  test('a load, a removal and a rebuild, with the same number of shards or another, become visible at once on all shards; no search fails', {
    timeout: 300_000,
  }, async () => {
    const prefix = newPrefix()
    const catalogue = await openOpenSearchCatalogue({ urls: [url], prefix, shards: 3 })
    await catalogue.write(roundOf(1, count))
    let ended = false
    let searches = 0
    const searching = (async () => {
      for (let before = 0; !ended; searches++) {
        const seen = await roundSeen(catalogue, count)
        expect(seen).toBeGreaterThanOrEqual(before)
        before = seen
      }
    })()
    searching.catch(() => {})
    for (let round = 2; round <= 4; round++) {
      await catalogue.write(roundOf(round, count))
      expect(await roundSeen(catalogue, count)).toBe(round)
    }
    expect(await catalogue.rebuild()).toBe(count)
    const at = connectTo(url, prefix)
    const shards = async () => shardsOf(at, (await liveIndex(at)).index)
    expect(await shards()).toBe(3)
    expect(await catalogue.rebuild({ shards: 2 })).toBe(count)
    expect(await shards()).toBe(2)
    await at.client.close()
    ended = true
    await searching
    expect(searches).toBeGreaterThan(5)
    const { generation } = await catalogue.stats()
    expect(await catalogue.remove(['1', '2'])).toBe(2)
    expect((await catalogue.search(queryOf({ kind: 'all' }))).total).toBe(count - 2)
    expect((await catalogue.stats()).generation).toBe(generation + 1)
    await catalogue.close()
  })
})
