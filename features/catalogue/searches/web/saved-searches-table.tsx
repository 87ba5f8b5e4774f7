import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type SavedSearch, searchesApi } from '#features/catalogue/searches/contract.ts'
import { searchInWords } from '#features/catalogue/web/catalogue-parts.tsx'
import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { showToast, toastFailure } from '#ui/overlay/toast.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { type Order, SortableHeader, Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { addressOf, type ShownSearch, useKeepSearch } from './use-saved-searches.ts'

const RenameSearch = lazy(async () => ({ default: (await import('./rename-search.tsx')).RenameSearch }))
const DeleteSearch = lazy(async () => ({ default: (await import('./delete-search.tsx')).DeleteSearch }))

export function SavedSearchesTable({ searches }: { searches: readonly ShownSearch[] }) {
  const [order, setOrder] = useState<Order>({ by: 'name', descending: false })
  const [open, setOpen] = useState<{ what: 'rename' | 'delete'; search: ShownSearch }>()
  const sorted = useMemo(() => sortSearches(searches, order), [searches, order])
  const { keep, forget } = useKeepSearch()
  const by = { order, onSort: setOrder }
  const tell = (text: string) => {
    announce(text)
    showToast({ tone: 'ok', text })
  }
  const near = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }
  return (
    <div className="searches-table">
      <div className="searches-bar">
        <ExportButton
          name="Saved searches"
          read={async () => (await import('./searches-csv.ts')).searchesCsv(sorted, window.location.origin)}
        />
      </div>
      <Table
        caption="Saved searches"
        head={
          <>
            <SortableHeader by="name" {...by}>
              Name
            </SortableHeader>
            <SortableHeader by="new" number {...by}>
              New
            </SortableHeader>
            <SortableHeader by="looked" {...by}>
              Looked at
            </SortableHeader>
            <SortableHeader by="saved" {...by}>
              Saved
            </SortableHeader>
            <SortableHeader by="mail" {...by}>
              Mail
            </SortableHeader>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {sorted.map((search) => (
          <tr key={search.id}>
            <td className="name-cell">
              <Link className="table-title" href={addressOf(search)}>
                {search.name}
              </Link>
              <Asks search={search} />
              {search.problem && <Status tone="bad">No longer works: {search.problem}</Status>}
            </td>
            <td className="n new-cell">
              {search.newRecords > 0 ? (
                <Status tone="ok">{search.newRecords.toLocaleString()} new</Status>
              ) : (
                <span className="quiet">none</span>
              )}
            </td>
            <td className="num day-cell" data-label="Looked at">
              {dayOf(search.lastRunDate)}
            </td>
            <td className="num day-cell" data-label="Saved">
              {dayOf(search.createdDate)}
            </td>
            <td className="mail-cell">
              <MailSwitch search={search} onChanged={keep} />
            </td>
            <td className="act-cell">
              <span>
                <Button look="bare" square icon={Pencil} {...near} onClick={() => setOpen({ what: 'rename', search })}>
                  {`Rename ${search.name}`}
                </Button>
                <Button look="bare" square icon={Trash2} {...near} onClick={() => setOpen({ what: 'delete', search })}>
                  {`Remove ${search.name}`}
                </Button>
              </span>
            </td>
          </tr>
        ))}
      </Table>
      <Suspense>
        {open?.what === 'rename' && (
          <RenameSearch
            search={open.search}
            onRenamed={(renamed) => {
              keep(renamed)
              tell(`“${open.search.name}” is now called “${renamed.name}”.`)
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open?.what === 'delete' && (
          <DeleteSearch
            search={open.search}
            onDeleted={(sentence) => {
              forget(open.search.id)
              tell(sentence)
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** What it asks for, unless that is its name. */
function Asks({ search }: { search: ShownSearch }) {
  const words = searchInWords(search.address)
  return words === search.name ? null : <div className="why">{words}</div>
}

function MailSwitch({ search, onChanged }: { search: ShownSearch; onChanged: (search: SavedSearch) => void }) {
  const [asked, setAsked] = useState<boolean>()
  const mail = asked ?? search.mail
  const change = async (on: boolean) => {
    setAsked(on)
    try {
      const { response } = await call(searchesApi.changeSearch, { id: search.id, mail: on })
      onChanged(response)
      announce(on ? `New records for ${search.name} are mailed.` : `Mails for ${search.name} are paused.`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setAsked(undefined)
    }
  }
  return (
    <Checkbox
      checked={mail}
      disabled={asked !== undefined}
      label={
        <>
          <span className="narrow-word">Mail </span>
          {mail ? 'on' : 'paused'}
          <span className="only-heard">: when new records match {search.name}</span>
        </>
      }
      onChange={(event) => void change(event.target.checked)}
    />
  )
}

const { compare } = new Intl.Collator('en', { numeric: true })

const by: Record<string, (a: ShownSearch, b: ShownSearch) => number> = {
  name: (a, b) => compare(a.name, b.name),
  // What there is most of comes first.
  new: (a, b) => b.newRecords - a.newRecords,
  looked: (a, b) => timeOf(b.lastRunDate) - timeOf(a.lastRunDate),
  saved: (a, b) => timeOf(b.createdDate) - timeOf(a.createdDate),
  mail: (a, b) => Number(b.mail) - Number(a.mail),
}

const timeOf = (date: Date | null) => date?.getTime() ?? 0

/** Equal ones by their names. */
function sortSearches(searches: readonly ShownSearch[], order: Order): ShownSearch[] {
  const direction = order.descending ? -1 : 1
  return [...searches].sort((a, b) => direction * by[order.by]!(a, b) || compare(a.name, b.name))
}

/** A day in the reader's form. */
const dayOf = (date: Date | null): string =>
  date === null ? '' : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(date)
