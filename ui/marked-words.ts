import { normalised } from '#kit/normalised.ts'

const wordPattern = /[\p{L}\p{N}\p{M}'’]+/gu
const operators = new Set(['and', 'or', 'not'])

const fold = (text: string) =>
  normalised(text, 'NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

/** The words of a query to mark in its results: without field names, operators and excluded words. */
export function wordsOfQuery(query: string): string[] {
  const searched = query.replace(/(^|\s)-\S+/g, ' ').replace(/\b[\p{L}.]+:(?=\S)/gu, ' ')
  const words = searched.match(/[\p{L}\p{N}\p{M}'’*?]+/gu) ?? []
  return words.filter((word) => !operators.has(word.toLowerCase())).map((word) => fold(word))
}

/** Splits a text at the words that match the search. Endings are ignored as in the search. */
export function markWords(text: string, words: readonly string[]): { text: string; marked: boolean }[] {
  if (words.length === 0) return [{ text, marked: false }]
  const parts: { text: string; marked: boolean }[] = []
  let at = 0
  const take = (end: number, marked: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), marked })
    at = end
  }
  for (const match of text.matchAll(wordPattern)) {
    if (!words.some((word) => answers(fold(match[0]), word))) continue
    take(match.index, false)
    take(match.index + match[0].length, true)
  }
  take(text.length, false)
  return parts
}

function answers(found: string, word: string) {
  const wildcard = word.search(/[*?]/)
  if (wildcard > 0) return found.startsWith(word.slice(0, wildcard))
  return stem(found) === stem(word)
}

const stem = (word: string) => (word.length > 3 ? word.replace(/(?:ies|y|es|s)$/, '') : word)
