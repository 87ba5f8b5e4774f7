import { identifierKey } from '#marc/identifier.ts'
import type { FoundHit } from './ask-titles.ts'

/**
 * The number that requests exactly this record: its record number. If that could be read as another kind of number, the
 * ISBN is used.
 */
export function numberOf({ _id, _source: { isbn13 } }: FoundHit): { typed: string; key: string } {
  const typed = [_id, ...isbn13].find((number, i) => {
    const { key, kind, problem, suggestion } = identifierKey(number)
    return key !== '' && !problem && !suggestion && (i > 0 || kind === 'record')
  })
  return { typed: typed ?? _id, key: identifierKey(typed ?? _id).key }
}
