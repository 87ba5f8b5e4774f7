import { stem } from '#features/catalogue/query/server/stem.ts'
import {
  type Candidate,
  halvesOf,
  isSpelt,
  likeliest,
  maxChanges,
  mayBeUnfinished,
  twoWords,
  unfinished,
} from '../../likely-spelling.ts'
import type { Connection } from '../connection.ts'
import { howMany, wordsLike } from './meanings.ts'
import { askSearches } from './search-many.ts'

type Options = { options: { text: string; freq: number }[] }[]
type Near = { suggest: { one: Options; two?: Options } }
type Ending = { aggregations?: { found: { buckets: { key: string }[] } } }
type Counted = { hits: { total: { value: number } } }

/** Near words examined further. */
const maxNear = 30

/** Likely intended spellings of each folded word, likeliest first. */
export async function spellings(
  at: Connection,
  words: string[],
  inContext: boolean,
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  const uniqueWords = [...new Set(words)].filter(isSpelt)
  if (uniqueWords.length === 0) return new Map()
  const replies = await askSearches<Near & Ending>(
    at,
    uniqueWords.flatMap((word) => [nearWords(word), endings(word)]),
    signal,
  )
  const candidates = uniqueWords.map((word, i) => {
    const { one, two } = replies[2 * i]!.suggest
    const near = [...(one[0]?.options ?? []), ...(two?.[0]?.options ?? [])].map(({ text }) => text)
    const longer = replies[2 * i + 1]!.aggregations?.found.buckets.map(({ key }) => key) ?? []
    return changesOf(word, near, longer)
  })
  // The engine's frequencies of near words include deleted and not yet visible records.
  const counted = [...candidates.flatMap((each) => [...each.keys()]), ...uniqueWords.flatMap(halvesOf).flat()]
  const often = await frequencies(at, counted, signal)
  const known = await askSearches<Counted>(
    at,
    uniqueWords.map((word) => howMany({ term: { stems: stem(word) } })),
    signal,
  )
  const found = new Map<string, string[]>()
  uniqueWords.forEach((word, i) => {
    const frequent = [...candidates[i]!].map(([text, changes]): [string, Candidate] => [
      text,
      { changes, frequency: often(text) },
    ])
    const list = likeliest(
      word,
      known[i]!.hits.total.value,
      frequent.filter(([, { frequency }]) => frequency > 0),
      twoWords(word, often),
      inContext,
    )
    if (list.length > 0) found.set(word, list)
  })
  return found
}

function changesOf(word: string, near: string[], longer: string[]): Map<string, number> {
  const changes = new Map<string, number>()
  for (const text of longer) changes.set(text, unfinished)
  for (const text of near) {
    const count = changesBetween(word, text)
    // Two mistakes rarely include one in the first letter.
    if (count === 1 || (count === 2 && text[0] === word[0] && maxChanges(word) === 2))
      changes.set(text, Math.min(count, changes.get(text) ?? count))
  }
  return changes
}

async function frequencies(
  at: Connection,
  words: string[],
  signal: AbortSignal | undefined,
): Promise<(word: string) => number> {
  const uniqueWords = [...new Set(words)]
  const replies = await askSearches<Counted>(
    at,
    uniqueWords.map((word) => howMany({ term: { words: word } })),
    signal,
  )
  const counts = new Map(uniqueWords.map((word, i) => [word, replies[i]!.hits.total.value]))
  return (word) => counts.get(word) ?? 0
}

function nearWords(word: string): object {
  const suggestion = (changes: 1 | 2) => ({
    text: word,
    term: {
      field: 'words',
      suggest_mode: 'always',
      sort: 'frequency',
      max_edits: changes,
      prefix_length: changes - 1,
      min_word_length: 1,
      max_term_freq: 1_000_000_000,
      accuracy: 0.1,
      size: maxNear,
      shard_size: maxNear * 3,
    },
  })
  return { size: 0, suggest: { one: suggestion(1), ...(maxChanges(word) === 2 ? { two: suggestion(2) } : {}) } }
}

/** The most frequent word with this prefix. */
const endings = (word: string): object => (mayBeUnfinished(word) ? wordsLike(`${word}?*`, 1) : { size: 0 })

/** The edit distance of two words in UTF-8 bytes: insertion, deletion, replacement, or swap of neighbours. */
function changesBetween(one: string, other: string): number {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
