import { useState } from 'react'

/** Which branches were left open, so that a step back from a heading finds the tree as it was. */
const open = new Set<string>()

export function useOpenBranch(id: string, atFirst: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(atFirst || open.has(id))
  const turn = (next: boolean) => {
    if (next) open.add(id)
    else open.delete(id)
    setOpen(next)
  }
  return [isOpen, turn]
}
