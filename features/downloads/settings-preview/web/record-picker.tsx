import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useSuggestions } from '#features/catalogue/web/catalogue-parts.tsx'
import { settingsPreviewApi } from '#features/downloads/settings-preview/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Icon } from '#ui/icon.tsx'
import { stepThrough } from '#ui/table/step-through.ts'

type Option = { bibId: string; title: string; note: string }

const notes = { DOWNLOADS: 'Recently downloaded', CATALOGUE: 'From the catalogue' }

/** Chooses the previewed record: typed, or one of the school's latest downloads. */
export function RecordPicker({
  customerId,
  title,
  onChoose,
}: {
  customerId: string
  /** Title of the displayed record. */
  title: string | undefined
  onChoose: (bibId: string) => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string>()
  const [at, point] = useState(-1)
  const open = text !== undefined
  const { options, none } = useOptions(customerId, open, text ?? '')
  const isOpen = open && options.length > 0

  const close = () => {
    setText(undefined)
    point(-1)
  }
  const choose = (option: Option) => {
    onChoose(option.bibId)
    announce(`The preview shows ${option.title}`)
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!open) return setText('')
      const next = stepThrough(at, step, options.length)
      point(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[at] ?? (text?.trim() ? options[0] : undefined)
      if (isOpen && option) choose(option)
    }
  }

  return (
    <div className="field">
      <label htmlFor={`${id}-field`}>Record</label>
      <div className="with-glyph max-520">
        <Icon of={Search} />
        <input
          ref={field}
          id={`${id}-field`}
          className="input"
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={open ? 'A title or an ISBN' : ''}
          value={text ?? title ?? ''}
          onFocus={() => setText('')}
          onBlur={close}
          onChange={(event) => {
            setText(event.target.value)
            point(-1)
          }}
          onKeyDown={press}
        />
        {isOpen && (
          <div
            className="record-options framed-2 rounded on-surface scroll-y"
            role="listbox"
            tabIndex={-1}
            id={`${id}-list`}
            aria-label="Records"
            // Keeps the focus in the field on a mouse press: losing it would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which keeps focus
              <div
                key={option.bibId}
                id={`${id}-${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === at}
                onClick={() => choose(option)}
              >
                <span>{option.title}</span>
                {option.note && <span className="ink-3 text-note">{option.note}</span>}
              </div>
            ))}
          </div>
        )}
        {none && (
          <p className="record-options none framed-2 rounded on-surface scroll-y aside" role="status">
            No records found. Try other words from the title, or the record number.
          </p>
        )}
      </div>
    </div>
  )
}

/** `none`: the catalogue has no record for the typed text. */
function useOptions(customerId: string, open: boolean, text: string): { options: Option[]; none: boolean } {
  const typed = text.trim()
  const { reply } = useLatestReply(settingsPreviewApi.previewRecords, { id: customerId }, { enabled: open })
  const found = useSuggestions(typed)
  if (typed === '') {
    const recent = reply?.response ?? []
    return { options: recent.map(({ from, ...record }) => ({ ...record, note: notes[from] })), none: false }
  }
  const titles = [...(found?.record ? [found.record] : []), ...(found?.titles ?? [])]
  return {
    options: titles.map(({ id: bibId, title, responsibility }) => ({ bibId, title, note: responsibility })),
    none: found !== undefined && titles.length === 0,
  }
}
