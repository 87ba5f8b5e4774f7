/** The server takes no longer text in one query. */
export const maxTextLength = 256

/**
 * A keyword as query text. Wildcards and quoted phrases mean what they mean in the search box; the other signs of the
 * query language are punctuation here, where the form has fields for them. A colon is searched both literally and
 * escaped: `literal` and `escaped` are the same where there is none.
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

/** Several numbers in one keyword, or one that is written with spaces. */
export function numbersOf(keyword: string): string[] {
  const parts = keyword.split(/[\s,;]+/).filter((part) => part !== '')
  const whole = parts.every((part) => part.replace(/[^\p{L}\p{N}]/gu, '').length >= 8)
  return whole ? parts : [keyword]
}

/** A number with wildcards in it, as it is compared: without spaces and hyphens. */
export const withoutSpaces = (number: string): string => number.replace(/[\s\u2010-\u2013-]+/gu, '')
