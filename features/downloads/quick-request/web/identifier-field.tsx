import { type RefObject, useEffect, useRef } from 'react'
import { around, gap } from '#kit/fill.ts'
import { isWrittenIn, openDialog, scannerPaceMs } from '#kit/web/single-keys.ts'
import { LinedField } from '#ui/form/lined-field.tsx'
import { words as say } from '../../messages.ts'

const [beforeKeys, afterKeys] = around(say.pressKeys({ keys: gap }))

/** Accepts a pasted column, a scanner's input or typing. */
export function IdentifierField({
  field,
  value,
  error,
  onChange,
  onCaret,
  onSend,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onCaret: (at: number) => void
  onSend: () => void
}) {
  const pace = useRef(watchPace()).current
  const landed = useRef<number>(undefined)
  useScannerAnywhere(field, onChange)
  return (
    <LinedField
      id="identifiers"
      required
      label={say.identifiers}
      hint={
        <>
          {say.onePerLine}
          <span className="keys">
            {' '}
            {beforeKeys}
            <kbd className="framed-2 on-sunken">Ctrl</kbd>+<kbd className="framed-2 on-sunken">Enter</kbd>
            {afterKeys}
          </span>
        </>
      }
      error={error}
      ref={field}
      value={value}
      placeholder={say.scanHere}
      inputMode="text"
      enterKeyHint="enter"
      onChange={(event) => {
        const { value: text, selectionStart } = event.target
        const many = text.length - value.length > 1 || /^insertFrom/.test(inputTypeOf(event.nativeEvent))
        landed.current = many ? selectionStart : undefined
        onChange(text)
        // Shows a pasted list from its beginning, though the caret is at its end.
        onCaret(many ? beginningOfPaste(value, text, selectionStart) : selectionStart)
      }}
      onSelect={({ currentTarget: { selectionStart } }) => {
        if (selectionStart === landed.current) return
        landed.current = undefined
        onCaret(selectionStart)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          onSend()
        }
        if (event.key === 'Tab' && !event.shiftKey && pace.endsCode(event.timeStamp)) {
          event.preventDefault()
          const { selectionStart, selectionEnd, value: text } = event.currentTarget
          event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end')
          onChange(`${text.slice(0, selectionStart)}\n${text.slice(selectionEnd)}`)
          onCaret(selectionStart + 1)
        }
        if (event.key.length === 1) pace.key(event.timeStamp)
      }}
    />
  )
}

const inputTypeOf = (event: Event) => ('inputType' in event ? String(event.inputType) : '')

function beginningOfPaste(before: string, text: string, end: number) {
  let at = 0
  while (at < before.length && before[at] === text[at]) at++
  while (at < end && /[\s,]/u.test(text[at]!)) at++
  return Math.min(at, end)
}

/** Milliseconds between two keys: a scanner is far below, and no typist sustains it over a whole number. */
const scannerPace = 60
const shortestCode = 6

/**
 * A scanner may end each code with Tab. A person's Tab leaves the field; a scanner's Tab, recognised by its pace, ends
 * the line. Call it with every key; it returns whether a Tab pressed now ends a code.
 */
function watchPace() {
  let last = 0
  let run = 0
  return {
    key(at: number) {
      run = at - last <= scannerPace ? run + 1 : 1
      last = at
    },
    endsCode: (at: number) => run >= shortestCode && at - last <= scannerPace,
  }
}

/**
 * A scanner sends its code wherever the focus is: a code that would be lost, or go to a button, goes into the field, on
 * a new line, from its first character. Digits identify a code; the letters before them came at a scanner's pace.
 */
function useScannerAnywhere(field: RefObject<HTMLTextAreaElement | null>, onChange: (text: string) => void) {
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    let run = ''
    let last = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      const { key, timeStamp, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || key.length !== 1) return
      run = timeStamp - last <= scannerPaceMs ? run + key : key
      last = timeStamp
      const area = field.current
      if (!area || isWrittenIn(target) || !/\d/.test(key)) return
      if (document.querySelector(`${openDialog}, [role=menu]`)) return
      const end = area.value.length
      area.focus()
      area.setSelectionRange(end, end)
      // The browser itself inserts the current key.
      const missed = (end > 0 && !area.value.endsWith('\n') ? '\n' : '') + run.slice(0, -1)
      if (missed === '') return
      area.setRangeText(missed, end, end, 'end')
      change.current(area.value)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}
