import { type RefObject, useRef } from 'react'
import { LinedField } from '#ui/lined-field.tsx'
import { useScannerAnywhere } from './scanner-anywhere.ts'
import { watchPace } from './scanner-tab.ts'

/** Takes a pasted column, a scanner's stream or typing. */
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
      label="Identifiers"
      hint={
        <>
          One to a line, or with spaces or commas between.
          <span className="keys">
            {' '}
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends them.
          </span>
        </>
      }
      error={error}
      ref={field}
      value={value}
      placeholder="Scan, type or paste here"
      inputMode="text"
      enterKeyHint="enter"
      onChange={(event) => {
        const { value: text, selectionStart } = event.target
        const many = text.length - value.length > 1 || /^insertFrom/.test(inputTypeOf(event.nativeEvent))
        landed.current = many ? selectionStart : undefined
        onChange(text)
        // What was pasted is read from its beginning, though the caret lands at its end.
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
