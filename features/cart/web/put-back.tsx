import { Undo2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import type { CartItem } from './use-cart.ts'
import type { CartWork } from './use-cart-work.ts'

/** The button that was pressed went with its line: the way back takes its place. */
export const PutBack = ({ item, work }: { item: CartItem; work: CartWork }) => (
  <p className="put-back" role="status">
    <span>
      <b>{item.name}</b> was removed.
    </span>
    <Button ref={focusNow} icon={Undo2} busy={work.busy} onClick={() => void work.putBack(item)}>
      Undo
    </Button>
  </p>
)
