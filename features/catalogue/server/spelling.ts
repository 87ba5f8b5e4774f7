import { analyse } from './analysis.ts'
import type { CataloguePort } from './catalogue-port.ts'
import { parseSearch } from './parse-search.ts'
import { longestValue } from './read-leaf.ts'

type Meant = { query: string; total: number }

const mostProposals = 3
const mostTried = 8
const mostWords = 12

/** A word as it is typed; a field's name before a colon and the operators of the query language are none. */
const typedWord = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?![\p{L}\p{M}\p{N}*?:])/gu
const operators = new Set(['AND', 'OR', 'NOT'])

/** What a search was probably meant to be, in the catalogue's own words: only searches that find something. */
export async function spellingsFor(catalogue: CataloguePort, query: string, signal?: AbortSignal): Promise<Meant[]> {
  const typed = [...query.matchAll(typedWord)].filter(([word]) => !operators.has(word))
  const folded = new Map(typed.map(([word]) => [word, analyse(word).join(' ')]))
  if (folded.size === 0 || folded.size > mostWords) return []
  const known = await catalogue.spellings([...new Set(folded.values())], signal)
  const found: Meant[] = []
  for (const proposal of proposalsFor(query, folded, known)) {
    if (proposal.length > longestValue) continue
    const asked = parseSearch({
      query: { query_string: { query: proposal, default_operator: 'and', analyze_wildcard: true } },
      size: 0,
    })
    const { yearRanges: _, ...search } = asked
    const { total } = await catalogue.search(search, signal)
    if (total > 0) found.push({ query: proposal, total })
    if (found.length === mostProposals) break
  }
  return found
}

/** First with the likeliest spelling of each word; then with one word's next likeliest. */
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
  return [...new Set([write(() => 0), ...next])].slice(0, mostTried)
}

/** With a capital where there was one. */
const asTyped = (word: string, spelling: string): string =>
  /^\p{Lu}/u.test(word) ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling
