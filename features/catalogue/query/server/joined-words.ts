import { analyse } from './analysis.ts'

// Each begins where a word begins: a long word without a hyphen is read once, not once for each of its letters.
const hyphened = /(?<![\p{L}\p{N}\p{M}'’])[\p{L}\p{N}\p{M}'’]+(?:[-‐‑][\p{L}\p{N}\p{M}'’]+)+/gu
/** `J.R.R.`, `J. R. R.` and `J R R`. */
const initials = /(?<![\p{L}\p{N}])\p{Lu}(?:(?:\.\s?|\s)\p{Lu})+(?![\p{L}\p{N}])\.?/gu
const mayHaveRuns = /[-‐‑]|\p{Lu}[.\s]\s?\p{Lu}(?![\p{L}\p{N}])/u

/** Syllables of Māori, which has no two consonants together and ends in a vowel. */
const maori = /^(?:(?:ng|wh|[hkmnprtw])?[aeiou])+$/
const doubledVowel = /([aeiou])\1/g
const mayHaveDoubledVowels = /([aeiou])\1/i
const leastMaori = 5

/**
 * Folded words that are not in the texts, but are the same words written as one: `spiderman` for `Spider-man`, `jrr` for
 * `J. R. R.`, `maori` for `Maaori`. Each once.
 */
export function joinedWords(texts: string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    if (mayHaveRuns.test(text))
      for (const [run] of [...text.matchAll(hyphened), ...text.matchAll(initials)]) {
        const word = analyse(run).join('')
        if (!/^\d*$/.test(word)) found.add(word)
      }
    if (!mayHaveDoubledVowels.test(text)) continue
    for (const word of analyse(text)) {
      const short = withoutDoubledVowels(word)
      if (short !== word) found.add(short)
    }
  }
  return [...found]
}

/** `maori` for `maaori`; other words stay. */
export const withoutDoubledVowels = (word: string): string =>
  word.length >= leastMaori && maori.test(word) ? word.replace(doubledVowel, '$1') : word

/** The text with hyphened words and initials written as one: `Spiderman`, `JRR`. */
export const joinRuns = (text: string): string =>
  mayHaveRuns.test(text)
    ? text.replace(hyphened, (run) => run.replace(/[-‐‑]/g, '')).replace(initials, (run) => run.replace(/[.\s]/g, ''))
    : text
