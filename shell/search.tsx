import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, useEffect, useRef } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { SearchField } from '#features/catalogue/search-box/web/search-field.tsx'
import { may } from '#kit/roles.ts'
import { useLocation } from '#kit/web/router.tsx'
import { complainInSearchBox, useSearchBoxComplaint } from '#kit/web/search-box.ts'
import { readSearch } from '#kit/web/search-params.ts'
import { hearSingleKey, keyIsOn } from '#kit/web/single-keys.ts'
import { words } from './messages/messages.ts'
import { panels } from './open-panel.ts'

/** Added to the results' address it focuses the box: `/discover/results/#search`. */
const searchHash = '#search'

const DeskSuggestions = lazy(async () => ({ default: (await import('./desk/desk-find.tsx')).DeskSuggestions }))

/** The site-wide search. Shows the query of the current results. */
export function SearchBox() {
  const { pathname, search, hash, key } = useLocation()
  const complaint = useSearchBoxComplaint()
  const box = useRef<HTMLInputElement>(null)
  const atDesk = may(roleOf(useQuery(currentUser).data ?? null), 'desk')
  const shown = shownQuery(pathname, search)
  useSlashKey(box)
  useEffect(() => {
    if (box.current) box.current.value = shown
    complainInSearchBox(undefined)
  }, [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again on each visit to the address
  useEffect(() => {
    if (hash === searchHash) box.current?.focus()
  }, [hash, key])

  return (
    <search className="find">
      <SearchField
        box={box}
        complaint={complaint}
        onComplain={complainInSearchBox}
        label={atDesk ? 'Search organisations, people, numbers and the catalogue' : words.searchCatalogue}
        hint={atDesk ? 'School, person, number or title' : undefined}
        suggestions={atDesk ? DeskSuggestions : undefined}
        keyShortcut={keyIsOn('slash-key') ? '/' : undefined}
      >
        {keyIsOn('slash-key') && (
          <kbd className="hide-1080" aria-hidden>
            /
          </kbd>
        )}
      </SearchField>
    </search>
  )
}

function shownQuery(pathname: string, search: string) {
  if (!pathname.startsWith('/discover/results')) return ''
  const { query, queryForDisplay, advSearch } = readSearch(search)
  // An advanced search's display text is not a query; its words are.
  const shown = advSearch === 'true' ? query : (queryForDisplay ?? query)
  return [shown ?? ''].flat()[0] ?? ''
}

/** `/` focuses the search box, and `?`, which is on the same key of many keyboards, lists the keys. */
function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(
    () =>
      hearSingleKey('slash-key', (key) => {
        if (key === '?') panels.open('keys')
        if (key !== '/') return key === '?'
        box.current?.focus()
        box.current?.select()
        return true
      }),
    [box],
  )
}
