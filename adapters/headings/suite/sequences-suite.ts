import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import type { HeadingsPort, HeadingsReport, LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { headingOf, named } from './documents.ts'

const subjects = ['Dogs', 'Canines', 'Wolves', 'Guide dogs', 'Sea stories', 'Māori myths', 'Ünlü', '1984 (Year)']
const marcOf = (text: string) => new TextEncoder().encode(`marc of ${text}`)

/** Each record in three versions: different headings, variants and references, with and without MARC. */
const table = Array.from({ length: 12 }, (_, place): LoadedHeading[] =>
  [0, 1, 2].map((version) => {
    const heading = subjects[(place * 3 + version * 5) % subjects.length]!
    const other = subjects[(place + version) % subjects.length]!
    const document = headingOf(`n ${place}`, `${heading}${version === 2 ? ' -- Fiction' : ''}`, {
      variants: version === 1 ? [other, `${other}, Wild`] : [],
      broader: version === 0 && other !== heading ? named(other) : [],
    })
    return version === 2 ? document : { ...document, marc: marcOf(`${place} ${version}`) }
  }),
)

type Model = Map<number, number>
type Step =
  | { do: 'load'; written: [place: number, version: number][]; breaks: boolean }
  | { do: 'remove'; places: number[] }

const anyPlace = fc.nat(table.length - 1)
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('load' as const),
        written: fc.array(fc.tuple(fc.oneof(fc.nat(2), anyPlace), fc.nat(2)), { maxLength: 10 }),
        breaks: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('remove' as const), places: fc.array(anyPlace, { maxLength: 5 }) }),
    },
  ),
  { minLength: 1, maxLength: 8 },
)

/** Any loads and removals, compared with a plain Map after each. */
export function describeSequences(open: () => Promise<HeadingsPort>) {
  test('after any loads and removals it equals a plain map', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const headings = await open()
        try {
          const model: Model = new Map()
          for (const step of steps) {
            await take(headings, step, model)
            await compare(headings, model)
          }
        } finally {
          await headings.close()
        }
      }),
      { numRuns: 15 },
    )
  })
}

async function take(headings: HeadingsPort, step: Step, model: Model) {
  if (step.do === 'remove') {
    const gone = step.places.filter((place) => model.delete(place))
    expect(await headings.remove(step.places.map((place) => `n ${place}`))).toBe(gone.length)
    return
  }
  const written = step.written.map(([place, version]) => table[place]![version]!)
  if (step.breaks) {
    const source = async function* () {
      yield* written
      throw new Error('the source has failed')
    }
    await expect(headings.write(source())).rejects.toThrow('the source has failed')
    return
  }
  const { loaded, updated, unchanged }: HeadingsReport = await headings.write(written)
  expect(loaded).toBe(new Set(step.written.map(([place]) => place).filter((place) => !model.has(place))).size)
  expect(loaded + updated + unchanged).toBe(written.length)
  for (const [place, version] of step.written) model.set(place, version)
}

const queryOf = (clause: HeadingQuery['clause']): HeadingQuery => ({
  clause,
  authorities: [],
  sort: 'heading',
  from: 0,
  size: 100,
  words: [],
})

async function compare(headings: HeadingsPort, model: Model) {
  const all = [...model].map(([place, version]) => table[place]![version]!)
  const idsOf = (some: LoadedHeading[]) => some.map(({ recordId }) => recordId).sort()
  expect((await headings.stats()).headings).toBe(all.length)

  const state = await headings.state()
  const expected: LoadedHeading[] = []
  for await (const { document, marc } of state.records())
    expected.push(marc ? { ...document, marc: new Uint8Array(marc) } : document)
  const entries: string[] = []
  for await (const { document } of state.entries()) entries.push(document.recordId)
  state.close()
  expect(expected).toEqual(all.toSorted((a, b) => Buffer.compare(Buffer.from(a.recordId), Buffer.from(b.recordId))))
  expect(entries.sort()).toEqual(idsOf(all))

  const { total, hits } = await headings.search(queryOf({ kind: 'all' }))
  expect([total, hits.map(({ heading }) => heading.recordId).sort()]).toEqual([all.length, idsOf(all)])
  for (const text of ['wolves', 'sea', 'wild', 'fiction', 'maori']) {
    const found = await headings.search(queryOf({ kind: 'word', word: text, fields: ['heading', 'variants'] }))
    const holds = all.filter(({ heading, variants }) => [heading, ...variants].flatMap(analyse).includes(text))
    expect([text, found.hits.map(({ heading }) => heading.recordId).sort()]).toEqual([text, idsOf(holds)])
  }
  const lines = (await headings.letters()).reduce((sum, { count }) => sum + count, 0)
  expect(lines).toBe(all.reduce((sum, { variants }) => sum + 1 + variants.length, 0))
  for (const [place] of table.entries()) {
    const version = model.get(place)
    expect((await headings.heading(`n ${place}`))?.heading).toBe(
      version === undefined ? undefined : table[place]![version]!.heading,
    )
  }
}
