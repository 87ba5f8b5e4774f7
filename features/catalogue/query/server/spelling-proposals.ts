import type { Caller } from '#kit/server/caller.ts'
import { fitsSearch } from '../../rules.ts'
import { searchOf } from '../../server/catalogue.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { analyse } from './analysis.ts'
import { titleKeysOf } from './title-keys.ts'

export type Meant = { query: string; total: number }
type Needs = Pick<CataloguePort, 'search' | 'counts' | 'spellings' | 'variants'>

type Asking = { caller?: Caller | null; signal?: AbortSignal | undefined }

const maxProposals = 3
/** Proposals whose totals are asked for, in one call. */
const maxTried = 48
/** Proposals whose first title is compared. */
const maxCompared = 6
const maxWords = 64
/** Of a longer search only the words that the catalogue does not have are corrected. */
const maxWordsInContext = 12
/** A search that finds something may be a misspelling of one that finds this many times as much. */
const muchMore = 20

/** A typed word, but not a field's name before a colon or an operator of the query language. */
const typedWord = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?![\p{L}\p{M}\p{N}*?:])/gu
const operators = new Set(['AND', 'OR', 'NOT'])

/**
 * Likely corrections of a search in the catalogue's own words, likeliest first, at most 3: only those that find
 * something, and far more than the search itself. Of a word's near words those count that occur beside the other words;
 * a search that becomes a title comes before all others.
 */
export async function spellingsFor(
  catalogue: Needs,
  query: string,
  { caller = null, signal }: Asking = {},
): Promise<Meant[]> {
  const clauseOf = (text: string) => read(catalogue, caller, text).clause
  const typed = [...query.matchAll(typedWord)].map(([word]) => word).filter((word) => !operators.has(word))
  // A text that folds into several words (`ﷺ`, Chinese) has no spelling.
  const folded = new Map(
    typed.flatMap((word): [string, string][] => {
      const [first, ...more] = analyse(word)
      return first === undefined || more.length > 0 ? [] : [[word, first]]
    }),
  )
  if (folded.size === 0 || folded.size > maxWords) return []
  const [own = 0, ...often] = await catalogue.counts([query, ...folded.keys()].map(clauseOf), signal)
  const unknown = [...folded.keys()].filter((_, i) => often[i] === 0)
  const words = unknown.length > 0 || folded.size > maxWordsInContext ? unknown : [...folded.keys()]
  if (words.length === 0) return []
  const keys = [...new Set(words.map((word) => folded.get(word)!))]
  const near = await catalogue.spellings(keys, { inContext: true }, signal)
  const spellings = new Map(words.map((word): [string, string[]] => [word, near.get(folded.get(word)!) ?? []]))
  const tried = proposalsFor(query, spellings, unknown).filter(fitsSearch)
  if (tried.length === 0) return []
  const totals = await catalogue.counts(tried.map(clauseOf), signal)
  const found = tried
    .map((proposal, i) => ({ query: proposal, total: totals[i]! }))
    .filter(({ total }) => total > own * muchMore)
  const compared = found.slice(0, maxCompared)
  const areTitles = await Promise.all(compared.map((each) => isTitle(catalogue, each.query, { caller, signal })))
  const titles = compared.filter((_, i) => areTitles[i])
  return [...titles, ...found.filter((each) => !titles.includes(each))].slice(0, maxProposals)
}

/**
 * Likeliest first. Words that the catalogue does not have change, all of them; if it has them all, one of them does.
 * Of several the best spellings change together, then one of them takes its next likeliest.
 */
function proposalsFor(query: string, spellings: Map<string, string[]>, unknown: string[]): string[] {
  const write = (choice: (word: string) => number | undefined) =>
    query.replace(typedWord, (word) => {
      const rank = choice(word)
      const spelling = rank === undefined ? undefined : spellings.get(word)?.[rank]
      return spelling === undefined ? word : asTyped(word, spelling)
    })
  const ranks = [...Array(Math.max(...[...spellings.values()].map(({ length }) => length))).keys()]
  const proposals =
    unknown.length === 0
      ? ranks.flatMap((rank) =>
          [...spellings.keys()].map((changed) => write((word) => (word === changed ? rank : undefined))),
        )
      : ranks.flatMap((rank) =>
          unknown.map((varied) => write((word) => (word === varied ? rank : unknown.includes(word) ? 0 : undefined))),
        )
  return [...new Set(proposals)].filter((each) => each !== query).slice(0, maxTried)
}

const read = (catalogue: Needs, caller: Caller | null, query: string) =>
  searchOf(
    caller,
    { query: { query_string: { query, default_operator: 'and', analyze_wildcard: true } }, size: 1 },
    catalogue,
  )

/** Whether the first record has exactly this title. */
async function isTitle(catalogue: Needs, query: string, { caller = null, signal }: Asking): Promise<boolean> {
  const { yearRanges: _, ...search } = read(catalogue, caller, query)
  const [first] = (await catalogue.search(search, signal)).hits
  if (!first) return false
  const { whole, short, proper, other } = titleKeysOf(first.document)
  return [whole, short, ...proper, ...other].includes(analyse(query).join(' '))
}

/** Capitalised if the typed word was. */
const asTyped = (word: string, spelling: string): string =>
  /^\p{Lu}/u.test(word) ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling
