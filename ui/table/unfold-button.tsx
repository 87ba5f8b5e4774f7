import { ChevronDown, ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { Icon } from '../icon.tsx'

/** State of the surrounding row. `inside`: the id of the unfolded content. */
export type Unfolding = { open: boolean; inside: string; toggle: () => void; onNear?: (() => void) | undefined }

export const UnfoldingContext = createContext<Unfolding | undefined>(undefined)

/** Unfolds the table row that contains it. */
export function UnfoldButton({ children }: { children: ReactNode }) {
  const { open, inside, toggle, onNear } = useContext(UnfoldingContext)!
  return (
    <button
      type="button"
      className="unfold-row"
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
