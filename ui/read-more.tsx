import { words } from './messages.ts'
import './notices.css'
import { useState } from 'react'
import { Button } from './button.tsx'
import { usePrinting } from './use-printing.ts'

/** Cuts long text at a word before `limit` characters. A press shows the rest; printing shows all of it. */
export function ReadMore({ text, limit = 580 }: { text: string; limit?: number }) {
  const [open, setOpen] = useState(false)
  const printing = usePrinting()
  if (text.length <= limit || printing) return <p className="read-more">{text}</p>
  return (
    <p className="read-more">
      {open ? text : `${cutAtWord(text, limit)}…`}{' '}
      <Button look="bare" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? words.readLess : words.readMore}
      </Button>
    </p>
  )
}

/** A word longer than the last tenth of the text is split. */
export function cutAtWord(text: string, limit: number): string {
  const cut = text.slice(0, limit)
  const space = cut.lastIndexOf(' ')
  return (space > limit * 0.9 ? cut.slice(0, space) : cut).replace(/[\s,;:.–—-]+$/u, '')
}
