import '#ui/form/field.css'
import './search-field.css'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Search } from 'lucide-react'
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react'
import { keptPart } from '#features/catalogue/filters/web/kept-filters.ts'
import { complaintAbout } from '#features/catalogue/rules.ts'
import { goTo } from '#kit/web/history.ts'
import { usePrepare } from '#kit/web/router.tsx'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { words as say } from '../../messages.ts'

/** Fewer digits are a year or part of a title. */
const digitsOfNumber = 7

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

const isNumber = (query: string) => (query.match(/\p{Nd}/gu) ?? []).length >= digitsOfNumber

/** Goes to the results of a search or, for a number, to its record. */
export function goToResults(query: string, cache: QueryClient): void {
  const parts = [new URLSearchParams({ query }), keptPart('kept-filters'), keptPart('results-editions')]
  const results = `/discover/results/?${parts.filter((part) => part).join('&')}`
  if (!isNumber(query)) goTo(results)
  else
    void import('./search-by-number.ts')
      .then(({ addressForNumber }) => addressForNumber(cache, query, results))
      .catch(() => results)
      .then(goTo)
}

/** The list below the field, and its active line. */
type OpenList = { id: string; active: string | undefined }
type ListKeys = (event: KeyboardEvent<HTMLInputElement>) => void
export type SuggestionsProps = {
  box: RefObject<HTMLInputElement | null>
  /** Whether something was typed before the script of the suggestions loaded. */
  touched: RefObject<boolean>
  keys: RefObject<ListKeys | undefined>
  onList: (list: OpenList | undefined) => void
}

/**
 * The search field. Suggestions appear below it, from a script that loads when the field gets focus; without the script
 * the field still searches.
 */
export function SearchField(props: {
  box: RefObject<HTMLInputElement | null>
  complaint: string | undefined
  onComplain: (complaint: string | undefined) => void
  label: string
  hint?: string | undefined
  keyShortcut?: string | undefined
  /** Replaces the suggestions from the catalogue. */
  suggestions?: ComponentType<SuggestionsProps> | undefined
  children?: ReactNode
}) {
  const { box, complaint, onComplain, label, hint = say.fieldHint, keyShortcut, children } = props
  const List = props.suggestions ?? Suggestions
  const made = useId()
  const cache = useQueryClient()
  const [used, setUsed] = useState(false)
  const prepare = usePrepare()
  useWhenIdle(useCallback(() => prepare('/discover/results/'), [prepare]))
  const [list, setList] = useState<OpenList>()
  const keys = useRef<ListKeys>(undefined)
  const touched = useRef(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = box.current?.value.trim() ?? ''
    const complaint = complaintAbout(query)
    onComplain(complaint)
    if (complaint) return box.current?.focus()
    // Leave the field, so that single keys work on the results; after a number, stay for the next scan.
    if (!isNumber(query)) box.current?.blur()
    goToResults(query, cache)
  }

  return (
    <form className="search-field with-glyph" action="/discover/results/" onSubmit={submit} noValidate>
      <Icon of={Search} />
      <input
        ref={box}
        className="input"
        type="text"
        name="query"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list !== undefined}
        aria-controls={list?.id}
        aria-activedescendant={list?.active}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={keyShortcut}
        placeholder={hint}
        aria-invalid={complaint ? true : undefined}
        aria-describedby={complaint ? made : undefined}
        onInput={() => {
          touched.current = true
          onComplain(undefined)
        }}
        onFocus={() => {
          setUsed(true)
          prepare('/discover/results/')
        }}
        onKeyDown={(event) => keys.current?.(event)}
      />
      {children}
      <button type="submit" className="search-go">
        {say.search}
      </button>
      {used && (
        <LazyPart quiet>
          <List box={box} touched={touched} keys={keys} onList={setList} />
        </LazyPart>
      )}
      {complaint && (
        <p className="complaint" id={made} role="alert">
          <Icon of={CircleAlert} small />
          {complaint}
        </p>
      )}
    </form>
  )
}
