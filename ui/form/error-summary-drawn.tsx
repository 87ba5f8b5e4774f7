import { words } from '../messages.ts'
import '../notices.css'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import type { Summary } from './error-summary.tsx'
import { inFieldOrder } from './field-order.ts'

/** Loaded with the first refusal, or before it when the browser is idle. */
export function ErrorSummaryDrawn({ errors, refusal, title = words.correctFirst }: Summary) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) box.current?.focus()
  }, [refusal])
  return (
    <div className="error-box" role="alert" tabIndex={-1} ref={box}>
      <Icon of={CircleAlert} />
      <div>
        <h2>{title}</h2>
        <ul>
          {inFieldOrder(errors, ({ id }) => id).map(({ id, text }) => (
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
