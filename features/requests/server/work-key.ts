import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { identifierKey } from '#marc/identifier.ts'
import { type ItemFacts, urlKey } from '../rules.ts'

type KeyFacts = Pick<ItemFacts, 'title' | 'standardNumber' | 'url' | 'authors' | 'resourceType'>

/**
 * A key that is equal for the same item of several schools, so that the desk answers it once: its number, else its
 * address, else type, title and first author. '' if nothing identifies it.
 */
export function workKeyOf({ title, standardNumber, url, authors, resourceType }: KeyFacts): string {
  const number = numberWorkKey(standardNumber)
  if (number !== '') return number
  const address = url === '' ? undefined : urlKey(url)
  if (address) return `url ${address}`
  const named = sortKey(title)
  if (named === '') return ''
  return `title ${resourceType} ${named} / ${sortKey(authors.split(/[;&]| and /)[0] ?? '')}`
}

/** Only globally unique numbers: others may be a shop's own. */
export function numberWorkKey(standardNumber: string): string {
  const { key, kind, problem } = identifierKey(standardNumber)
  return key === '' || problem || kind === 'record' ? '' : `number ${key}`
}
