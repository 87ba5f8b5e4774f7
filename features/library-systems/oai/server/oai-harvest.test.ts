import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openOai } from './oai.ts'
import { askOai, harvest, openOaiApp, recordsIn, textsOf, tokenOf } from './oai-testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await openOaiApp()
})
afterAll(() => app.close())

const idOf = (place: number) => String(place + 1)
const titled = (place: number, title: string) => book({ id: idOf(place), title })

/** More than two responses hold. */
const count = 320
const anyPlaces = fc.array(fc.nat(count + 30), { maxLength: 40 })
/** Changes between two responses. */
const anyChange = fc.record({ load: anyPlaces, remove: anyPlaces })

test('after loads and removals during a harvest, the next incremental one makes it complete', {
  timeout: 300_000,
}, async () => {
  let version = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 4 }), async (changes) => {
      const titles = new Map<string, string>()
      const take = (found: Awaited<ReturnType<typeof harvest>>) => {
        for (const { id, isDeleted, xml } of found) {
          if (isDeleted) titles.delete(id)
          else titles.set(id, textsOf(xml, 'dc:title')[0]!)
        }
      }
      const name = `Version ${++version}`
      await app.catalogue.write(Array.from({ length: count }, (_, place) => titled(place, name)))
      const from = textsOf(await askOai(app, { verb: 'Identify' }), 'responseDate')[0]!
      const left = changes.values()
      const between = async () => {
        const { value: change } = left.next()
        if (!change) return
        const title = `Version ${++version}`
        await app.catalogue.write(change.load.map((place) => titled(place, title)))
        await app.catalogue.remove(change.remove.map(idOf))
      }
      take(await harvest(app, {}, { between }))
      take(await harvest(app, { from }))

      const expected = new Map<string, string>()
      const ids: string[] = []
      for await (const id of app.catalogue.ids()) ids.push(id)
      for (const { id, title } of await app.catalogue.documents(ids)) expected.set(id, title.titlePrimary)
      expect(new Map([...titles].sort())).toEqual(new Map([...expected].sort()))
    }),
    { numRuns: 12 },
  )
})

test('a token continues in another process, after a load', async () => {
  await app.catalogue.write(Array.from({ length: count }, (_, place) => titled(place, 'First')))
  const first = await askOai(app, { verb: 'ListRecords', metadataPrefix: 'oai_dc' })
  await app.catalogue.write([titled(0, 'Second'), book({ id: 'new' })])
  const answer = openOai(app)
  const ids = recordsIn(first).map(({ id }) => id)
  for (let token = tokenOf(first); token !== undefined; ) {
    const answered = await answer(new URLSearchParams({ verb: 'ListRecords', resumptionToken: token }), null)
    const { xml } = answered as { xml: string }
    ids.push(...recordsIn(xml).map(({ id }) => id))
    token = tokenOf(xml)
  }
  expect(ids.slice(-2).sort()).toEqual(['1', 'new'])
  expect(new Set(ids).size).toBeGreaterThanOrEqual(count + 1)
})

test('a long response ends early, and the next one continues after it', async () => {
  const own = await openOaiApp()
  const names = Array.from({ length: 10 }, (_, i): [string, string, string] => ['700', 'a', `Fox ${i} `.repeat(1_400)])
  const ids = Array.from({ length: 100 }, (_, i) => String(i + 1))
  await own.catalogue.write(
    ids.map((id) => book({ id, numbers: names.map(([tag, code, text]) => [tag, code, text + id]) })),
  )
  const first = await askOai(own, { verb: 'ListRecords', metadataPrefix: 'oai_dc' })
  expect(recordsIn(first).length).toBeLessThan(100)
  expect((await harvest(own, {})).map(({ id }) => id)).toEqual(ids)
  await own.close()
})
