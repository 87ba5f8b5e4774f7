import { useState } from 'react'

export type Layout = 'list' | 'table'

const storageName = 'results-layout'

/** List or compact table, as last chosen on this device. */
export function useLayoutChoice(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => {
    try {
      return localStorage.getItem(storageName) === 'table' ? 'table' : 'list'
    } catch {
      return 'list'
    }
  })
  const choose = (chosen: Layout) => {
    setLayout(chosen)
    try {
      localStorage.setItem(storageName, chosen)
    } catch {
      // Storage is disabled: the choice lasts as long as the page.
    }
  }
  return [layout, choose]
}
