import { keysToFind } from '#marc/identifier.ts'
import { withJoined } from '../../fields.ts'
import { analyse, typedWords } from '../../query/server/analysis.ts'
import type { CatalogueQuery, Clause, SearchField } from '../../query/server/query.ts'
import { seriesName } from '../../rules.ts'
import type { CataloguePort, Title } from '../../server/catalogue-port.ts'
import { oncePerState } from '../../server/once-per-state.ts'

export type Suggestions = {
  titles: Title[]
  authors: string[]
  headings: string[]
  series: string[]
  record: Title | null
}

const most = { titles: 5, authors: 3, headings: 3, series: 2 }
/** Records from which the names are taken: the best matches, so no good match is missed. */
const looked = 60
const bucketsLooked = 60
/** Shorter numbers are more often years or titles than records. */
const shortestNumber = 7

/** Every search passes through its first letters, so their suggestions are cached, up to this length. */
const cachedLetters = 6
const maxCached = 1000

/** Suggestions while typing. Those of the first letters are computed once for each state of the catalogue. */
export function openSuggestions(catalogue: CataloguePort) {
  const currentCache = oncePerState(catalogue, async () => new Map<string, Promise<Suggestions>>())
  return async (prefix: string, signal?: AbortSignal): Promise<Suggestions> => {
    const beginning = typedWords(prefix).join(' ')
    if (beginning.length > cachedLetters) return suggest(catalogue, prefix, signal)
    const cache = await currentCache()
    const known = cache.get(beginning)
    if (known) return known
    // Without the signal: other callers may be waiting for the same result.
    const found = suggest(catalogue, prefix)
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    cache.set(beginning, found)
    found.catch(() => cache.get(beginning) === found && cache.delete(beginning))
    return found
  }
}

/** Suggestions for a search that is being typed. */
async function suggest(catalogue: CataloguePort, prefix: string, signal?: AbortSignal): Promise<Suggestions> {
  const words = typedWords(prefix)
  if (words.length === 0) return { titles: [], authors: [], headings: [], series: [], record: null }
  const ask = async (field: SearchField, more: Partial<CatalogueQuery>) =>
    catalogue.search({ ...askFor(words, field), ...more }, signal)
  const [titles, byAuthor, bySubject, bySeries, record] = await Promise.all([
    catalogue.suggest(prefix, signal),
    ask('author', { size: looked }),
    ask('subject', { facets: [{ name: 'headings', field: 'subjects', size: bucketsLooked, minCount: 1 }] }),
    ask('series', { size: looked }),
    recordOf(catalogue, prefix),
  ])
  const valuesIn = (hits: typeof byAuthor.hits, read: (hit: (typeof hits)[number]['document']) => string[]) =>
    byFrequency(hits.flatMap(({ document }) => read(document)))
      .filter((value) => begins(value, words))
      .sort((a, b) => Number(isTyped(b, words)) - Number(isTyped(a, words)))
  const headings = (bySubject.facets.headings ?? []).map(({ key }) => key).filter((key) => begins(key, words))
  return {
    titles: beginners(titles, words).slice(0, most.titles),
    authors: valuesIn(byAuthor.hits, ({ authors }) => authors).slice(0, most.authors),
    // A heading that only subdivides another one in the list comes later.
    headings: [...headings]
      .sort((a, b) => Number(divides(headings, a)) - Number(divides(headings, b)))
      .slice(0, most.headings),
    series: valuesIn(bySeries.hits, ({ series }) => series.map(seriesName)).slice(0, most.series),
    record,
  }
}

function askFor(words: string[], field: SearchField): CatalogueQuery {
  const fields = [field]
  const whole = [...new Set(words.slice(0, -1))]
  const clauses: Clause[] = [
    ...whole.map((word): Clause => ({ kind: 'word', word, fields })),
    { kind: 'pattern', pattern: `${words.at(-1)!}*`, fields },
  ]
  return {
    clause: { kind: 'and', clauses },
    choices: [],
    sort: [{ key: '_score', descending: true }],
    from: 0,
    size: 0,
    facets: [],
  }
}

/**
 * Puts titles that begin with the typed words first, including the article: for `the ho`, The hobbit before Holes. Then
 * come those that have the words as typed.
 */
function beginners(titles: Title[], words: string[]): Title[] {
  const typed = words.join(' ')
  const rank = ({ title }: Title) => (analyse(title).join(' ').startsWith(typed) ? 2 : Number(isTyped(title, words)))
  return [...titles].sort((a, b) => rank(b) - rank(a))
}

/** Every typed word begins one of the value's words, also as they are spelled otherwise. */
const begins = (value: string, words: string[]): boolean => begin(withJoined([value]).flatMap(analyse), words)
/** The same by the value's own spelling. */
const isTyped = (value: string, words: string[]): boolean => begin(analyse(value), words)
const begin = (own: string[], words: string[]) => words.every((word) => own.some((each) => each.startsWith(word)))

const divides = (headings: string[], heading: string) =>
  heading.includes(' -- ') && headings.includes(heading.slice(0, heading.indexOf(' -- ')))

function byFrequency(values: string[]): string[] {
  const times = new Map<string, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return [...times].sort((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** The record with this number, if it is the only one. */
async function recordOf(catalogue: CataloguePort, text: string): Promise<Title | null> {
  const [own = '', ...others] = keysToFind(text)
  if (own.length < shortestNumber) return null
  const found = await catalogue.lookup([own, ...others])
  const ids = found.get(own) ?? others.flatMap((key) => found.get(key) ?? [])
  if (ids.length !== 1) return null
  const [document] = await catalogue.documents(ids)
  return document
    ? { id: document.id, title: document.title.titlePrimary, responsibility: document.title.noteStmOfResponsibility }
    : null
}
