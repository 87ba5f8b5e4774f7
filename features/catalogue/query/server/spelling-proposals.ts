import type { Caller } from '#kit/server/caller.ts'
import { fitsSearch } from '../../rules.ts'
import { searchOf } from '../../server/catalogue.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { analyse } from './analysis.ts'
import { typedTargetOf } from './query-fields.ts'
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

/** A typed word, perhaps before a colon or the end of a question, but without the wildcards of the query language. */
const typedWord = /([\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)(?![\p{L}\p{M}\p{N}*]|\?[\p{L}\p{N}*?])(:?)/gu
const operators = new Set(['AND', 'OR', 'NOT'])
const isWord = (word: string, colon: string) => !operators.has(word) && !(colon && typedTargetOf(word))

/**
 * Likely corrections of a search in the catalogue's own words, at most 3: only those that find something, and far more
 * than the search itself. Those with the most hits come first; those of a title count for more. Of a word's near words
 * those count that occur beside the other words.
 */
export async function spellingsFor(
  catalogue: Needs,
  query: string,
  { caller = null, signal }: Asking = {},
): Promise<Meant[]> {
  const clauseOf = (text: string) => read(catalogue, caller, text).clause
  const typed = [...query.matchAll(typedWord)].flatMap(([, word = '', colon = '']) =>
    isWord(word, colon) ? [word] : [],
  )
  // A text that folds into several words (`ﷺ`, Chinese) has no spelling.
  const folded = new Map(
    typed.flatMap((word): [string, string][] => {
      const [first, ...more] = analyse(word)
      return first === undefined || more.length > 0 ? [] : [[word, first]]
    }),
  )
  if (folded.size === 0 || folded.size > maxWords) return []
  const [own = 0, ...often] = await catalogue.counts([query, ...folded.keys()].map(clauseOf), signal)
  const words = [...folded.keys()]
  const unknown = words.filter((_, i) => often[i] === 0)
  const known = words.length > maxWordsInContext ? [] : words.filter((_, i) => often[i] !== 0)
  const likely = async (changed: string[], among: string[]): Promise<Meant[]> => {
    if (among.length === 0) return []
    const near = await catalogue.spellings(
      [...new Set(among.map((word) => folded.get(word)!))],
      { inContext: true },
      signal,
    )
    const spellings = new Map(among.map((word) => [word, near.get(folded.get(word)!) ?? []]))
    const tried = proposalsFor(query, spellings, changed).filter(fitsSearch)
    const totals = tried.length === 0 ? [] : await catalogue.counts(tried.map(clauseOf), signal)
    return tried
      .map((proposal, i) => ({ query: proposal, total: totals[i]! }))
      .filter(({ total }) => total > own * muchMore)
  }
  // A word that the catalogue has may be wrong beside the others too.
  const ofUnknown = await likely(unknown, unknown)
  const found = ofUnknown.length > 0 ? ofUnknown : await likely(unknown, known.length > 0 ? words : [])
  const compared = found.slice(0, maxCompared)
  const areTitles = await Promise.all(compared.map((each) => isTitle(catalogue, each.query, { caller, signal })))
  // The more words a title has, the less likely it is one by chance.
  const worth = (each: Meant) => each.total * (areTitles[compared.indexOf(each)] ? 2 ** words.length : 1)
  return found.toSorted((a, b) => worth(b) - worth(a)).slice(0, maxProposals)
}

/**
 * Likeliest first. Words that the catalogue does not have change, all of them, and one of the others if they are given.
 * Of several the best spellings change together, then one of them takes its next likeliest.
 */
function proposalsFor(query: string, spellings: Map<string, string[]>, unknown: string[]): string[] {
  const write = (choice: (word: string) => number | undefined) =>
    query.replace(typedWord, (whole, word: string, colon: string) => {
      const rank = isWord(word, colon) ? choice(word) : undefined
      const spelling = rank === undefined ? undefined : spellings.get(word)?.[rank]
      return spelling === undefined ? whole : asTyped(word, spelling) + colon
    })
  const ranks = [...Array(Math.max(...[...spellings.values()].map(({ length }) => length))).keys()]
  const known = [...spellings.keys()].filter((word) => !unknown.includes(word))
  const varied = known.length > 0 ? known : unknown
  const proposals = ranks.flatMap((rank) =>
    varied.map((changed) => write((word) => (word === changed ? rank : unknown.includes(word) ? 0 : undefined))),
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
