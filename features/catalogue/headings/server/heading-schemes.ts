import type { HeadingsPort } from './headings-port.ts'

/**
 * The vocabularies that have each of these subject headings, by their source codes; a heading that no authority record
 * has is absent. A subdivision without a record of its own counts as its main heading.
 */
export async function schemesOfHeadings(
  headings: Pick<HeadingsPort, 'named' | 'search'>,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, string[]>> {
  const subjects = [...new Set(wanted)]
  if (subjects.length === 0) return {}
  const spellings = [...subjects, ...subjects.map((heading) => heading.split(' -- ')[0]!)]
  const found = await headings.named(spellings.map((heading) => ({ authority: 'isSubject', heading })))
  const ids = [...new Set(found.flat())]
  if (ids.length === 0) return {}
  const { hits } = await headings.search(
    { clause: { kind: 'ids', ids }, authorities: [], sort: 'heading', from: 0, size: ids.length, words: [] },
    signal,
  )
  const schemes = new Map(hits.map(({ heading }) => [heading.recordId, heading.topicAuthority]))
  return Object.fromEntries(
    subjects.flatMap((heading, place): [string, string[]][] => {
      const exact = found[place]!
      const named = exact.length > 0 ? exact : found[subjects.length + place]!
      const own = [...new Set(named.flatMap((id) => schemes.get(id) || []))]
      return own.length > 0 ? [[heading, own.sort()]] : []
    }),
  )
}
