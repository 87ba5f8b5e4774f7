import { identifierKey } from '#marc/identifier.ts'
import type { FoundHit } from './ask-titles.ts'

/**
 * The number by which exactly this record is requested: its own. One that could be read as another kind of number gives
 * way to the ISBN.
 */
export function numberOf({ _id, _source: { isbn13 } }: FoundHit): { typed: string; key: string } {
  const typed = [_id, ...isbn13].find((number, i) => {
    const { key, kind, problem, suggestion } = identifierKey(number)
    return key !== '' && !problem && !suggestion && (i > 0 || kind === 'record')
  })
  return { typed: typed ?? _id, key: identifierKey(typed ?? _id).key }
}
