import '#ui/form/field.css'
import { BookOpenText } from 'lucide-react'
import { type KeyboardEvent, lazy, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { words as say } from '../../messages.ts'
import type { FoundHit } from './ask-titles.ts'

const TitleList = lazy(async () => ({ default: (await import('./title-list.tsx')).TitleList }))

/** The list below the field, and its active line. */
export type OpenTitles = { id: string; active: string | undefined }
export type TitleKeys = (event: KeyboardEvent<HTMLInputElement>) => void

/** Finds a record by the words of its title while typing. Enter or a click adds it. */
export function AddByTitle({
  ask,
  listed,
  onChoose,
}: {
  /** Starts a search for these words from elsewhere on the page. */
  ask: RefObject<((words: string) => void) | undefined>
  /** Ids of records that are already among the identifiers. */
  listed: ReadonlySet<string>
  onChoose: (hit: FoundHit) => void
}) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const keys = useRef<TitleKeys>(undefined)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const [list, setList] = useState<OpenTitles>()
  useEffect(() => {
    ask.current = (words) => {
      setText(words)
      setOpen(true)
      box.current?.focus()
    }
  }, [ask])

  return (
    <search
      className="field relative"
      aria-label={say.titles}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <label htmlFor={id}>{say.noIsbn}</label>
      <div className="with-glyph">
        <Icon of={BookOpenText} />
        <input
          ref={box}
          id={id}
          className="input"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list !== undefined}
          aria-controls={list?.id}
          aria-activedescendant={list?.active}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={say.titleWords}
          maxLength={200}
          value={text}
          onFocus={() => setUsed(true)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setText(event.target.value)
            setOpen(true)
          }}
          onKeyDown={(event) => {
            // The field is inside the form of the whole request, which Enter must not send.
            if (event.key === 'Enter') event.preventDefault()
            keys.current?.(event)
          }}
        />
        {used && (
          <LazyPart>
            <TitleList
              text={open ? text.trim() : ''}
              {...{ keys, listed }}
              onList={setList}
              onShow={setOpen}
              onChoose={(hit) => {
                onChoose(hit)
                // Selects the text, so that the next title replaces it.
                box.current?.focus()
                box.current?.select()
              }}
            />
          </LazyPart>
        )}
      </div>
    </search>
  )
}
