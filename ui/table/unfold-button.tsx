import { ChevronDown, ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { Icon } from '../icon.tsx'

/** Of the row around it. `inside`: the id of what unfolds. */
export type Unfolding = { open: boolean; inside: string; toggle: () => void; onNear?: (() => void) | undefined }

export const UnfoldingContext = createContext<Unfolding | undefined>(undefined)

/** Unfolds the row of a table in whose cell it is. */
export function UnfoldButton({ className, children }: { className: string; children: ReactNode }) {
  const { open, inside, toggle, onNear } = useContext(UnfoldingContext)!
  return (
    <button
      type="button"
      className={className}
      aria-expanded={open}
      aria-controls={open ? inside : undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={toggle}
    >
      <Icon of={open ? ChevronDown : ChevronRight} small />
      {children}
    </button>
  )
}
