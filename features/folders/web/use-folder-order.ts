import { useMemo } from 'react'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { replaceWith } from '#kit/web/history.ts'
import { useLocation, useSearch } from '#kit/web/router.tsx'
import { type FolderOrder, inOrder, isFolderOrder, usualOrder } from './folder-order.ts'

/** The records in the order of the address, and a function to choose another order. */
export function useFolderOrder<Item extends FolderItem>(items: readonly Item[]) {
  const { selectedOrder } = useSearch()
  const { pathname, search } = useLocation()
  const order: FolderOrder = isFolderOrder(selectedOrder) ? selectedOrder : usualOrder
  const choose = (next: string) => {
    const query = new URLSearchParams(search)
    if (next === usualOrder) query.delete('selectedOrder')
    else query.set('selectedOrder', next)
    replaceWith(query.size > 0 ? `${pathname}?${query}` : pathname)
  }
  return { order, choose, sorted: useMemo(() => inOrder(items, order), [items, order]) }
}
