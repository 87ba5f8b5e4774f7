import { typedWords } from '#features/catalogue/query/server/analysis.ts'
import type { Title } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { beginningOf, maxTitles, oneAfterTheOther, suggestionQuery } from '../../suggestion-query.ts'
import type { Connection } from '../connection.ts'
import { maxBeginningLength } from '../mapping.ts'
import { howMany } from './meanings.ts'
import type { Query } from './print-query.ts'
import { search } from './search.ts'
import { askSearches } from './search-many.ts'

type Reply = { hits: { total: { value: number }; hits: { _source: { document: string } }[] } }

/** Titles with this prefix first, the shortest before the others; then those with the words elsewhere. */
export async function suggest(at: Connection, prefix: string, signal?: AbortSignal): Promise<Title[]> {
  const words = typedWords(prefix)
  if (words.length === 0) return []
  const whole = words.slice(0, -1)
  const beginning = beginningOf(prefix)
  const [begin, all, ...frequencies] = await askSearches<Reply>(
    at,
    [
      titlesThatBegin(beginning),
      howMany({ match_all: {} }),
      ...whole.map((word) => howMany({ term: { words: word } })),
    ],
    signal,
  )
  const first = begin!.hits.hits
    .map(({ _source }): BibliographicDocument => JSON.parse(_source.document))
    .filter(({ titleSort }) => titleSort.startsWith(beginning))
    .slice(0, maxTitles)
    .map(titleOf)
  if (first.length === maxTitles) return first
  const isCommon = (word: string) =>
    (frequencies[whole.indexOf(word)]?.hits.total.value ?? 0) > all!.hits.total.value / 20
  const query = suggestionQuery(prefix, isCommon)
  if (!query) return first
  const { hits } = await search(at, query, signal)
  return oneAfterTheOther(
    first,
    hits.map(({ document }) => titleOf(document)),
  ).slice(0, maxTitles)
}

/** Candidates examined if the typed text is longer than the indexed prefixes. */
const maxLookedAt = 100

/** Records whose sort title has this prefix, one per title, shortest titles first. */
function titlesThatBegin(beginning: string): object {
  const letters = [...beginning]
  const start: Query = { term: { 'titleSort.start': letters.slice(0, maxBeginningLength).join('') } }
  const isLonger = letters.length > maxBeginningLength
  const words = isLonger ? beginning.split(' ').slice(0, -1) : []
  return {
    size: isLonger ? maxLookedAt : maxTitles,
    query: { bool: { filter: [start, ...words.map((word): Query => ({ term: { words: word } }))] } },
    sort: [{ titleLength: 'asc' }, { titleSort: 'asc' }, { id: 'asc' }],
    collapse: { field: 'titleSort' },
    track_total_hits: false,
    _source: ['document'],
  }
}

const titleOf = ({ id, title }: BibliographicDocument): Title => ({
  id,
  title: title.titlePrimary,
  responsibility: title.noteStmOfResponsibility,
})
