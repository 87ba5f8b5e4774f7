import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Call, type EngineClient, openClient } from '#adapters/catalogue/opensearch/client.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import { allIndices } from './live-index.ts'
import { openOpenSearchHeadings } from './opensearch-headings.ts'
import { newAlias, ofRound, roundOf, roundSeen } from './testing.ts'

const url = inject('openSearchUrl')
const count = 60
const deadAfterMs = 1_500

describe.skipIf(url === '')('an aborted load of authority files', () => {
  const alias = newAlias()
  const folder = mkdtempSync(join(tmpdir(), 'interrupted-headings-'))
  let client: EngineClient
  let survivor: HeadingsPort
  beforeAll(async () => {
    client = openClient(url.split(','))
    survivor = openOpenSearchHeadings({ client, alias, folder: join(folder, 'survivor'), deadAfterMs })
    await survivor.write(roundOf(0, count))
  })
  afterAll(async () => {
    await survivor?.close()
    for (const index of await allIndices(client, { alias })) await client.ask({ method: 'DELETE', path: `/${index}` })
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Another machine that dies at this call, before or after the cluster receives it. */
  function dyingAt(number: number, isHeard: boolean, name: string): { headings: HeadingsPort; died: Promise<'died'> } {
    let calls = 0
    const { promise: died, resolve: dies } = Promise.withResolvers<'died'>()
    const ask = async <T>(call: Call) => {
      calls++
      if (calls < number) return client.ask<T>(call)
      if (calls === number && isHeard) await client.ask<T>(call).catch(() => {})
      dies('died')
      return new Promise<never>(() => {})
    }
    const other = { client: { ...client, ask }, alias, folder: join(folder, name), deadAfterMs }
    return { headings: openOpenSearchHeadings(other), died }
  }

  test.each([
    ['a new index, before', true, false],
    ['a new index, after', true, true],
    ['a copy of the present one, before', false, false],
    ['a copy of the present one, after', false, true],
  ])(
    'into %s the cluster hears it, at any call: none or all of it becomes visible; the next load is complete and cleans up',
    { timeout: 600_000 },
    async (name, isWhole, isHeard) => {
      let expected = await roundSeen(survivor, count)
      let round = expected
      await survivor.write(roundOf(round, count))
      const others = round
      const load = (of: number) => roundOf(of, count, isWhole ? of : others)
      for (let call = isHeard ? 2 : 1, ended = ''; ended !== 'whole'; call += 2) {
        round++
        const { headings, died } = dyingAt(call, isHeard, `${name}-${call}`)
        ended = await Promise.race([headings.write(load(round)).then(() => 'whole'), died])
        const seen = await roundSeen(survivor, count)
        expect([expected, round]).toContain(seen)
        expected = seen
      }
      expect(expected).toBe(round)
      expect(await survivor.write(load(round + 1))).toEqual({
        loaded: 0,
        updated: isWhole ? count : ofRound,
        unchanged: isWhole ? 0 : count - ofRound,
      })
      expect(await roundSeen(survivor, count)).toBe(round + 1)
      // The current state and two older ones for their readers: unfinished indices are gone.
      expect((await allIndices(client, { alias })).length).toBeLessThanOrEqual(4)
    },
  )

  test('a writer that was presumed dead and wakes up again changes nothing', { timeout: 120_000 }, async () => {
    const before = await roundSeen(survivor, count)
    const { promise: asleep, resolve: wake } = Promise.withResolvers<void>()
    let sleeps = false
    const ask = async <T>(call: Call) => {
      if (sleeps) await asleep
      return client.ask<T>(call)
    }
    const sleepy = openOpenSearchHeadings({
      client: { ...client, ask },
      alias,
      folder: join(folder, 'sleepy'),
      deadAfterMs,
    })
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
    const late = sleepy.write(
      (async function* () {
        sleeps = true
        begins()
        yield* roundOf(before + 1, count)
      })(),
    )
    late.catch(() => {})
    await begun
    await survivor.write(roundOf(before + 2, count))
    wake()
    await expect(late).rejects.toThrow()
    expect(await roundSeen(survivor, count)).toBe(before + 2)
    await survivor.write(roundOf(before + 3, count))
    expect(await roundSeen(survivor, count)).toBe(before + 3)
  })
})
