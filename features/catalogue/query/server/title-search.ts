import { itemTypes } from '#marc/crosswalk/item-types.ts'
import type { CataloguePort, DocumentHit } from '../../server/catalogue-port.ts'
import { isUnspaced, maxTyped } from './analysis.ts'
import { allOf, anyOf, not } from './clauses.ts'
import { atLeastOf } from './minimum-match.ts'
import { parseSearch, searchLimits } from './parse-search.ts'
import type { Clause, SearchField } from './query.ts'

export const maxTitles = 20
/** Share of a long title's words that must match, whatever the query says. */
const minimumMatch = '70%'
/** From this length on, an unfinished word must match too. */
const countedLetters = 3

/** Other fields that may contain the words: `hobbit tolkien`. */
const beside: SearchField[] = ['author', 'series']

const noAudioOrVideo: Clause = not({
  kind: 'values',
  field: 'scisType',
  values: [...itemTypes.Audio, ...itemTypes.Video, 'Music score'],
})

type TitleHits = { total: number; hits: DocumentHit[] }

/**
 * Titles for words that are being typed, at most 20. Only the query's words, fields and filters count; the
 * specification fixes the rest.
 */
export async function searchTitles(
  catalogue: Pick<CataloguePort, 'search' | 'suggest'>,
  query: unknown,
  signal?: AbortSignal,
): Promise<TitleHits> {
  const { clause, choices } = parseSearch(query, { ...searchLimits, defaultSize: maxTitles })
  const { words, fields, narrowing } = readTyped(clause)
  if (words.length === 0) return { total: 0, hits: [] }
  const among = allOf([...[noAudioOrVideo, ...narrowing].map(unscored)])
  const ask = (found: Clause) =>
    catalogue.search(
      {
        clause: allOf([found, among]),
        choices,
        sort: [{ key: '_score', descending: true }],
        from: 0,
        size: maxTitles,
        facets: [],
        wholeTitle: words.join(' '),
      },
      signal,
    )
  const beginning = catalogue.suggest(words.join(' '), signal).then(async (titles) => {
    const ids = titles.map(({ id }) => id)
    const { hits } = ids.length === 0 ? { hits: [] } : await ask({ kind: 'ids', ids })
    const byId = new Map(hits.map((hit) => [hit.id, hit]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
  const [first, { total, hits }] = await Promise.all([beginning, ask(enoughOf(words, fields))])
  const known = new Set(first.map(({ id }) => id))
  const all = [...first, ...hits.filter(({ id }) => !known.has(id))].slice(0, maxTitles)
  return { total: Math.max(total, all.length), hits: all }
}

/** Requires enough of the words, the last one perhaps unfinished; more of them, and adjacent ones, rank higher. */
function enoughOf(words: string[], fields: SearchField[]): Clause {
  const each = words.map(
    (word, i): Clause =>
      i === words.length - 1 && !isUnspaced(word)
        ? { kind: 'pattern', pattern: `${word}*`, fields }
        : { kind: 'word', word, fields },
  )
  if (words.length === 1) return each[0]!
  // Nearly every title has a word with such a short prefix, so it only affects the rank.
  const counted = words.at(-1)!.length < countedLetters ? each.slice(0, -1) : each
  const enough = anyOf(counted, Math.max(1, atLeastOf(minimumMatch, words.length)))
  return anyOf([enough, allOf(each), { kind: 'phrase', words, fields: ['title'], lastIsPrefix: true }])
}

type Typed = { words: string[]; fields: SearchField[]; narrowing: Clause[] }

/** The typed words in order, each once, and the other conditions. */
function readTyped(clause: Clause): Typed {
  const words = new Set<string>()
  const fields = new Set<SearchField>(['title'])
  const narrowing: Clause[] = []
  const open = clause.kind === 'and' ? [...clause.clauses] : [clause]
  for (const part of open) {
    if (asksForTitle(part)) takeWords(part)
    else narrowing.push(part)
  }
  return { words: [...words].slice(0, maxTyped), fields: [...fields], narrowing }

  function takeWords(part: Clause) {
    switch (part.kind) {
      case 'and':
      case 'or':
        for (const inner of part.clauses) takeWords(inner)
        return
      case 'word':
        words.add(part.word)
        break
      case 'phrase':
        for (const word of part.words) words.add(word)
        break
      case 'pattern':
        for (const word of part.pattern.split(/[*?]+/)) if (word !== '') words.add(word)
        break
      default:
        return
    }
    for (const field of part.fields) if (beside.includes(field)) fields.add(field)
  }
}

const asksForTitle = (part: Clause): boolean =>
  part.kind === 'and' || part.kind === 'or'
    ? part.clauses.some(asksForTitle)
    : 'fields' in part && part.fields.includes('title')
const unscored = (clause: Clause): Clause => ({ kind: 'unscored', clause })
