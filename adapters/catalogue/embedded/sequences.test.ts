import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#kit/day.ts'
import { runs } from '#kit/runs-testing.ts'
import { anySteps, runSequence, type Step } from '../suite/sequences.ts'
import type { SegmentSizes } from './index/tiers.ts'
import { openInOneThread } from './search/one-thread-testing.ts'

/** To run more: `SEQUENCES=100000 npx vitest run adapters/catalogue/embedded/sequences.test.ts`; SEED sets the seed. */
const numRuns = Number(process.env.SEQUENCES ?? runs(40, 160))

/** Restores a record twice within one load, which walks at random do about once in four hundred. */
const restoredTwice: [SegmentSizes, Step[]] = [
  { ofLoad: 50, perTier: 8, max: 1000 },
  [
    { do: 'load', written: [[0, 0]] },
    { do: 'load', written: [0, 1, 2, 0, 1, 0].map((version) => [0, version]) },
  ],
]

/** In memory if possible: these tests need no durable disk. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

// Segments of one record to all, merged by 2 to 8, so that small sequences cross several tiers.
const anySizes: fc.Arbitrary<SegmentSizes> = fc.record({
  ofLoad: fc.constantFrom(1, 2, 3, 7, 50),
  perTier: fc.constantFrom(2, 3, 8),
  max: fc.constantFrom(5, 1000),
})

test('whatever is loaded, removed, aborted or killed, the catalogue equals a plain map', {
  timeout: dayMs,
}, async () => {
  let sequences = 0
  await fc.assert(
    fc.asyncProperty(anySizes, anySteps({ kills: true }), async (sizes, steps) => {
      const folder = mkdtempSync(join(parent, 'sequence-'))
      const subject = openInOneThread(folder, sizes)
      try {
        await runSequence(subject, steps)
      } finally {
        subject.close()
        rmSync(folder, { recursive: true })
      }
      sequences++
    }),
    { numRuns, examples: [restoredTwice] },
  )
  expect(sequences).toBeGreaterThanOrEqual(numRuns)
})
