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

/**
 * A text folded for searching and sorting: compatibility forms, case, accents and apostrophes make no difference, and
 * letters that Unicode does not decompose become plain ones.
 */
export const fold = (text: string): string =>
  normalised(
    normalised(text.replace(joined, '').replace(tradeMarks, ' ').replace(besideSigns, ' '), 'NFKD')
      .toLowerCase()
      .replace(joined, '')
      .replace(accents, '')
      .replace(unfoldable, (letter) => plainLetters.get(letter)!)
      .replace(/(?<=l)\u00b7(?=l)/g, ''),
    'NFC',
  )
