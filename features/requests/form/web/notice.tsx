import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

const shapes = { ok: CircleCheck, warn: TriangleAlert, plain: Info }

/** A message above the items. */
export function Notice({ tone, children }: { tone: keyof typeof shapes; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role="status">
      <Icon of={shapes[tone]} small />
      <p>{children}</p>
    </div>
  )
}
