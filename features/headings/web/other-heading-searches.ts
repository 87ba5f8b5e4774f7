import { changeThesaurus, type ThesaurusState, titleOfThesaurus } from './thesaurus-state.ts'

/** A search to try instead; of those with the same `name` the first that finds something is enough. */
export type OtherSearch = { name: string; words: string; state: ThesaurusState }

const mostWords = 8
const shortestBeginning = 3

/** What a search that found no heading may be changed to: every authority, any of the words, beginnings of words. */
export function otherHeadingSearches(state: ThesaurusState): OtherSearch[] {
  const others: OtherSearch[] = []
  const everywhere = changeThesaurus(state, { selectedThesaurus: 'all' })
  if (state.selectedThesaurus !== 'all' && (state.query !== '' || state.base))
    others.push({ name: 'In every authority', words: titleOfThesaurus(state), state: everywhere })
  // What a query of its own asks for is not in its words.
  if (state.base) return others

  const words = plainWords(state.query)
  const propose = (name: string, query: string) => {
    if (query !== '' && query !== state.query)
      others.push({ name, words: query, state: changeThesaurus(everywhere, { query }) })
  }
  if (words.length > mostWords) return others
  if (words.join(' ') !== state.query.replace(/\s+/g, ' ')) propose('The words alone', words.join(' '))
  for (const beginnings of beginningsOf(words)) propose('Words that begin so', beginnings)
  if (words.length > 1) propose('Any of the words', words.join(' OR '))
  return others
}

/** Without the signs of the query language and its operators. */
function plainWords(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? []
  return words.filter((word) => !/^(AND|OR|NOT)$/.test(word))
}

/** The longest first: a word that was mistyped near its end is found by what stands before. */
function beginningsOf(words: string[]): string[] {
  const cut = (letters: number) =>
    words
      .map((word) => {
        const left = Math.max(shortestBeginning, word.length - letters)
        return left < word.length ? `${word.slice(0, left)}*` : word
      })
      .join(' ')
  return [
    ...new Set(
      [0, 1, 2, 3, 4].map((letters) => (letters === 0 ? words.map((word) => `${word}*`).join(' ') : cut(letters))),
    ),
  ].filter((each) => each.includes('*'))
}
