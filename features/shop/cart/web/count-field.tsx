import { Minus, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'

/** Several presses within this time make one change. */
const pauseMs = 350

/** 0 if it is not a number. */
function readCount(typed: string): number {
  const plain = typed.replaceAll(/[\s,.]/g, '')
  return /^\d{1,6}$/.test(plain) ? Number(plain) : 0
}

/**
 * A number edited in place: by typing, then Enter or leaving the field, and with `steps` by plus and minus. A refused
 * value stays, with the reason.
 */
export function CountField({
  label,
  name,
  value,
  most,
  steps = false,
  unsaved,
  onChange,
}: {
  label: string
  /** The line's name, for screen readers. */
  name: string
  value: number | null
  most: number
  steps?: boolean
  /** The cart's unsaved fields: an edit is registered here until it is sent. */
  unsaved: Map<string, () => void>
  onChange: (count: number) => Promise<unknown>
}) {
  const id = useId()
  const saved = value === null ? '' : String(value)
  const [typed, setTyped] = useState(saved)
  const [wrong, setWrong] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const before = useRef(saved)
  useEffect(() => {
    // Shows other people's changes, unless the field is being edited.
    if (before.current !== saved) setTyped((text) => (text === before.current || text === '' ? saved : text))
    before.current = saved
  }, [saved])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      unsaved.delete(id)
    },
    [unsaved, id],
  )

  const count = readCount(typed)
  const change = async (next: number) => {
    clearTimeout(timer.current)
    unsaved.delete(id)
    const refuse = (reason: string | undefined) => {
      unsaved.set(id, () => void change(next))
      setWrong(reason)
    }
    if (next < 1 || next > most) return refuse(`Enter 1 to ${grouped(most)}`)
    setWrong(undefined)
    if (String(next) === before.current) return setTyped(String(next))
    try {
      await onChange(next)
    } catch (error) {
      refuse(problemOf(error).messages[0])
    }
  }
  const step = (by: number) => {
    const next = Math.min(most, Math.max(1, count + by))
    setTyped(String(next))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void change(next), pauseMs)
    unsaved.set(id, () => void change(next))
  }
  const heard = <span className="only-heard">: {name}</span>
  return (
    <div className={steps ? 'count-field with-steps' : 'count-field'}>
      {steps && (
        <Button square icon={Minus} disabled={count <= 1} onClick={() => step(-1)}>
          {`Fewer: ${name}`}
        </Button>
      )}
      <TextField
        id={id}
        className="num"
        label={
          <>
            {label}
            {heard}
          </>
        }
        labelHidden={steps}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={typed}
        error={wrong}
        onChange={({ target }) => {
          setTyped(target.value)
          unsaved.set(id, () => void change(readCount(target.value)))
        }}
        onBlur={() => void change(count)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void change(count)
          if (event.key === 'Escape') {
            clearTimeout(timer.current)
            unsaved.delete(id)
            setTyped(saved)
            setWrong(undefined)
          }
        }}
      />
      {steps && (
        <Button square icon={Plus} disabled={count >= most} onClick={() => step(1)}>
          {`More: ${name}`}
        </Button>
      )}
    </div>
  )
}
