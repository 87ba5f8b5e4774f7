import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveSegment } from '../snapshot.ts'
import { compareIds, idsAfter } from './ids-in-order.ts'
import { idTables } from './segment-columns.ts'

function liveOf(ids: string[], gone: Set<string> = new Set()): LiveSegment {
  const deleted = new Uint8Array(Math.ceil(ids.length / 8))
  ids.forEach((id, doc) => {
    if (gone.has(id)) deleted[doc >>> 3]! |= 1 << (doc & 7)
  })
  return {
    id: 1,
    segment: { ...idTables(ids), count: ids.length } as LiveSegment['segment'],
    deleted: gone.size > 0 ? deleted : undefined,
    live: ids.length - gone.size,
  }
}

function allPages(segments: LiveSegment[], limit: number): string[] {
  const pages: string[] = []
  for (;;) {
    const page = idsAfter(segments, pages.at(-1), limit)
    pages.push(...page)
    if (page.length < limit) return pages
  }
}

test('numbers sort by value, before ids that are not numbers', () => {
  const ids = ['b', '10', '9', '009', '', '0', 'ocm2', '00', '100', '99x']
  expect(idsAfter([liveOf(ids)], undefined, 20)).toEqual(['0', '00', '009', '9', '10', '100', '', '99x', 'b', 'ocm2'])
})

test('pages of any size over any segments list every live id once and in order', () => {
  const id = fc.oneof(
    fc.stringMatching(/^0{0,3}\d{1,4}$/),
    fc.stringMatching(/^[a-c0-3\u00e9\u{10000}]{0,3}$/u),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(id, fc.nat(2), fc.boolean()), { selector: ([text]) => text, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (records, limit) => {
        const segments = [0, 1, 2].map((number) => {
          const own = records.filter(([, segment]) => segment === number)
          const gone = new Set(own.filter(([, , isGone]) => isGone).map(([text]) => text))
          return liveOf(
            own.map(([text]) => text),
            gone,
          )
        })
        const left = records.filter(([, , isGone]) => !isGone).map(([text]) => text)
        expect(allPages(segments, limit)).toEqual(left.sort(compareIds))
      },
    ),
    { numRuns: 300 },
  )
})

test('a page far down the list reads few ids besides its own', () => {
  const count = 100_000
  const live = liveOf(Array.from({ length: count }, (_, i) => String(i)))
  const { ids } = live.segment
  let looks = 0
  const counted = {
    bytes: ids.bytes,
    get starts() {
      looks++
      return ids.starts
    },
  }
  const segments = [{ ...live, segment: { ...live.segment, ids: counted } }]
  idsAfter(segments, undefined, 1)
  looks = 0
  expect(idsAfter(segments, '89999', 10)).toEqual(Array.from({ length: 10 }, (_, i) => String(90_000 + i)))
  // A binary search over 100,000 takes 17 steps; reading a text counts as two looks.
  expect(looks).toBeLessThanOrEqual(2 * (17 + 10 + 1))
})
