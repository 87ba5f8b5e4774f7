import type { AuthorityKind, Changes } from '../contract.ts'
import { authorityKinds } from '../rules.ts'
import type { Which } from './release-files.ts'

/** The parameters of a release; the counts are filled in while its MARC files are written. */
export type Making = {
  number: number
  releasedAt: Date
  agency: string
  recordCounts: Map<string, number>
  headings: Record<AuthorityKind, number>
  /** Undefined in the first release. */
  changes: Record<AuthorityKind, Changes> | undefined
  signal: AbortSignal
}

export const forEachKind = <T>(make: () => T): Record<AuthorityKind, T> =>
  Object.fromEntries(authorityKinds.map((kind) => [kind, make()])) as Record<AuthorityKind, T>

/** Both formats of a file hold the same headings. */
const nameOf = ({ kind, scope }: Omit<Which, 'format'>) => `${kind} ${scope}`
export const countOf = ({ recordCounts }: Making, which: Omit<Which, 'format'>) => recordCounts.get(nameOf(which)) ?? 0
export function count(release: Making, { kind, scope }: Omit<Which, 'format'>) {
  for (const each of ['ALL', kind] as const) {
    const name = nameOf({ kind: each, scope })
    release.recordCounts.set(name, (release.recordCounts.get(name) ?? 0) + 1)
  }
}
