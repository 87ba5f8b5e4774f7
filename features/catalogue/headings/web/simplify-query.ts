export const maxWords = 8
const shortestBeginning = 3

/** The words without characters, field names and operators of the query language. */
export function plainWords(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? []
  const terms = words.filter((word) => !/^(AND|OR|NOT)$/.test(word))
  return terms.length > 0 ? terms : words.map((word) => word.toLowerCase())
}

/**
 * Beginnings without each number of the last letters, the longest first: they find a word that was mistyped near its
 * end. Without 0 letters: a word that goes on.
 */
export function beginningsOf(words: string[], cuts: number[]): string[] {
  if (words.length > maxWords) return []
  const cut = (letters: number) =>
    words
      .map((word) => {
        if (letters === 0) return `${word}*`
        const left = Math.max(shortestBeginning, word.length - letters)
        return word.length > shortestBeginning + 1 ? `${word.slice(0, left)}*` : word
      })
      .join(' ')
  return [...new Set(cuts.map(cut))].filter((each) => each.includes('*'))
}
