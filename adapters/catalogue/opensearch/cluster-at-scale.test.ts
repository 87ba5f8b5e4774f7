import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { type OpenSearchCluster, startOpenSearch } from '../../../scale/services/opensearch.ts'
import { openOpenSearchHeadings } from '../../headings/opensearch/opensearch-headings.ts'
import { roundOf as headingsOf, roundSeen as headingsSeen, newAlias } from '../../headings/opensearch/testing.ts'
import { listOf } from '../suite/queries.ts'
import { openClient } from './client.ts'
import { type OpenSearchCatalogue, openOpenSearchCatalogue } from './opensearch-catalogue.ts'
import { connectTo, entriesOf, newPrefix, roundOf, roundSeen } from './testing.ts'

const count = 500
let cluster: OpenSearchCluster | undefined
let catalogue: OpenSearchCatalogue
const prefix = newPrefix()

beforeAll(async () => {
  cluster = await startOpenSearch({ nodes: 3, heapMiB: 512 })
  if (!cluster) return
  catalogue = await openOpenSearchCatalogue({ urls: cluster.urls, prefix, shards: 3 })
  await catalogue.write(roundOf(1, count))
}, 600_000)
afterAll(async () => {
  await catalogue?.close()
  await cluster?.stop()
})

/** Every shard has a replica, so any one node may die. */
const isWhole = async (url: string) => {
  const reply = await fetch(`${url}/_cluster/health?wait_for_status=green&wait_for_nodes=3&timeout=90s`)
  expect(((await reply.json()) as { status: string }).status).toBe('green')
}

/** Searches in a loop until stopped; collects each result or error. */
function searchOn(search: () => Promise<number>) {
  let ended = false
  const seen: (number | Error)[] = []
  const done = (async () => {
    while (!ended) seen.push(await search().catch((error: Error) => error))
  })()
  return {
    stop: async () => {
      ended = true
      await done
      return seen
    },
  }
}

describe('three nodes', () => {
  test('one is killed during a load and searches: no answer is wrong, the load ends, nothing is lost', {
    timeout: 400_000,
  }, async (context) => {
    if (!cluster) return context.skip()
    await isWhole(cluster.urls[0]!)
    const searching = searchOn(() => roundSeen(catalogue, count))
    let killed: Promise<void> | undefined
    const report = await catalogue.write(
      (async function* () {
        for (const record of roundOf(2, count)) {
          if (record.document.id === '260') killed = cluster!.kill(1)
          yield record
        }
      })(),
    )
    await killed
    expect(report).toEqual({ loaded: 0, updated: count, unchanged: 0 })
    expect(await roundSeen(catalogue, count)).toBe(2)
    const seen = await searching.stop()
    expect(seen.length).toBeGreaterThan(3)
    // A search at that very moment may fail as unavailable, but none gives a wrong answer.
    expect(seen.filter((each) => !(each instanceof CatalogueUnavailable || each === 1 || each === 2))).toEqual([])
    expect(seen.filter((each) => each instanceof Error).length).toBeLessThan(3)
    expect((await listOf(catalogue.ids())).length).toBe(count)
    await catalogue.write(roundOf(3, count))
    expect(await roundSeen(catalogue, count)).toBe(3)

    await cluster.start(1)
    await isWhole(cluster.urls[0]!)
    const at = connectTo(cluster.url, prefix)
    expect(await entriesOf(at)).toEqual({ all: count, marked: 0 })
    await at.client.close()
  })

  test('one is killed while authority files are loaded and searched: no answer is wrong, nothing is lost', {
    timeout: 400_000,
  }, async (context) => {
    if (!cluster) return context.skip()
    await isWhole(cluster.urls[0]!)
    const folder = mkdtempSync(join(tmpdir(), 'cluster-headings-'))
    const client = openClient(cluster.urls)
    const headings = openOpenSearchHeadings({ client, alias: newAlias(), folder })
    await headings.write(headingsOf(1, count))
    const searching = searchOn(() => headingsSeen(headings, count))
    for (const [round, others] of [
      [2, 2],
      [3, 2],
    ] as const) {
      await isWhole(cluster.urls[0]!)
      let killed: Promise<void> | undefined
      const load = function* () {
        killed = cluster!.kill(round - 1)
        yield* headingsOf(round, count, others)
      }
      await headings.write(load())
      await killed
      expect(await headingsSeen(headings, count)).toBe(round)
      await cluster.start(round - 1)
    }
    const seen = await searching.stop()
    expect(seen.length).toBeGreaterThan(10)
    for (const each of seen)
      expect(each instanceof HeadingsUnavailable || [1, 2, 3].includes(each as number)).toBe(true)
    const rounds = seen.filter((each) => typeof each === 'number')
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
    await headings.close()
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('all are down: callers get an error within seconds, and everything recovers when they are back', {
    timeout: 400_000,
  }, async (context) => {
    if (!cluster) return context.skip()
    await isWhole(cluster.urls[0]!)
    const before = await roundSeen(catalogue, count)
    await Promise.all([0, 1, 2].map((node) => cluster!.kill(node)))
    const start = performance.now()
    await expect(roundSeen(catalogue, count)).rejects.toMatchObject({ code: 'search_unavailable', status: 503 })
    expect(performance.now() - start).toBeLessThan(15_000)
    await expect(catalogue.stats()).rejects.toMatchObject({ code: 'search_unavailable' })
    const load = catalogue.write(roundOf(before + 1, count))
    load.catch(() => {})
    await Promise.all([0, 1, 2].map((node) => cluster!.start(node)))
    await expect
      .poll(() => roundSeen(catalogue, count).catch(() => 0), { timeout: 120_000 })
      .toBeGreaterThanOrEqual(before)
    // It began while the cluster was down: it was either refused, or it waited.
    const ended = await load.then(
      () => before + 1,
      (error: Error) => {
        expect(error).toBeInstanceOf(CatalogueUnavailable)
        return before
      },
    )
    expect(await roundSeen(catalogue, count)).toBe(ended)
    await expect
      .poll(() => catalogue.write(roundOf(50, count)).then(() => 'written', String), { timeout: 120_000 })
      .toBe('written')
    expect(await roundSeen(catalogue, count)).toBe(50)
  })
})
