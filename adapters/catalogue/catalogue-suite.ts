import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { runs } from '#kit/runs-testing.ts'
import { describeChanges } from './suite/changes-suite.ts'
import { someRecords } from './suite/documents.ts'
import { describeFacetHits } from './suite/facet-hits-suite.ts'
import { describeFacets } from './suite/facets-suite.ts'
import { describeLetters } from './suite/letters-suite.ts'
import { describeLoading } from './suite/loading-suite.ts'
import { describeLocalNotes } from './suite/local-notes-suite.ts'
import { describeRandomQueries } from './suite/random-suite.ts'
import { describeRelevance } from './suite/relevance-suite.ts'
import { describeScreenRanks, describeScreens } from './suite/screen-suite.ts'
import { describeSequences } from './suite/sequences-suite.ts'
import { describeSorting } from './suite/sorting-suite.ts'
import { describeSpelling } from './suite/spelling-suite.ts'
import { describeTerms } from './suite/terms-suite.ts'
import { describeWords } from './suite/words-suite.ts'
import { describeWorks } from './suite/works-suite.ts'

/**
 * The contract of every catalogue engine: totals, facet counts and explicit sorts must be identical; of the ranking,
 * only what a librarian relies on. `open` gives a new, empty catalogue, `numRuns` is how many are tried at random.
 */
export function describeCatalogue(name: string, open: () => Promise<CataloguePort>, { numRuns = runs(6, 15) } = {}) {
  describe(`${name}: searches on some hundred records`, () => {
    let catalogue: CataloguePort
    beforeAll(async () => {
      catalogue = await open()
      await catalogue.write(someRecords)
    })
    afterAll(() => catalogue?.close())
    const it = () => catalogue

    test('knows how many records it has', async () => {
      expect((await catalogue.stats()).records).toBe(someRecords.length)
    })
    describeWords(it)
    describeSorting(it)
    describeFacets(it)
    describeScreens(it)
    describeSpelling(it)
    describeTerms(it)
  })
  describe(`${name}: counts of the sample catalogue`, () => describeFacetHits(open))
  describe(`${name}: relevance`, () => {
    describeRelevance(open)
    describeScreenRanks(open)
  })
  describe(`${name}: letters of two spellings`, () => describeLetters(open))
  describe(`${name}: editions of a work`, () => describeWorks(open))
  describe(`${name}: local notes`, () => describeLocalNotes(open))
  describe(`${name}: loading`, () => describeLoading(open))
  describe(`${name}: list of changes`, () => describeChanges(open))
  describe(`${name}: any changes`, () => describeSequences(open, numRuns))
  describe(`${name}: any query on any records`, () => describeRandomQueries(open, numRuns))
}
