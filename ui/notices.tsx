import './notices.css'
import { CircleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
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
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shown above a refused form and focused; each line links to its field by id. */
export function ErrorSummary({
  errors,
  title = 'Please correct this first',
}: {
  errors: { id?: string; text: string }[]
  title?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const announced = useRef<readonly string[]>([])
  useEffect(() => {
    const texts = errors.map(({ text }) => text)
    const fresh = texts.some((text) => !announced.current.includes(text))
    announced.current = texts
    // Not after one of several was corrected: the person is still typing.
    if (fresh) box.current?.focus()
  })
  if (errors.length === 0) return null
  return (
    <div className="error-box" role="alert" tabIndex={-1} ref={box}>
      <Icon of={CircleAlert} />
      <div>
        <h2>{title}</h2>
        <ul>
          {errors.map(({ id, text }) => (
            <li key={`${id} ${text}`}>
              {id ? (
                <a href={`#${id}`} onClick={(event) => goToField(event, id)}>
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function goToField(event: { preventDefault(): void }, id: string) {
  event.preventDefault()
  document.getElementById(id)?.focus()
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
