import type { CataloguePort } from '../../server/catalogue-port.ts'
import { analyse } from './analysis.ts'
import { parseSearch } from './parse-search.ts'
import { maxValueLength } from './read-leaf.ts'

type Meant = { query: string; total: number }

const maxProposals = 3
const maxTried = 8
const maxWords = 12

/** A typed word, but not a field's name before a colon or an operator of the query language. */
const typedWord = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?![\p{L}\p{M}\p{N}*?:])/gu
const operators = new Set(['AND', 'OR', 'NOT'])

/** Likely corrections of a search, in the catalogue's own words: only those that find something. */
export async function spellingsFor(
  catalogue: Pick<CataloguePort, 'search' | 'spellings'>,
  query: string,
  signal?: AbortSignal,
): Promise<Meant[]> {
  const typed = [...query.matchAll(typedWord)].filter(([word]) => !operators.has(word))
  const folded = new Map(typed.map(([word]) => [word, analyse(word).join(' ')]))
  if (folded.size === 0 || folded.size > maxWords) return []
  const known = await catalogue.spellings([...new Set(folded.values())], signal)
  const found: Meant[] = []
  for (const proposal of proposalsFor(query, folded, known)) {
    if (proposal.length > maxValueLength) continue
    const parsed = parseSearch({
      query: { query_string: { query: proposal, default_operator: 'and', analyze_wildcard: true } },
      size: 0,
    })
    const { yearRanges: _, ...search } = parsed
    const { total } = await catalogue.search(search, signal)
    if (total > 0) found.push({ query: proposal, total })
    if (found.length === maxProposals) break
  }
  return found
}

/** First the likeliest spelling of every word; then the next likeliest of one word. */
function proposalsFor(query: string, folded: Map<string, string>, known: Map<string, string[]>): string[] {
  const spellings = new Map(
    [...folded].flatMap(([word, key]): [string, string[]][] => {
      const found = known.get(key)
      return found ? [[word, found]] : []
    }),
  )
  if (spellings.size === 0) return []
  const write = (choice: (word: string) => number) =>
    query.replace(typedWord, (word) => {
      const found = spellings.get(word)
      return found && !operators.has(word) ? asTyped(word, found[choice(word)] ?? found[0]!) : word
    })
  const next = [1, 2, 3].flatMap((rank) =>
    [...spellings.keys()].map((varied) => write((word) => (word === varied ? rank : 0))),
  )
  return [...new Set([write(() => 0), ...next])].slice(0, maxTried)
}

/** Capitalised if the typed word was. */
const asTyped = (word: string, spelling: string): string =>
  /^\p{Lu}/u.test(word) ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling
