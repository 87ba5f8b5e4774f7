import type { DatabaseSync } from 'node:sqlite'
import { stem } from '#features/catalogue/query/server/stem.ts'
import { generationOf } from './schema.ts'
import { nextSpelling } from './stored-heading.ts'

/**
 * The words of all headings in memory. A doc is a heading's place in alphabetical order, so an ascending list of docs
 * is sorted. Words are numbered from 2; 0 ends the heading and each variant, 1 each spelling of it but the last.
 */
export type HeadingIndex = {
  generation: number
  count: number
  rows: Uint32Array
  /** The doc of a stored row. */
  docOfRow: Uint32Array
  /** An index into `authorities`. */
  authority: Uint8Array
  /** The words of all docs in order; those of a doc run from `starts[doc]` to `starts[doc + 1]`. */
  tokens: Uint32Array
  starts: Uint32Array
  words: string[]
  numbers: Map<string, number>
  /** Numbers of the words that share a stem. */
  stems: Map<string, number[]>
  /** Numbers of all words in alphabetical order. */
  sorted: Uint32Array
  /** The docs of a word run from `docStarts[word]` to `docStarts[word + 1]`, ascending. */
  docs: Uint32Array
  docStarts: Uint32Array
}

type Row = { row: number; authority: number; words: string }

export function readIndex(db: DatabaseSync): HeadingIndex {
  const generation = generationOf(db)
  const { count } = db.prepare('select count(*) as count from heading').get() as { count: number }
  const rows = new Uint32Array(count)
  const authority = new Uint8Array(count)
  const starts = new Uint32Array(count + 1)
  const words = ['', nextSpelling]
  const numbers = new Map([[nextSpelling, 1]])
  let tokens = new Uint32Array(count * 8 + 16)
  let length = 0
  const push = (token: number) => {
    if (length === tokens.length) {
      const grown = new Uint32Array(length * 2)
      grown.set(tokens)
      tokens = grown
    }
    tokens[length++] = token
  }
  let doc = 0
  const all = db.prepare('select row, authority, words from heading order by sort, id').iterate()
  for (const each of all as Iterable<Row>) {
    rows[doc] = each.row
    authority[doc] = each.authority
    for (const part of each.words.split('|')) {
      for (const word of part === '' ? [] : part.split(' ')) {
        let number = numbers.get(word)
        if (number === undefined) {
          number = words.push(word) - 1
          numbers.set(word, number)
        }
        push(number)
      }
      push(0)
    }
    starts[++doc] = length
  }
  tokens = tokens.slice(0, length)
  return {
    generation,
    count,
    rows,
    docOfRow: placesOf(rows),
    authority,
    tokens,
    starts,
    words,
    numbers,
    stems: stemsOf(words),
    sorted: Uint32Array.from(words.keys().drop(1)).sort((a, b) => (words[a]! < words[b]! ? -1 : 1)),
    ...postingsOf(tokens, starts, words.length),
  }
}

function placesOf(rows: Uint32Array): Uint32Array {
  const places = new Uint32Array(rows.reduce((most, row) => Math.max(most, row), 0) + 1)
  rows.forEach((row, doc) => {
    places[row] = doc
  })
  return places
}

function stemsOf(words: string[]): Map<string, number[]> {
  const stems = new Map<string, number[]>()
  for (let word = 1; word < words.length; word++) {
    const root = stem(words[word]!)
    const known = stems.get(root)
    if (known) known.push(word)
    else stems.set(root, [word])
  }
  return stems
}

/** Each doc once per word, however often it has the word. */
function postingsOf(tokens: Uint32Array, starts: Uint32Array, words: number) {
  const last = new Int32Array(words).fill(-1)
  const docStarts = new Uint32Array(words + 1)
  const forEach = (take: (word: number, doc: number) => void) => {
    last.fill(-1)
    for (let doc = 0; doc + 1 < starts.length; doc++)
      for (let at = starts[doc]!; at < starts[doc + 1]!; at++) {
        const word = tokens[at]!
        if (word === 0 || last[word] === doc) continue
        last[word] = doc
        take(word, doc)
      }
  }
  forEach((word) => docStarts[word + 1]!++)
  for (let word = 0; word < words; word++) docStarts[word + 1]! += docStarts[word]!
  const docs = new Uint32Array(docStarts[words]!)
  const next = docStarts.slice()
  forEach((word, doc) => {
    docs[next[word]!++] = doc
  })
  return { docs, docStarts }
}
