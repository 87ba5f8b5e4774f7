import { authorities } from '#features/catalogue/headings/server/heading-query.ts'
import type { Heading } from '#features/catalogue/headings/server/headings-port.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { keyOf, letterOf, schemeOf, spellingsOf } from '../embedded/stored-heading.ts'
import { sortDigits } from './sort-digits.ts'

/** The longest key that the index accepts, with a margin. */
const maxKeyLength = 8000

export type IndexedHeading = {
  place: number
  document: HeadingDocument
  marc: Uint8Array | undefined
  shown: Heading
  /** Record numbers of the broader headings. */
  broader: string[]
  narrower: number
}

/** The indexed document of a heading. */
export function indexedHeading({ place, document, marc, shown, broader, narrower }: IndexedHeading): object {
  const heading = spellingsOf(document.heading)
  const variants = [...document.variants, ...(document.unlisted ?? [])].map(spellingsOf)
  const all = new Set([heading, ...variants].flat(2))
  return {
    is: 'heading',
    place,
    id: document.recordId,
    sort: document.headingSort.slice(0, maxKeyLength),
    ...sortDigits(document.headingSort),
    authority: authorities.findIndex((authority) => document[authority]),
    scheme: schemeOf(document),
    key: keyOf(document.heading),
    heading: withEnds(heading),
    variants: variants.flatMap(withEnds),
    headingStems: stemsOf(heading.flat()),
    variantStems: stemsOf(variants.flat(2)),
    words: [...all],
    broader,
    narrower,
    isTopTerm: document.isSubject && narrower > 0 && broader.length === 0,
    shown: JSON.stringify(shown),
    document: JSON.stringify(document),
    ...(marc ? { marc: Buffer.from(marc).toString('base64') } : {}),
  }
}

const withEnds = ([written = [], ...others]: string[][]): string[] => [
  `^ ${written.join(' ')} $`,
  ...others.map((words) => words.join(' ')),
]
const stemsOf = (words: string[]): string => [...new Set(words.map(stem))].join(' ')

/** Its lines in the alphabetical index: a subject heading's own, and one per variant. */
export function indexedEntries(place: number, document: HeadingDocument): object[] {
  if (!document.isSubject) return []
  const line = { recordId: document.recordId, heading: document.heading, scheme: document.topicAuthority }
  const lines = new Map([[`${document.headingSort}|`, { sort: document.headingSort, seeFrom: '' }]])
  for (const variant of document.variants) {
    const sort = sortKey(variant)
    lines.set(`${sort}|${variant}`, { sort, seeFrom: variant })
  }
  return [...lines.values()].map(({ sort, seeFrom }) => ({
    is: 'entry',
    place,
    letter: placeInAlphabet(sort),
    sort: sort.slice(0, maxKeyLength),
    seeFrom: seeFrom.slice(0, maxKeyLength),
    line: JSON.stringify({ seeFrom, ...line }),
  }))
}

/** Sorts after every figure and Latin letter, and before every other script. */
const behindLatin = '{'

function placeInAlphabet(sort: string): string {
  const letter = letterOf(sort)
  return letter === '0' && sort >= behindLatin ? 'other' : letter
}
