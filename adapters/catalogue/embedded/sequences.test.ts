import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySteps, runSequence } from '../suite/sequences.ts'
import type { SegmentSizes } from './index/tiers.ts'
import { openInOneThread } from './search/one-thread-testing.ts'

/** `SEQUENCES=100000 SEQUENCES_SEED=1 npx vitest run adapters/catalogue/embedded/sequences.test.ts` runs more of them. */
const numRuns = Number(process.env.SEQUENCES ?? 2000)
const seed = process.env.SEQUENCES_SEED === undefined ? {} : { seed: Number(process.env.SEQUENCES_SEED) }

/** A folder in memory, where there is one: nothing here asks for power cuts of a disk. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

// Segments of one record to all, merged by twos to eights: small sequences cross the boundaries of several tiers.
const anySizes: fc.Arbitrary<SegmentSizes> = fc.record({
  ofLoad: fc.constantFrom(1, 2, 3, 7, 50),
  perTier: fc.constantFrom(2, 3, 8),
  max: fc.constantFrom(5, 1000),
})

test('whatever is loaded, removed, broken off or killed, the catalogue is what a plain map would be', {
  timeout: 24 * 3_600_000,
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
    { numRuns, ...seed },
  )
  expect(sequences).toBeGreaterThanOrEqual(numRuns)
})
