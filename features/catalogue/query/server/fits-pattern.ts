const beyondBasicPlane = /[\ud800-\udfff]/
/** A text as a list of characters. */
const charactersOf = (text: string): ArrayLike<string> => (beyondBasicPlane.test(text) ? [...text] : text)

/**
 * Whether the pattern matches a whole word; `?` is one character, `*` any number. Backtracks to the last `*` only: the
 * time is at most word times pattern, unlike a regular expression.
 */
export function fits(word: string, pattern: string): boolean {
  const letters = charactersOf(word)
  const symbols = charactersOf(pattern)
  let at = 0
  let of = 0
  let star = -1
  let retry = 0
  while (at < letters.length) {
    // The star is checked first because the word may contain a star too.
    if (symbols[of] === '*') {
      star = of++
      retry = at
    } else if (of < symbols.length && (symbols[of] === '?' || symbols[of] === letters[at])) {
      at++
      of++
    } else if (star >= 0) {
      of = star + 1
      at = ++retry
    } else return false
  }
  while (symbols[of] === '*') of++
  return of === symbols.length
}
