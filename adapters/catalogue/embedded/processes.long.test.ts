import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../suite/documents.ts'
import { listOf, queryOf, word } from '../suite/queries.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'

const count = 2000
let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function startLoad(round: number): ChildProcess {
  const script = new URL('./loading-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, folder, String(count), String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** The load round that every record of the catalogue belongs to. */
async function roundOf(catalogue: CataloguePort): Promise<number> {
  const { hits } = await catalogue.search(queryOf({ kind: 'all' }, { size: 1 }))
  const round = Number(/round (\d+)/.exec(hits[0]!.document.title.titlePrimary)![1])
  const facets = [{ name: 's', field: 'subjects' as const, size: 20, minCount: 1 }]
  const same = await catalogue.search(queryOf(word(String(round), ['title']), { facets, size: 100 }))
  // Title numbers are words too, so only the total count is proof.
  const all = await catalogue.search(
    queryOf({ kind: 'phrase', words: ['round', String(round)], fields: ['title'], lastIsPrefix: false }, { facets }),
  )
  expect(all.total).toBe(count)
  expect(all.facets.s!.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(count)
  expect(same.total).toBeGreaterThanOrEqual(count)
  expect((await listOf(catalogue.ids())).length).toBe(count)
  const fetched = await listOf(catalogue.fetch(['1', String(count)]))
  expect(fetched.map(({ document }) => /round (\d+)/.exec(document.title.titlePrimary)![1])).toEqual([
    String(round),
    String(round),
  ])
  expect((await catalogue.search(queryOf({ kind: 'all' }, { size: 0 }))).total).toBe(count)
  return round
}

test('a load killed at any moment leaves the old state or the new one', { timeout: 120_000 }, async () => {
  const first = startLoad(0)
  await once(first, 'exit')
  let expected = 0
  for (let round = 1; round <= 10; round++) {
    const child = startLoad(round)
    await once(child.stdout!, 'data')
    // Not a wait for readiness: the moment of the kill is what varies.
    await setTimeout(round * 90)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
    const found = await roundOf(catalogue)
    expect([expected, round]).toContain(found)
    expected = found
    await catalogue.close()
  }
  // The leftovers do not block a load that runs to its end.
  const last = startLoad(99)
  await once(last, 'exit')
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  expect(await roundOf(catalogue)).toBe(99)
  await catalogue.close()
})

test('searches continue while another process loads, and pick up the new state by themselves', async () => {
  await once(startLoad(1), 'exit')
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 2 })
  const loading = startLoad(2)
  const ended = once(loading, 'exit')
  let searches = 0
  while (loading.exitCode === null) {
    expect([1, 2]).toContain(await roundOfOneSearch(catalogue))
    searches++
  }
  await ended
  expect(searches).toBeGreaterThan(3)
  expect(await roundOf(catalogue)).toBe(2)
  await catalogue.close()
})

/** Every hit of one answer is from the same round, and all records are there. */
async function roundOfOneSearch(catalogue: CataloguePort): Promise<number> {
  const { total, hits } = await catalogue.search(queryOf({ kind: 'all' }, { size: 50 }))
  expect(total).toBe(count)
  const rounds = new Set(hits.map(({ document }) => Number(/round (\d+)/.exec(document.title.titlePrimary)![1])))
  expect(rounds.size).toBe(1)
  return [...rounds][0]!
}

test('a second load at the same time is refused with a clear message', async () => {
  const one = await openEmbeddedCatalogue({ folder, workers: 1 })
  const other = await openEmbeddedCatalogue({ folder, workers: 1 })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  const first = one.write(
    (async function* () {
      yield recordOf({ id: '1', title: 'First' })
      begins()
      await held
    })(),
  )
  await begun
  await expect(other.write([recordOf({ id: '2' })])).rejects.toThrow(
    'Another load of this catalogue is running. Please try again when it has finished.',
  )
  await expect(other.remove(['1'])).rejects.toThrow('Another load')
  letGo()
  expect(await first).toEqual({ loaded: 1, updated: 0, unchanged: 0 })
  expect(await other.write([recordOf({ id: '2' })])).toEqual({ loaded: 1, updated: 0, unchanged: 0 })
  expect(await listOf(one.ids())).toEqual(['1', '2'])
  await one.close()
  await other.close()
})
