import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mappingVersion, recordAnalysis, searchedMapping } from './mapping.ts'

/** By version: the mapping without its facets, which the index names itself. Add a line, never change one. */
const fingerprints: Record<number, string> = {
  2: '718ceb21420bdfd7',
  3: 'e26f97bd30a139bf',
  // The same, but other words and numbers are indexed.
  4: 'e26f97bd30a139bf',
  5: 'e26f97bd30a139bf',
}

test('a changed mapping has a new version, so that indices of earlier programs are rebuilt', () => {
  const { facets: _, ...searched } = searchedMapping
  const text = JSON.stringify({ searched, recordAnalysis })
  expect(fingerprints[mappingVersion]).toBe(createHash('sha256').update(text).digest('hex').slice(0, 16))
  expect(Math.max(...Object.keys(fingerprints).map(Number))).toBe(mappingVersion)
})
