/**
 * A keyword as query text. Wildcards and quoted phrases work as in the search box; other characters of the query
 * language are punctuation here, since the form has fields for them. A colon is searched both literally and escaped:
 * without one, `literal` and `escaped` are the same.
 */
export function textOfKeyword(keyword: string): { literal: string; escaped: string } {
  const literal = keyword
    .replace(/[\\()~^[\]{}]/g, ' ')
    .replace(/(^|[\s"])[+-]+(?=[^\s+-])/g, '$1')
    .replace(/(?<!\S)(?=(?:AND|OR|NOT)(?!\S))/g, '\\')
    .replace(/\s+/g, ' ')
    .trim()
  return { literal, escaped: literal.replaceAll(':', '\\:') }
}

/** Several numbers in one keyword, or a single one written with spaces. */
export function numbersOf(keyword: string): string[] {
  const parts = keyword.split(/[\s,;]+/).filter((part) => part !== '')
  const whole = parts.every((part) => part.replace(/[^\p{L}\p{N}]/gu, '').length >= 8)
  return whole ? parts : [keyword]
}

/** A number with wildcards, without spaces and hyphens, as it is compared. */
export const withoutSpaces = (number: string): string => number.replace(/[\s\u2010-\u2013-]+/gu, '')
