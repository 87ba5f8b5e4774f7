import type { Identifier } from '#marc/identifier.ts'
import { eanCheck, isbn10Check, issnCheck } from '#marc/isbn.ts'

/** The number with a corrected check digit: the last digit is misread or mistyped most often. */
export function probablyMeant({ key, kind, problem, suggestion }: Identifier): string | undefined {
  if (suggestion || problem !== 'bad_check_digit') return suggestion
  if (/^\d{12}.$/.test(key)) return key.slice(0, 12) + eanCheck(key)
  if (kind === 'isbn10' && key.length === 10) return key.slice(0, 9) + isbn10Check(key)
  if (kind === 'issn' && key.length === 8) return `${key.slice(0, 4)}-${key.slice(4, 7)}${issnCheck(key)}`
  return undefined
}
