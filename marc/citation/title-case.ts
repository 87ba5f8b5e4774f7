const articles = 'a an the'
const conjunctions = 'and but or nor for so yet'
/** Prepositions of up to four letters, and longer ones. */
const short = 'to as at by from in into of off on onto out over up with via per than near'
const long =
  'about above across after against along among around before behind below beneath beside between beyond despite ' +
  'during except inside since through toward towards under underneath until upon within without'
const words = (...lists: string[]) => new Set(lists.join(' ').split(' '))

/** Words that stay lower-case within a title, by style. */
const lowerCase = {
  /** MLA Handbook 2.90: prepositions of any length. */
  mla: words(articles, conjunctions, short, long),
  /** Chicago Manual of Style 8.160: since the 18th edition, prepositions of five letters and more have a capital. */
  chicago: words(articles, conjunctions, short),
}

/**
 * English titles are catalogued in sentence case; two styles use title case. A word with a capital inside stays
 * unchanged.
 */
export function inTitleCase(title: string, style: keyof typeof lowerCase): string {
  const words = title.split(' ')
  return words
    .map((word, i) => {
      const edge = i === 0 || i === words.length - 1 || /[:.?!]$/.test(words[i - 1]!)
      if (/\p{Lu}/u.test(word.slice(1))) return word
      if (!edge && lowerCase[style].has(word.replace(/[^\p{L}]/gu, '').toLowerCase())) return word
      return word.replace(
        /(^|-)(["“‘(]?)(\p{Ll})/gu,
        (_, before: string, mark: string, letter: string) => before + mark + letter.toUpperCase(),
      )
    })
    .join(' ')
}
