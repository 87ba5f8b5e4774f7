import type { App } from '#app/app.ts'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import { analyse, matchNumbers } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { Problem } from '#kit/problem.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { identifierKey } from '#marc/identifier.ts'
import type { Candidate } from '../contract.ts'
import type { RequestedItem } from './requested-items.ts'

const maxByTitle = 8
const maxInAll = 20
/** Enough words of a title to recognise it. */
const maxWords = 12

/** Catalogue records that may match: by number, then by title. */
export async function candidatesFor(
  { catalogue }: Pick<App, 'catalogue'>,
  items: Pick<RequestedItem, 'standardNumber' | 'title' | 'authors'>[],
  signal?: AbortSignal,
): Promise<Candidate[]> {
  try {
    const keys = items.map(({ standardNumber }) => identifierKey(standardNumber).key).filter((key) => key !== '')
    const matches = [...(await matchNumbers(catalogue, [...new Set(keys)])).values()]
    const found = new Map<RecordId, Candidate['found']>(
      matches.flatMap(({ proposals }) => proposals.map(({ id, kind }) => [id, kind])),
    )
    for (const { ids } of matches) for (const id of ids) found.set(id, 'number')
    const ownFirst = [...found.keys()].sort(
      (a, b) => Number(found.get(b) === 'number') - Number(found.get(a) === 'number'),
    )
    const byNumber = await catalogue.documents(ownFirst.slice(0, maxInAll))
    const known = new Set(byNumber.map(({ id }) => id))
    const byTitle = (await titlesLike({ catalogue }, items, signal)).filter(({ id }) => !known.has(id))
    return [
      ...byNumber.map((document) => asCandidate(document, found.get(document.id)!)),
      ...byTitle.map((document) => asCandidate(document, 'title')),
    ].slice(0, maxInAll)
  } catch (error) {
    // Candidates are optional: the desk can work while the index is unavailable.
    if (error instanceof Problem) return []
    throw error
  }
}

async function titlesLike(
  { catalogue }: Pick<App, 'catalogue'>,
  items: Pick<RequestedItem, 'title' | 'authors'>[],
  signal: AbortSignal | undefined,
): Promise<BibliographicDocument[]> {
  const title = items.find((item) => item.title !== '')?.title ?? ''
  const words = [...new Set(analyse(title))].slice(0, maxWords)
  if (words.length === 0) return []
  const authors = [...new Set(analyse(items.find((item) => item.authors !== '')?.authors ?? ''))].slice(0, maxWords)
  const wordsIn = (fields: SearchField[]) => (word: string) => ({ kind: 'word' as const, word, fields })
  const inTitle = words.map(wordsIn(['title']))
  // One word in five may differ: subtitles and spellings vary.
  const enough: Clause =
    inTitle.length === 1
      ? inTitle[0]!
      : { kind: 'or', clauses: inTitle, atLeast: Math.max(1, Math.floor(inTitle.length * 0.8)) }
  const clause: Clause =
    authors.length === 0
      ? enough
      : { kind: 'and', clauses: [enough, { kind: 'or', clauses: authors.map(wordsIn(['author'])), atLeast: 0 }] }
  const { hits } = await catalogue.search(
    {
      clause,
      choices: [],
      sort: [{ key: '_score', descending: true }],
      from: 0,
      size: maxByTitle,
      facets: [],
      wholeTitle: words.join(' '),
    },
    signal,
  )
  return hits.map(({ document }) => document)
}

export const asCandidate = (document: BibliographicDocument, found: Candidate['found']): Candidate => ({
  recordId: document.id,
  title: document.title.titlePrimary || `Record ${document.id}`,
  responsibility: document.title.noteStmOfResponsibility || document.authors[0] || '',
  year: document.dateIssuedMarc || document.dateIssued,
  identifiers: numbersOf(document),
  found,
})

export const numbersOf = ({ isbn13, isbn, issn, otherIdentifier }: BibliographicDocument): string[] => [
  ...new Set([...isbn13, ...isbn.filter((each) => each.length !== 10), ...issn, ...otherIdentifier]),
]
