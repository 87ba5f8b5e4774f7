// Adapters import this file: indexed text and queries must be split into words by the same rules.

import { fold } from '#kit/fold.ts'

/** Scripts written without spaces: each letter is indexed as a word, and a query word becomes a phrase of them. */
const unspacedLetter =
  '[[\\p{L}\\p{Nl}]&&[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]]\\p{M}*'
const words = new RegExp(`${unspacedLetter}|(?:(?!${unspacedLetter})[\\p{L}\\p{N}\\p{M}])+`, 'gv')
const unspaced = new RegExp(`^${unspacedLetter}$`, 'v')

/** No language has longer words; they are cut, both when indexed and when searched. */
export const maxWordLength = 64

/** 1 for word characters: lower-case letters and digits of ASCII. */
const inWord = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') inWord[character.charCodeAt(0)] = 1

/**
 * The words of a text in their order, folded: NFKC, lower case, no diacritics or macrons, apostrophes joined
 * (`O'Brien` is `obrien`), split at everything that is neither letter nor digit. `&` is `and`; `C++`, `C#` and `.NET` are
 * `cplusplus`, `csharp` and `dotnet`.
 */
export function analyse(given: string): string[] {
  const text = /[&+#]|\.n/i.test(given) ? inWords(given) : given
  return /[^\x00-\x7f]/.test(text) ? unicodeWords(text) : asciiWords(text)
}

const inWords = (text: string): string =>
  text
    .replaceAll('&', ' and ')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\+\+(?![\p{L}\p{N}+])/giu, '$1plusplus')
    .replace(/(?<![\p{L}\p{N}])([a-g])#(?![\p{L}\p{N}#])/giu, '$1sharp')
    .replace(/(?<![\p{L}\p{N}.])\.net(?![\p{L}\p{N}])/giu, 'dotnet')

/** Nobody types more words of a title, and each word costs time. */
export const maxTyped = 32

/** The words of a text that is being typed. */
export const typedWords = (text: string): string[] => analyse(text).slice(0, maxTyped)

/** True for a letter of Chinese, Japanese, Korean, Thai and other scripts that do not put spaces between words. */
export const isUnspaced = (word: string): boolean => word.charCodeAt(0) > 0xdff && unspaced.test(word)

function asciiWords(text: string): string[] {
  let lower = text.toLowerCase()
  if (lower.includes("'") || lower.includes('`')) lower = lower.replace(/['`]/g, '')
  const found: string[] = []
  let start = -1
  for (let at = 0; at < lower.length; at++) {
    if (inWord[lower.charCodeAt(at)] === 1) {
      if (start < 0) start = at
    } else if (start >= 0) {
      found.push(lower.slice(start, Math.min(at, start + maxWordLength)))
      start = -1
    }
  }
  if (start >= 0) found.push(lower.slice(start, start + maxWordLength))
  return found
}

function unicodeWords(text: string): string[] {
  const found = fold(text).match(words)
  if (!found) return []
  return found.map((word) => (word.length > maxWordLength ? cut(word) : word))
}

/** Never cuts a surrogate pair. */
function cut(word: string): string {
  const last = word.charCodeAt(maxWordLength - 1)
  return word.slice(0, last >= 0xd800 && last <= 0xdbff ? maxWordLength - 1 : maxWordLength)
}
