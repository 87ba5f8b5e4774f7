import type { LucideIcon } from 'lucide-react'

export type IconShape = LucideIcon

/** A line icon, hidden from screen readers: the text beside it or the button's label has its meaning. */
export function Icon({ of: Shape, small, turning }: { of: IconShape; small?: boolean; turning?: boolean }) {
  const classes = ['icon', small && 'small', turning && 'turning'].filter(Boolean).join(' ')
  return <Shape className={classes} aria-hidden focusable="false" />
}
