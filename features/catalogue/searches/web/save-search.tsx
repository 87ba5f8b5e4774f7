import { Bookmark, BookmarkCheck } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { grouped } from '#kit/web/format.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { TextButton } from '#ui/text-button.tsx'
import { words as say } from '../../messages.ts'
import { useKeepSearch, useSavedSearches } from './use-saved-searches.ts'

const SaveSearchDialog = lazy(async () => ({ default: (await import('./save-search-dialog.tsx')).SaveSearchDialog }))

export type SearchToSave = {
  /** The default name. */
  title: string
  /** The query string of the results screen, without page and size. */
  address: string
  bodybuilderquery: string
  /** The same search, sorted by the latest catalogued. */
  newestFirst: string
}

/** “Save this search”; for a saved one its name, and the number of records that are new since it was last opened. */
export function SaveSearch({ title, address, bodybuilderquery, newestFirst, email }: SearchToSave & { email: string }) {
  const { reply } = useSavedSearches()
  const [open, setOpen] = useState(false)
  const saved = reply?.response.find((each) => orderless(each.address) === orderless(address))
  const fresh = useOpened(saved)
  const { link, onSaved } = useFocusOnceSaved(saved?.id)
  if (!reply) return null
  if (saved)
    return (
      <span className="save-search inline-row gap-6 items-baseline no-print">
        <Icon className="self-center ink-link" of={BookmarkCheck} small />
        <span className="ink-2 anywhere">
          {say.savedAs}{' '}
          <Link href="/savedSearches" ref={link}>
            {saved.name}
          </Link>
          {fresh > 0 && (
            <>
              , <Link href={newestFirst}>{say.countNew({ count: grouped(fresh) })}</Link> {say.sinceLastLooked}
            </>
          )}
        </span>
      </span>
    )
  return (
    <span className="save-search inline-row gap-6 items-baseline no-print">
      <Icon className="self-center ink-link" of={Bookmark} small />
      <TextButton onPointerEnter={prepareOverlays} onFocus={prepareOverlays} onClick={() => setOpen(true)}>
        {say.saveThisSearch}
      </TextButton>
      {open && (
        <LazyPart>
          <SaveSearchDialog
            {...{ title, address, bodybuilderquery, email }}
            onSaved={onSaved}
            onClose={() => setOpen(false)}
            others={reply.response.map(({ name }) => name)}
          />
        </LazyPart>
      )}
    </span>
  )
}

/** The dialog's button disappears once the search is saved here: focus moves to its replacement. */
function useFocusOnceSaved(shown: string | undefined) {
  const link = useRef<HTMLAnchorElement>(null)
  const saved = useRef<string>(undefined)
  useEffect(() => {
    if (shown !== undefined && shown === saved.current) link.current?.focus()
    saved.current = undefined
  }, [shown])
  const onSaved = (id: string) => {
    saved.current = id
  }
  return { link, onSaved }
}

/** The search without order and grouping, which do not make it another search. */
function orderless(address: string): string {
  const params = new URLSearchParams(address)
  params.delete('selectedOrder')
  params.delete('orderByOperator')
  params.delete('editions')
  return params.toString()
}

/** How many were new when it was opened; opening resets the number. */
function useOpened(saved: { id: string; newRecords: number } | undefined): number {
  const [opened, setOpened] = useState<{ id: string; fresh: number }>()
  const { keep } = useKeepSearch()
  const { id, newRecords = 0 } = saved ?? {}
  if (id && newRecords > 0 && (opened?.id !== id || opened.fresh !== newRecords)) setOpened({ id, fresh: newRecords })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search that is opened
  useEffect(() => {
    if (id && newRecords > 0)
      void call(searchesApi.seenSearch, { id })
        .then(({ response }) => keep(response))
        // It stays marked as new, which does no harm.
        .catch(() => undefined)
  }, [id, newRecords])
  return opened?.id === id ? (opened?.fresh ?? 0) : 0
}
