import './suggestions.css'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { SchemeTags } from '#features/catalogue/headings/web/scheme-parts.tsx'
import { counted } from '#kit/web/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { stepThrough } from '#ui/table/step-through.ts'
import { words as say } from '../../messages.ts'
import type { SuggestionsProps } from './search-field.tsx'
import { useSearchHistory } from './search-history.ts'
import { SearchTips } from './search-tips.tsx'
import { groupsOfHistory, groupsOfSuggestions, type SuggestedGroup } from './suggestion-groups.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * Suggestions below the search field; below the empty field, the last searches. Focus stays in the field: arrow keys
 * select a line, Enter follows it, Escape closes the list.
 */
export function Suggestions({
  box,
  touched,
  keys,
  onList,
  useGroups = useCatalogueGroups,
}: SuggestionsProps & {
  /** The lines for a typed text; undefined before the first are loaded. */
  useGroups?: (text: string) => SuggestedGroup[] | undefined
}) {
  const id = useId()
  const { text, open, show, hide } = useTypedText(box, touched)
  const { data: signedIn } = useQuery(currentUser)
  const history = useSearchHistory(signedIn?.user.id)
  const suggested = useGroups(open ? text : '')
  const groups = text === '' ? groupsOfHistory(history) : (suggested ?? [])
  const options = open ? groups.flatMap((group) => group.options) : []
  const [pointed, point] = useState<string>()
  const chosen = options.findIndex(({ key }) => key === pointed)
  const at = chosen < 0 && groups[0]?.leads ? 0 : chosen
  const isOpen = options.length > 0
  const active = at < 0 ? undefined : `${id}-${at}`

  useLayoutEffect(() => {
    onList(isOpen ? { id, active } : undefined)
    return () => onList(undefined)
  }, [isOpen, id, active, onList])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other lines
  useEffect(() => point(undefined), [text, open])
  useLayoutEffect(() => {
    keys.current = (event) => {
      if (event.nativeEvent.isComposing) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step && isOpen) {
        event.preventDefault()
        const next = stepThrough(at, step, options.length)
        point(options[next]?.key)
        document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'ArrowDown') show()
      else if (event.key === 'Escape' && isOpen) {
        event.preventDefault()
        hide()
      } else if (event.key === 'Enter' && active) {
        event.preventDefault()
        document.getElementById(active)?.click()
      }
    }
    return () => {
      keys.current = undefined
    }
  })

  const choose = (event: MouseEvent, label: string) => {
    hide()
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (box.current && !elsewhere) box.current.value = label
  }
  return (
    <>
      <SearchTips box={box} onOpen={hide} />
      {isOpen && (
        <div
          className="suggestions below-field"
          role="listbox"
          tabIndex={-1}
          id={id}
          aria-label={say.suggestions}
          // Keeps the focus in the field on a mouse press: losing it would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group) => (
            <Group
              key={group.label}
              group={group}
              first={options.indexOf(group.options[0]!)}
              {...{ id, at }}
              onChoose={choose}
            />
          ))}
        </div>
      )}
      {isOpen && (
        <p className="only-heard" role="status">
          {counted(options.length, say.suggestion, say.severalSuggestions)}
        </p>
      )}
    </>
  )
}

function useCatalogueGroups(text: string) {
  const suggested = useSuggestions(text)
  return suggested && groupsOfSuggestions(suggested)
}

function Group({
  group: { label, icon, options },
  first,
  id,
  at,
  onChoose,
}: {
  group: SuggestedGroup
  first: number
  id: string
  at: number
  onChoose: (event: MouseEvent, label: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: within a list box
    <div role="group" aria-labelledby={`${id}-label-${first}`}>
      <div className="suggestions-label" id={`${id}-label-${first}`} role="presentation">
        {label}
      </div>
      {options.map(({ key, text, note, schemes = [], href, typed }, i) => (
        <Link
          key={key}
          id={`${id}-${first + i}`}
          role="option"
          aria-selected={first + i === at}
          tabIndex={-1}
          href={href}
          onClick={(event) => onChoose(event, typed)}
        >
          <Icon of={icon} small />
          <span className="suggestions-line">
            <span className="suggestions-text">{text}</span>
            {schemes.length > 0 && ' '}
            {schemes.length > 0 && <SchemeTags schemes={schemes} />}
            {note && <span className="suggestions-note">{note}</span>}
          </span>
        </Link>
      ))}
    </div>
  )
}

/**
 * The text of a field and whether its list may be open: from the first key on, and in the empty field as soon as it has
 * focus; not after it lost focus or its search was sent.
 */
function useTypedText(box: RefObject<HTMLInputElement | null>, touched: RefObject<boolean>) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const field = box.current
    if (!field) return
    const show = () => {
      setText(field.value.trim())
      setOpen(true)
    }
    const look = () => {
      if (field.value.trim() === '') show()
    }
    const hide = () => setOpen(false)
    field.addEventListener('input', show)
    field.addEventListener('focus', look)
    field.addEventListener('blur', hide)
    field.form?.addEventListener('submit', hide)
    if (document.activeElement === field) touched.current ? show() : look()
    return () => {
      field.removeEventListener('input', show)
      field.removeEventListener('focus', look)
      field.removeEventListener('blur', hide)
      field.form?.removeEventListener('submit', hide)
    }
  }, [box, touched])
  const show = () => {
    setText(box.current?.value.trim() ?? '')
    setOpen(true)
  }
  return { text, open, show, hide: () => setOpen(false) }
}
