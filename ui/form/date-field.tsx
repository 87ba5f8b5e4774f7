import { type Day, isDay } from '#kit/day.ts'
import './date-field.css'
import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { formatDay } from '#kit/web/format.ts'
import { Button } from '../button.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { TextField } from './field.tsx'
import { readDay } from './typed-day.ts'

const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(async () => ({ default: (await loadCalendar()).Calendar }))
const prepare = () => void loadCalendar().catch(() => undefined)

/**
 * A day, typed in the reader's own format or picked from a calendar. `value` is a day, or text that is not one; it is
 * reported once typing is finished.
 */
export function DateField({
  id,
  label,
  value,
  onChange,
  max,
  hint,
  error,
  required,
}: {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  /** The last day that the calendar offers. */
  max?: Day
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
}) {
  const shown = isDay(value) ? formatDay(value) : value
  const [typing, setTyping] = useState<{ over: string; text: string }>()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const text = typing?.over === value ? typing.text : shown
  const commit = (given = text) => {
    setTyping(undefined)
    const read = given === shown ? value : (readDay(given) ?? given.trim())
    if (read !== value) onChange(read)
  }
  return (
    <div className="date-field">
      <TextField
        id={id}
        label={label}
        hint={hint}
        error={error}
        required={required}
        className="num"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setTyping({ over: value, text: event.target.value })}
        onBlur={() => commit()}
        onFocus={prepare}
        onKeyDown={(event) => {
          // Show how the day was read before submitting it.
          if (event.key === 'Enter' && text !== shown) {
            event.preventDefault()
            commit()
          }
          if (event.key !== 'ArrowDown' || !event.altKey) return
          event.preventDefault()
          commit()
          setOpen(true)
        }}
      />
      <Button
        ref={button}
        square
        look="bare"
        icon={CalendarDays}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!open)}
      >
        {`Choose from a calendar: ${label}`}
      </Button>
      {open && (
        <LazyPart>
          <Calendar
            label={label}
            day={isDay(value) ? value : undefined}
            max={max}
            anchor={button}
            onPick={(day) => {
              setTyping(undefined)
              onChange(day)
            }}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </div>
  )
}
