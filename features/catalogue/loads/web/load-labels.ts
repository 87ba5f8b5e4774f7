import type { Load } from '#features/catalogue/loads/contract.ts'
import type { loadKinds, loadLists, loadStates } from '#features/catalogue/loads/rules.ts'
import type { Dated } from '#kit/web/dates.ts'
import type { Tone } from '#ui/tags.tsx'

export type LoadView = Dated<Load>

export const kindNames: Record<(typeof loadKinds)[number], string> = {
  records: 'Records',
  headings: 'Authority records',
}

export const stateNames: Record<(typeof loadStates)[number], [Tone, string]> = {
  done: ['ok', 'Loaded'],
  failed: ['bad', 'Nothing loaded'],
}

export const listNames: Record<(typeof loadLists)[number], [Tone, string]> = {
  rejected: ['bad', 'Rejected'],
  repaired: ['warn', 'Repaired'],
}

export const optionsOf = (names: Record<string, string | [Tone, string]>) =>
  Object.entries(names).map(([value, name]) => ({ value, label: typeof name === 'string' ? name : name[1] }))

/** A file goes by its name; its folder is shown beside it. */
export const nameOfFile = (file: string): string => file.replace(/\/+$/, '').split('/').at(-1) || file
