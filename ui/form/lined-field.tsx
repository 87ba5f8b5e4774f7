import './field.css'
import './lined-field.css'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useMemo, useRef } from 'react'
import { Icon } from '../icon.tsx'

/** A text area for lists: lines are numbered and do not wrap, so that messages can refer to "line 12". */
export function LinedField({
  label,
  hint,
  error,
  value,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  value: string
}) {
  const made = useId()
  const id = rest.id ?? made
  const numbers = useRef<HTMLSpanElement>(null)
  const lines = useMemo(() => lineCount(value), [value])
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="lined">
        <textarea
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          wrap="off"
          {...rest}
          id={id}
          value={value}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.style.translate = `0 ${-currentTarget.scrollTop}px`
          }}
        />
        <div className="line-numbers" aria-hidden>
          <span ref={numbers}>{useMemo(() => numbered(lines), [lines])}</span>
        </div>
      </div>
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div className="wrong" id={`${id}-error`}>
          <Icon of={CircleAlert} small />
          {error}
        </div>
      )}
    </div>
  )
}

/** No one scrolls further down, so later line numbers are not rendered. */
const maxNumbers = 10_000

function lineCount(text: string) {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1 && count < maxNumbers; at = text.indexOf('\n', at + 1)) count++
  return count
}

const numbered = (lines: number) => Array.from({ length: lines }, (_, i) => i + 1).join('\n')
