import { School } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/notices.tsx'

/** In the place of a screen that only a school's staff has. `hint`: whose it is; children: where to go instead. */
export function NotForThem({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <EmptyState top icon={School} title="You are not allowed to do this." hint={hint}>
      <title>{title}</title>
      {children}
    </EmptyState>
  )
}
