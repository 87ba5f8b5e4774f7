import { spelledOut } from '#kit/fold.ts'
import { analyse } from './analysis.ts'
import { respelled } from './stem.ts'

// Each begins where a word begins: a long word without a hyphen is read once, not once for each of its letters.
const hyphened = /(?<![\p{L}\p{N}\p{M}'’])[\p{L}\p{N}\p{M}'’]+(?:[-‐‑][\p{L}\p{N}\p{M}'’]+)+/gu
/** `J.R.R.`, `J. R. R.` and `J R R`. */
const initials = /(?<![\p{L}\p{N}])\p{Lu}(?:(?:\.\s?|\s)\p{Lu})+(?![\p{L}\p{N}])\.?/gu
const mayHaveRuns = /[-‐‑]|\p{Lu}[.\s]\s?\p{Lu}(?![\p{L}\p{N}])/u

/** Articles and other short words that lose their last letter before a vowel, in French, Italian and Catalan. */
const elided =
  /(?<![\p{L}\p{N}\p{M}'’])(?:[cdjlmnst]|(?:jusqu|lorsqu|presqu|puisqu|quelqu|quoiqu|qu)|(?:[ad]|da|de|ne|su|co|que)ll|(?:de|ne|da|su|a)?gl|anch|bell|mezz|nessun|quest|sant|tutt|un)['`´‘’′ʹʼ＇]([\p{L}\p{M}\p{N}]+)/giu
const mayBeElided = /\p{L}['`´‘’′ʹʼ＇]\p{L}/u
const beforeVowel = /^[aeiouyh]/

/** Thousands apart: `30,000`, `30.000`, `30’000` and, with a space of any width, `30 000`. */
const grouped = /(?<![\p{N}.,])[1-9]\d{0,2}([.,'’\u2009\u00a0\u202f ])\d{3}(?:\1\d{3})*(?!\p{N}|[.,]\d)/gu
const ungrouped = /(?<![\p{N}.,])[1-9]\d{3,8}(?!\p{N}|[.,]\d)/gu
const mayHaveNumbers = /\d{3}/
/** Years are not grouped. */
const isYear = (digits: string) => digits.length === 4 && digits < '2100' && !digits.endsWith('000')

/** Syllables of Māori, which has no two consonants together and ends in a vowel. */
const maori = /^(?:(?:ng|wh|[hkmnprtw])?[aeiou])+$/
const doubledVowel = /([aeiou])\1/g
const mayHaveDoubledVowels = /([aeiou])\1/i
const leastMaori = 5

/**
 * Folded words that are not in the texts, but by which people search for them: `spiderman` for `Spider-man`, `jrr` for
 * `J. R. R.`, `maori` for `Maaori`, `30000` for `30,000` and its parts for `30000`. Each once.
 */
export function joinedWords(texts: string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    if (mayHaveRuns.test(text))
      for (const [run] of [...text.matchAll(hyphened), ...text.matchAll(initials)]) {
        const word = analyse(run).join('')
        if (!/^\d*$/.test(word)) found.add(word)
      }
    if (mayHaveNumbers.test(text)) {
      for (const [number] of text.matchAll(grouped)) found.add(number.replace(/\D/g, ''))
      for (const [digits] of text.matchAll(ungrouped))
        if (!isYear(digits)) for (const part of digits.split(/(?=(?:\d{3})+$)/)) found.add(part)
    }
    if (!mayHaveDoubledVowels.test(text)) continue
    for (const word of analyse(text)) {
      const short = withoutDoubledVowels(word)
      if (short !== word) found.add(short)
    }
  }
  return [...found]
}

/** In a longer text only the first spelling keeps the words beside each other. */
const longestRespelled = 200

/**
 * The texts in other words, if their letters have another spelling: `der mueller` for `Der Müller`. Words that the texts
 * lack are marked as `respelled`.
 */
export function respelledTexts(texts: string[]): string[] {
  const spelled = texts.flatMap((text) => spelledOut(text).slice(0, text.length > longestRespelled ? 1 : undefined))
  if (spelled.length === 0) return []
  const partly = texts.flatMap((text) => text.split(/\s+/)).flatMap((run) => spelledOut(run).slice(1))
  const own = new Set(texts.flatMap(analyse))
  const marked = (text: string) => analyse(text).map((word) => (own.has(word) ? word : word + respelled))
  return [...spelled, partly.join(' '), joinedWords(spelled).join(' ')].map((text) => marked(text).join(' '))
}

const mayBeRespelled = /[aou]e|aa|dh|dj|th/
const mostRespelled = 8
/** Of more words that may be respelled, one is, or all are. */
const mostCombined = 3

/** A phrase with some of its words marked, which texts may spell otherwise. */
export function respelledPhrases(words: string[]): string[][] {
  const places = words.flatMap((word, at) => (mayBeRespelled.test(word) ? [at] : [])).slice(0, mostRespelled)
  const marked = (at: number[]) => words.map((word, i) => (at.includes(i) ? word + respelled : word))
  if (places.length > mostCombined) return [...places.map((at) => [at]), places].map(marked)
  const combinations = Array.from({ length: 2 ** places.length - 1 }, (_, i) => i + 1)
  return combinations.map((bits) => marked(places.filter((_, i) => (bits >> i) % 2 === 1)))
}

/** The words behind elided articles, folded: `oiseau` for `l’oiseau`. */
export const elidedNouns = (text: string): string[] =>
  [...text.matchAll(elided)].map(([, noun]) => analyse(noun!).join('')).filter((noun) => beforeVowel.test(noun))

/** The text without its elided articles, `histoire oiseau` for `L’histoire d’oiseau`; none if it has no such article. */
export function withoutElisions(text: string): string[] {
  if (!mayBeElided.test(text)) return []
  const without = text.replace(elided, (whole, noun: string) =>
    beforeVowel.test(analyse(noun).join('')) ? noun : whole,
  )
  return without === text ? [] : [without]
}

/** A text in parts, each grouped number apart; `number` is its digits. Groups with a space are separate words. */
export const numbersApart = (text: string): { text: string; number?: string }[] => {
  const parts: { text: string; number?: string }[] = []
  let from = 0
  for (const { 0: number, 1: separator, index } of mayHaveNumbers.test(text) ? text.matchAll(grouped) : []) {
    if (separator === ' ') continue
    parts.push({ text: text.slice(from, index) }, { text: number, number: number.replace(/\D/g, '') })
    from = index + number.length
  }
  return [...parts, { text: text.slice(from) }]
}

/** `maori` for `maaori`; other words stay. */
export const withoutDoubledVowels = (word: string): string =>
  word.length >= leastMaori && maori.test(word) ? word.replace(doubledVowel, '$1') : word

/** The text with hyphened words and initials written as one: `Spiderman`, `JRR`. */
export const joinRuns = (text: string): string =>
  mayHaveRuns.test(text)
    ? text.replace(hyphened, (run) => run.replace(/[-‐‑]/g, '')).replace(initials, (run) => run.replace(/[.\s]/g, ''))
    : text
