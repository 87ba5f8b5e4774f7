import fc from 'fast-check'
import { test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { anySteps, runSequence } from './sequences.ts'

/** Runs on each engine; the embedded engine's own test runs thousands without threads. */
export function describeSequences(open: () => Promise<CataloguePort>, numRuns: number) {
  test('after any loads and removals it equals a plain map', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps({ kills: false }), async (steps) => {
        const catalogue = await open()
        try {
          await runSequence({ catalogue }, steps)
        } finally {
          await catalogue.close()
        }
      }),
      { numRuns },
    )
  })
}
