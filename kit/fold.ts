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
/** Trade mark signs mean nothing to a search, and folding would make letters of them. */
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

/** Second spellings, by letter and mark: of passports (ICAO 9303), of German, Nordic and South Slavic names. */
const otherLetters = mapOf<string[]>({
  'a\u0308': ['ae'],
  'o\u0308': ['oe'],
  'u\u0308': ['ue'],
  'a\u030a': ['aa'],
  ø: ['oe'],
  đ: ['dj'],
  ð: ['dh', 'th'],
})
const markedLetter = /([aou])(\p{M}+)|[øđð]/giu
/** A double acute and a small e above are umlauts too. */
const otherUmlauts = /[\u030b\u0364]/g
/** A text with more spellings than this keeps only the first. */
const mostSpellings = 12

/**
 * A text with letters spelled by two, as where a keyboard lacks them: `Mueller` for `Müller`. First with each of them so,
 * then with some of them.
 */
export function spelledOut(text: string): string[] {
  if (!/[^\x00-\x7f]/.test(text)) return []
  const plain = normalised(text, 'NFD')
  const choices = new Map<string, string[]>()
  const rewrite = (spell: (letter: string, others: string[]) => string | undefined) =>
    plain.replace(markedLetter, (whole, base?: string, marks = '') => {
      const mark = marks.replace(otherUmlauts, '\u0308').match(/[\u0308\u030a]/)?.[0] ?? ''
      const letter = (base === undefined ? whole : base + mark).toLowerCase()
      const others = otherLetters.get(letter)
      return (others && spell(letter, others)) ?? whole
    })
  rewrite((letter, others) => void choices.set(letter, others))
  if (choices.size === 0) return []
  const spellings = [...choices].reduce<Map<string, string>[]>(
    (made, [letter, others]) =>
      made.flatMap((chosen) => [...others.map((other) => new Map(chosen).set(letter, other)), chosen]),
    [new Map()],
  )
  const distinct = spellings.slice(0, spellings.length > mostSpellings ? 1 : -1)
  return distinct.map((chosen) => rewrite((letter) => chosen.get(letter)))
}
