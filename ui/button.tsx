import './button.css'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon, type IconShape } from './icon.tsx'
import { Link } from './link.tsx'

export type ButtonLook = 'plain' | 'main' | 'bare' | 'danger'
type Dress = {
  look?: ButtonLook | undefined
  icon?: IconShape | undefined
  /** Pressed state of a toggle button. */
  on?: boolean | undefined
  /** Shows only the icon; the label is its accessible name and tooltip. */
  square?: boolean | undefined
}

/** `busy` keeps the button focusable but inert during its work. */
export function Button({
  look,
  icon,
  on,
  square,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ComponentProps<'button'> & Dress & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      {...(square && typeof children === 'string' ? { title: children } : {})}
      className={dress({ look, on, square }, className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Icon of={LoaderCircle} turning /> : icon && <Icon of={icon} />}
      {square ? <span className="only-heard">{children}</span> : children}
    </button>
  )
}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function LinkButton({
  look,
  icon,
  on,
  square,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Dress) {
  return (
    <Link {...rest} className={dress({ look, on, square }, className)}>
      {icon && <Icon of={icon} />}
      {square ? <span className="only-heard">{children}</span> : children}
    </Link>
  )
}

const dress = ({ look = 'plain', on, square }: Dress, extra = '') =>
  ['button', look !== 'plain' && look, on && 'on', square && 'square', extra].filter(Boolean).join(' ')
