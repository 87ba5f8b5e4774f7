// Adapters import this file: indexed text and queries must be split into words by the same rules.

import { mapOf } from '#kit/map-of.ts'
import { normalised } from '#kit/normalised.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters = mapOf<string>({
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ς: 'σ',
})

/** Apostrophes, primes and the half rings of romanised Russian, Hawaiian, Hebrew and Arabic: they join. */
const joined = /['`´‘’‛′ʹʺʻʼʽʾʿ\u00ad\u200c-\u200f\u2060\ufeff]/gu
/** Accents and points. Vowel signs of Indic scripts and voicing marks of kana work as letters, so they stay. */
const accents = /[[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]]--[\u3099\u309a]]/gv
/** They say nothing of the word before them, and would become its letters. */
const tradeMarks = /[™℠]|ᵀᴹ|ˢᴹ|ᴿ/gu
/** Between a word and a sign that becomes letters or digits: `12½`, `№5`, `Ⓡ`. A circled letter may begin a word. */
const besideSigns =
  /(?<=[\p{L}\p{N}])(?=\p{So})|(?<=[\p{So}--[\u24b6-\u24e9\u{1f110}-\u{1f189}]])(?=[\p{L}\p{N}])|(?<=\p{Nd})(?=\p{No})/gv
const unfoldable = /[æœøßłđðþħıŋς]/gu

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
 * (`O'Brien` is `obrien`), split at everything that is neither letter nor digit. `&` between spaces is `and`; `C++`, `C#`
 * and `.NET` are `cplusplus`, `csharp` and `dotnet`.
 */
export function analyse(given: string): string[] {
  const text = /[&+#]|\.n/i.test(given) ? inWords(given) : given
  return /[^\x00-\x7f]/.test(text) ? unicodeWords(text) : asciiWords(text)
}

const inWords = (text: string): string =>
  text
    .replace(/(?<!\S)&(?!\S)/g, 'and')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\+\+(?![\p{L}\p{N}+])/giu, '$1plusplus')
    .replace(/(?<![\p{L}\p{N}])([a-g])#(?![\p{L}\p{N}#])/giu, '$1sharp')
    .replace(/(?<![\p{L}\p{N}.])\.net(?![\p{L}\p{N}])/giu, 'dotnet')

/** Nobody types more words of a title, and each word costs time. */
export const maxTyped = 32

/** The words of a text that is being typed. */
export const typedWords = (text: string): string[] => analyse(text).slice(0, maxTyped)

/** True for a letter of Chinese, Japanese, Korean, Thai and other scripts that do not put spaces between words. */
export const isUnspaced = (word: string): boolean => word.charCodeAt(0) > 0xdff && unspaced.test(word)

const fold = (text: string): string =>
  normalised(
    normalised(text.replace(joined, '').replace(tradeMarks, ' ').replace(besideSigns, ' '), 'NFKD')
      .toLowerCase()
      .replace(joined, '')
      .replace(accents, '')
      .replace(unfoldable, (letter) => plainLetters.get(letter)!)
      .replace(/(?<=l)\u00b7(?=l)/g, ''),
    'NFC',
  )

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
