import { useMemo } from 'react'
import { useLocation, useSearch } from '#kit/web/router.tsx'

/** One choice of a list, by its name in the address. Invalid values read as `usual`, which is never written. */
type Choice<T> = { name: string; usual: T; read: (text: string) => T | undefined }

export const typedWords = (name: string): Choice<string> => ({ name, usual: '', read: (text) => text.slice(0, 200) })

export const oneOf = <T extends string>(name: string, usual: T, values: readonly T[]): Choice<T> => ({
  name,
  usual,
  read: (text) => values.find((each) => each === text),
})

export const pageNumber = (name: string): Choice<number> => ({
  name,
  usual: 1,
  read: (text) => {
    const page = Number(text)
    return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : undefined
  },
})

/** The order chosen by a heading; `sortField` '' for the list's own. */
export type Sorted = { sortField: string; descending: 'true' | '' }

export const sortChoices = (fields: readonly string[]): { [Name in keyof Sorted]: Choice<Sorted[Name]> } => ({
  sortField: oneOf('sortField', '', fields),
  descending: oneOf<Sorted['descending']>('descending', '', ['true']),
})
export const orderOf = ({ sortField, descending }: Sorted) =>
  sortField === '' ? null : { by: sortField, descending: descending === 'true' }
export const sortedBy = ({ by, descending }: { by: string; descending: boolean }): Sorted => ({
  sortField: by,
  descending: descending ? 'true' : '',
})

export type ListState<State> = {
  /** The default state: the whole list, from its first page. */
  usual: State
  read: (search: Record<string, string | string[]>) => State
  /** A changed choice returns to the first page. */
  addressOf: (state: State, change?: Partial<State>, path?: string) => string
}

/** The state of a list: words, filters, order and page, all stored in the address at `path`. */
export function listState<State extends object>(
  path: string,
  choices: { [Name in keyof State]: Choice<State[Name]> },
): ListState<State> {
  const names = Object.keys(choices) as (keyof State)[]
  const each = (valueFor: <Name extends keyof State>(name: Name, choice: Choice<State[Name]>) => State[Name]) =>
    Object.fromEntries(names.map((name) => [name, valueFor(name, choices[name])])) as unknown as State
  const usual = each((_, choice) => choice.usual)
  const start = 'page' in usual ? { page: usual.page } : {}
  return {
    usual,
    read: (search) => each((_, { name, usual, read }) => read([search[name]].flat()[0] ?? '') ?? usual),
    addressOf(state, change = {}, at = path) {
      const next: State = { ...state, ...start, ...change }
      const members = new URLSearchParams()
      for (const name of names) if (next[name] !== usual[name]) members.set(choices[name].name, String(next[name]))
      return members.size > 0 ? `${at}?${members}` : at
    },
  }
}

/** A list's state from the address. */
export const useListState = <State>({ read }: ListState<State>): State => {
  const search = useSearch()
  return useMemo(() => read(search), [read, search])
}

/** Query of a desk list: words, filters by name, and a page. */
type ListQuery = { text: string; page: number; filters: Record<string, string> }

export type ListAddress = {
  query: ListQuery
  addressWith: (change: { text?: string; page?: number } & Record<string, string | number>) => string
}

/** `filters`: the valid values of each filter, or `any`; other values are ignored. */
export function useListAddress(filters: Record<string, readonly string[] | 'any'>): ListAddress {
  const { pathname } = useLocation()
  const list = useMemo(() => {
    const choices = Object.entries(filters).map(([name, values]) => [
      name,
      values === 'any' ? { name, usual: '', read: (text: string) => text } : oneOf(name, '', values),
    ])
    return listState<{ text: string; page: number } & Record<string, string | number>>(pathname, {
      text: typedWords('text'),
      ...Object.fromEntries(choices),
      page: pageNumber('page'),
    })
  }, [pathname, filters])
  const state = useListState(list)
  return useMemo(() => {
    const { text, page, ...given } = state
    const chosen = Object.entries(given).filter(([, value]) => value !== '') as [string, string][]
    return {
      query: { text, page, filters: Object.fromEntries(chosen) },
      addressWith: (change) => list.addressOf(state, change),
    }
  }, [state, list])
}

/** The input for the server. */
export const inputOf = <T extends string = string>({
  text,
  page,
  filters,
}: ListQuery): { page: number; text?: string } & Partial<Record<T, never>> => ({
  ...(filters as Partial<Record<T, never>>),
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  page,
})
