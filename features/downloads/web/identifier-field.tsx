import { type RefObject, useEffect, useRef } from 'react'
import { LinedField } from '#ui/lined-field.tsx'
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
  useScannerAnywhere(field)
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
      inputMode="text"
      enterKeyHint="enter"
      onChange={(event) => {
        onChange(event.target.value)
        onCaret(event.target.selectionStart)
      }}
      onSelect={(event) => onCaret(event.currentTarget.selectionStart)}
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

/** A scanner does not know where the focus is: a digit that would go nowhere goes into the field. */
function useScannerAnywhere(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const nowhere = event.target === document.body || (event.target as Element | null)?.tagName === 'MAIN'
      if (!nowhere || !/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      const area = field.current
      area?.focus()
      area?.setSelectionRange(area.value.length, area.value.length)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}
