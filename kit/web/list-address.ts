import { useMemo } from 'react'
import { useLocation, useSearch } from '#kit/web/router.tsx'

/** What a list is asked for: words, filters by their names, and a page; all of it stands in the address. */
export type Asked = { text: string; page: number; filters: Record<string, string> }

export type ListAddress = {
  asked: Asked
  addressWith: (change: { text?: string; page?: number } & Record<string, string | number>) => string
}

/** `filters`: each by its name, with the values that make sense, or `any`; others count as not there. */
export function useListAddress(filters: Record<string, readonly string[] | 'any'>): ListAddress {
  const search = useSearch()
  const { pathname } = useLocation()
  return useMemo(() => {
    const one = (name: string) => [search[name]].flat()[0] ?? ''
    const page = Number(one('page'))
    const asked: Asked = {
      text: one('text').slice(0, 200),
      page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
      filters: Object.fromEntries(
        Object.entries(filters).flatMap(([name, values]) => {
          const value = one(name)
          return (values === 'any' ? value !== '' : values.includes(value)) ? [[name, value]] : []
        }),
      ),
    }
    return {
      asked,
      // Something else chosen begins the list anew at its first page.
      addressWith: (change) => {
        const members = new URLSearchParams()
        const all = { text: asked.text, ...asked.filters, page: 1, ...change }
        for (const [name, value] of Object.entries(all))
          if (value !== '' && !(name === 'page' && Number(value) <= 1)) members.set(name, String(value))
        return members.size > 0 ? `${pathname}?${members}` : pathname
      },
    }
  }, [search, pathname, filters])
}

/** As the server is asked for it. */
export const inputOf = <T extends string = string>({
  text,
  page,
  filters,
}: Asked): { page: number; text?: string } & Partial<Record<T, never>> => ({
  ...(filters as Partial<Record<T, never>>),
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  page,
})
