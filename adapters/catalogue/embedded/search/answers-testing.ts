import { facetNames } from '#features/catalogue/facets.ts'
import { identifiersOf } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { identifierKey } from '#marc/identifier.ts'
import { idsOf, listOf, phrase, queryOf, word } from '../../suite/queries.ts'

/** A small catalogue's answers: two catalogues with the same records give equal ones. */
export async function answersOf(catalogue: CataloguePort) {
  // Reads the index first: what cannot be opened fails here, before the records are read.
  const { records } = await catalogue.stats()
  const documents = (await listOf(catalogue.everyRecord()))
    .map(({ document }) => document)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const titles = documents.map(({ title }) => analyse(title.titlePrimary))
  const keys = documents.flatMap((document) => identifiersOf(document).map((each) => identifierKey(each).key))
  const all = { kind: 'all' } as const
  const facets = facetNames.map((field) => ({ name: field, field, size: 100, minCount: 1 }))
  const of: Record<string, unknown> = {}
  for (const each of new Set(titles.flat().slice(0, 100))) of[each] = (await idsOf(catalogue, word(each))).sort()
  for (const words of new Set(titles.slice(0, 50).map((each) => each.slice(0, 3).join(' ')))) {
    if (words) of[words] = (await idsOf(catalogue, phrase(words))).sort()
  }
  for (const key of ['titleSort', 'authorSort', 'publicationYear', 'voyagerCreateDate'] as const)
    of[`by ${key}`] = await idsOf(catalogue, all, { sort: [{ key, descending: false }] })
  return {
    documents,
    ids: await listOf(catalogue.ids()),
    byId: await catalogue.documents(documents.map(({ id }) => id)),
    lookup: [...(await catalogue.lookup([...new Set(keys)]))].sort(),
    facets: (await catalogue.search(queryOf(all, { facets, size: 0 }))).facets,
    records,
    of,
  }
}
