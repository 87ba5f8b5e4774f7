import { words } from './messages.ts'
import './notices.css'
import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconShape } from './icon.tsx'

/** The empty state, with a way to change it. `top` if it is the whole screen. */
export function EmptyState({
  title,
  hint,
  icon,
  top,
  children,
}: {
  title: string
  hint?: ReactNode
  icon?: IconShape
  top?: boolean
  children?: ReactNode
}) {
  const Heading = top ? 'h1' : 'h2'
  return (
    <div className="empty-state">
      {icon && <Icon of={icon} />}
      <Heading>{title}</Heading>
      {hint && <p>{hint}</p>}
      {children && <div className="actions">{children}</div>}
    </div>
  )
}

/**
 * The success of the last action, beside what it changed, shown until the next one. Empty before: screen readers read
 * what is added. With a `ref` it gets the focus, which reads it.
 */
export function Done({ children, ref }: { children?: ReactNode; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p className={children ? 'done anywhere' : 'only-heard'} {...(ref ? { ref, tabIndex: -1 } : { role: 'status' })}>
      {children && <Icon of={CircleCheck} small />}
      {children}
    </p>
  )
}

/** An error, announced at once. `onRetry` adds a button. */
export function ErrorBox({
  title,
  messages,
  onRetry,
  className = '',
}: {
  title?: string
  messages: readonly string[]
  onRetry?: (() => void) | undefined
  className?: string
}) {
  return (
    <div className={`error-box ${className}`} role="alert">
      <Icon of={CircleAlert} />
      <div>
        {title && <h2>{title}</h2>}
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {words.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * A placeholder for text that is loading; `lines` for several. Hidden from screen readers, which hear that it is
 * loading.
 */
export function Skeleton({ lines = 1, width = '100%' }: { lines?: number; width?: string }) {
  return (
    <span aria-hidden>
      {Array.from({ length: lines }, (_, i) => `line ${i}`).map((line, i) => (
        <span key={line} className="skeleton" style={{ width: lines > 1 && i === lines - 1 ? '60%' : width }} />
      ))}
    </span>
  )
}
