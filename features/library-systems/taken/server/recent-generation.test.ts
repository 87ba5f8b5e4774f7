import { expect, test, vi } from 'vitest'
import type { CatalogueStats } from '#features/catalogue/server/catalogue-port.ts'
import { recentGeneration } from './recent-generation.ts'

const statsOf = (generation: number) => ({ generation, records: 0 }) as CatalogueStats

test('many searches in a second ask the catalogue once; a failure is asked again', async () => {
  const stats = vi
    .fn<() => Promise<CatalogueStats>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue(statsOf(7))
  const catalogue = { stats }
  await expect(recentGeneration(catalogue)).rejects.toThrow('away')
  const all = await Promise.all(Array.from({ length: 100 }, () => recentGeneration(catalogue)))
  expect(new Set(all)).toEqual(new Set([7]))
  expect(stats).toHaveBeenCalledTimes(2)
})
