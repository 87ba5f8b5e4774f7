import { facetOfChoice } from '#features/catalogue/facets.ts'
import { facetValues, identifierKeysOf, searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { containsParts, uncertainYearsWithin } from '#features/catalogue/query/server/facet-values.ts'
import type {
  Bucket,
  CatalogueQuery,
  Choice,
  Clause,
  FacetRequest,
  SearchField,
  SortKey,
} from '#features/catalogue/query/server/query.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'

/** The reference implementation that every engine must match: evaluates document by document, without ranking. */
export function naiveSearch(documents: BibliographicDocument[], query: CatalogueQuery) {
  const found = documents.filter((document) => holds(document, query.clause))
  const chosen = found.filter((document) => obeys(document, query.choices))
  const sort = query.sort.filter(({ key }) => key !== '_score')
  return {
    total: chosen.length,
    ids: [...chosen].sort((a, b) => inOrder(a, b, sort)).map(({ id }) => id),
    facets: Object.fromEntries(
      query.facets.map((request) => {
        const others = query.choices.filter(({ field }) => facetOfChoice(field) !== facetOfChoice(request.field))
        const counted = found.filter((document) => obeys(document, others))
        return [request.name, 'ranges' in request ? yearBuckets(counted, request) : valueBuckets(counted, request)]
      }),
    ) as Record<string, Bucket[]>,
  }
}

/** Choices of one facet are alternatives (or); facets combine with and. */
const obeys = (document: BibliographicDocument, choices: Choice[]) =>
  choices.every(({ field }) =>
    choices.some((choice) => facetOfChoice(choice.field) === facetOfChoice(field) && holds(document, choice)),
  )

const textsOf = (document: BibliographicDocument, fields: SearchField[]) =>
  fields.flatMap((field) => searchFields[field].text(document).map(analyse))

const keysOf = (document: BibliographicDocument) => new Set(identifierKeysOf(document))

function holds(document: BibliographicDocument, clause: Clause | Choice): boolean {
  switch (clause.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return clause.clauses.every((each) => holds(document, each))
    case 'or':
      return clause.clauses.filter((each) => holds(document, each)).length >= clause.atLeast
    case 'not':
      return !holds(document, clause.clause)
    case 'unscored':
      return holds(document, clause.clause)
    case 'word':
      return textsOf(document, clause.fields).some((words) => words.some((word) => stem(word) === stem(clause.word)))
    case 'pattern':
      return textsOf(document, clause.fields).some((words) => words.some((word) => fits(word, clause.pattern)))
    case 'phrase':
      return textsOf(document, clause.fields).some((words) =>
        words.some((_, start) =>
          clause.words.every((word, i) => {
            const there = words[start + i]
            if (there === undefined) return false
            return clause.lastIsPrefix && i === clause.words.length - 1 ? there.startsWith(word) : there === word
          }),
        ),
      )
    case 'identifiers':
      return clause.keys.some((key) => keysOf(document).has(key))
    case 'ids':
      return clause.ids.includes(document.id)
    case 'values':
      return facetValues[clause.field](document).some((value) => clause.values.includes(value))
    case 'beginning':
      return facetValues[clause.field](document).some((value) => value.startsWith(clause.text))
    case 'range': {
      if (clause.field === 'publicationYear')
        return isOfYears(document, Number(clause.from ?? 0), Number(clause.to ?? 9999))
      const value = document.voyagerCreateDate
      if (value === '') return false
      return (clause.from === undefined || value >= clause.from) && (clause.to === undefined || value <= clause.to)
    }
  }
}

function isOfYears(document: BibliographicDocument, from: number, to: number): boolean {
  const { publicationYear: year } = document
  if (year !== null) return from <= year && year <= to
  return facetValues.uncertainYear(document).some((pattern) => uncertainYearsWithin(from, to).includes(pattern))
}

/** Matches a pattern against a word, letter by letter. */
function fits(word: string, pattern: string): boolean {
  if (pattern === '') return word === ''
  if (pattern[0] === '*') return fits(word, pattern.slice(1)) || (word !== '' && fits(word.slice(1), pattern))
  return word !== '' && (pattern[0] === '?' || pattern[0] === word[0]) && fits(word.slice(1), pattern.slice(1))
}

const sortValue = (document: BibliographicDocument, key: Exclude<SortKey, '_score'>) => document[key] || null

function inOrder(a: BibliographicDocument, b: BibliographicDocument, sort: CatalogueQuery['sort']): number {
  for (const { key, descending } of [...sort, { key: 'titleSort' as const, descending: false }]) {
    const one = sortValue(a, key as Exclude<SortKey, '_score'>)
    const two = sortValue(b, key as Exclude<SortKey, '_score'>)
    if (one === two) continue
    if (one === null) return 1
    if (two === null) return -1
    return one < two === descending ? 1 : -1
  }
  return a.id < b.id ? -1 : 1
}

function valueBuckets(
  documents: BibliographicDocument[],
  request: Exclude<FacetRequest, { ranges: unknown }>,
): Bucket[] {
  const counts = new Map<string, number>()
  for (const document of documents)
    for (const value of new Set(facetValues[request.field](document)))
      if (value !== '' && (request.only?.includes(value) ?? true) && containsParts(value, request.containing ?? []))
        counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .filter(({ count }) => count >= request.minCount)
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, request.size)
}

const yearBuckets = (documents: BibliographicDocument[], request: Extract<FacetRequest, { ranges: unknown }>) =>
  request.ranges.map(({ key, from = 0, to = 9999 }) => ({
    key,
    count: documents.filter((document) => isOfYears(document, from, to)).length,
  }))
