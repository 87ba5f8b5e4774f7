import '#ui/field.css'
import { CircleAlert, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { complainInSearchBox, useSearchBoxComplaint } from '#kit/web/search-box.ts'
import { readSearch } from '#kit/web/search-params.ts'
import { Icon } from '#ui/icon.tsx'
import { slashIsOn, useSlashKey } from './shell-slash-key.ts'

export const emptyTerm = 'Please enter a search term.'
/** The server takes no more. */
const longestTerm = 256
export const longTerm = `A search can have at most ${longestTerm} characters.`
/** The address of the results with this leads into the box: `/discover/results/#search`. */
const searchHash = '#search'

/** The site-wide search. It shows what the results on screen were searched by. */
export function SearchBox() {
  const { pathname, search, hash, key } = useLocation()
  const complaint = useSearchBoxComplaint()
  const box = useRef<HTMLInputElement>(null)
  const shown = shownQuery(pathname, search)
  useSlashKey(box)
  useEffect(() => {
    if (box.current) box.current.value = shown
    complainInSearchBox(undefined)
  }, [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit to the address leads here anew
  useEffect(() => {
    if (hash === searchHash) box.current?.focus()
  }, [hash, key])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = box.current?.value.trim() ?? ''
    if (query === '' || query.length > longestTerm) {
      complainInSearchBox(query === '' ? emptyTerm : longTerm)
      box.current?.focus()
      return
    }
    complainInSearchBox(undefined)
    goTo(`/discover/results/?${new URLSearchParams({ query })}`)
  }

  return (
    <search className="find">
      <form action="/discover/results/" onSubmit={submit} noValidate>
        <Icon of={Search} />
        <input
          ref={box}
          className="input"
          type="text"
          name="query"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label="Search the catalogue"
          aria-keyshortcuts={slashIsOn() ? '/' : undefined}
          placeholder="Title, author, subject or ISBN"
          aria-invalid={complaint ? true : undefined}
          aria-describedby={complaint ? 'search-complaint' : undefined}
          onInput={() => complainInSearchBox(undefined)}
        />
        {slashIsOn() && <kbd aria-hidden>/</kbd>}
        <button type="submit" className="only-heard">
          Search
        </button>
      </form>
      {complaint && (
        <p className="complaint" id="search-complaint" role="alert">
          <Icon of={CircleAlert} small />
          {complaint}
        </p>
      )}
    </search>
  )
}

function shownQuery(pathname: string, search: string) {
  if (!pathname.startsWith('/discover/results')) return ''
  const { query, queryForDisplay } = readSearch(search)
  return [queryForDisplay ?? query ?? ''].flat()[0] ?? ''
}
