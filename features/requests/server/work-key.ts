import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { identifierKey } from '#marc/identifier.ts'
import { type ItemFacts, urlKey } from '../rules.ts'

type Told = Pick<ItemFacts, 'title' | 'standardNumber' | 'url' | 'authors' | 'resourceType'>

/**
 * The same for what several schools ask for, so that the desk answers it once: by its number, else its address, else
 * what it is, its title and its first author. '' where there is nothing to tell it by.
 */
export function workKeyOf({ title, standardNumber, url, authors, resourceType }: Told): string {
  const number = numberWorkKey(standardNumber)
  if (number !== '') return number
  const address = url === '' ? undefined : urlKey(url)
  if (address) return `url ${address}`
  const named = sortKey(title)
  if (named === '') return ''
  return `title ${resourceType} ${named} / ${sortKey(authors.split(/[;&]| and /)[0] ?? '')}`
}

/** Only numbers that are the same for everybody: another may be a shop's own. */
export function numberWorkKey(standardNumber: string): string {
  const { key, kind, problem } = identifierKey(standardNumber)
  return key === '' || problem || kind === 'record' ? '' : `number ${key}`
}
