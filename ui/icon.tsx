import type { LucideIcon } from 'lucide-react'

export type IconShape = LucideIcon

type Props = { of: IconShape; small?: boolean; turning?: boolean; className?: string }

/** A line icon, hidden from screen readers: the text beside it or the button's label has its meaning. */
export function Icon({ of: Shape, small, turning, className }: Props) {
  const classes = ['icon', small && 'small', turning && 'turning', className].filter(Boolean).join(' ')
  return <Shape className={classes} aria-hidden focusable="false" />
}
