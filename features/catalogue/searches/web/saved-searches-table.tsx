import { Pencil, Rss, Trash2 } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { type SavedSearch, searchesApi } from '#features/catalogue/searches/contract.ts'
import { describeSearch } from '#features/catalogue/web/catalogue-parts.tsx'
import { call } from '#kit/web/call.ts'
import { formatDate, grouped } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { type Columns, dayInFile, fileOf, type Order, sortRows } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'
import { addressOf, type SavedSearchView, useKeepSearch } from './use-saved-searches.ts'

const RenameSearch = lazy(async () => ({ default: (await import('./rename-search.tsx')).RenameSearch }))
const FeedOfSearch = lazy(async () => ({ default: (await import('./feed-of-search.tsx')).FeedOfSearch }))
const DeleteSearch = lazy(async () => ({ default: (await import('./delete-search.tsx')).DeleteSearch }))

const { compare } = new Intl.Collator('en', { numeric: true })
const timeOf = (date: Date | null) => date?.getTime() ?? 0

/** Link to the feed, with a `link` element for feed readers that search the page for one. */
const FeedLink = ({ search: { name, feed } }: { search: SavedSearchView }) => (
  <p className="why no-print">
    <link rel="alternate" type="application/atom+xml" title={name} href={feed} />
    <a href={feed} target="_blank" rel="noopener">
      Atom feed<span className="only-heard"> of {name} (opens in a new window)</span>
    </a>{' '}
    of its newest records
  </p>
)

const searchColumns: Columns<SavedSearchView> = [
  {
    head: 'Name',
    className: 'name-cell anywhere',
    minWidth: 220,
    sort: 'name',
    compare: (a, b) => compare(a.name, b.name),
    csv: ({ name }) => name,
    cell: (search) => (
      <>
        <Link className="table-title" href={addressOf(search)}>
          {search.name}
        </Link>
        <Asks search={search} />
        {search.feed && <FeedLink search={search} />}
        {search.problem && (
          <Status className="mt-4" tone="bad">
            No longer works: {search.problem}
          </Status>
        )}
      </>
    ),
  },
  { head: 'Search', csv: ({ address }) => describeSearch(address) },
  {
    head: 'New',
    csvHead: 'New records',
    number: true,
    className: 'new-cell',
    width: 110,
    sort: 'new',
    // The largest number comes first.
    compare: (a, b) => b.newRecords - a.newRecords,
    csv: ({ newRecords }) => newRecords,
    cell: ({ newRecords }) =>
      newRecords > 0 ? <Status tone="ok">{grouped(newRecords)} new</Status> : <span className="quiet">none</span>,
  },
  {
    head: 'Checked',
    className: 'num day-cell ink-2 nowrap',
    width: 140,
    apart: true,
    narrow: 'Checked',
    sort: 'looked',
    compare: (a, b) => timeOf(b.lastRunDate) - timeOf(a.lastRunDate),
    csv: ({ lastRunDate }) => dayInFile(lastRunDate),
    cell: ({ lastRunDate }) => formatDate(lastRunDate),
  },
  {
    head: 'Saved',
    className: 'num day-cell ink-2 nowrap',
    width: 140,
    apart: true,
    narrow: 'Saved',
    sort: 'saved',
    compare: (a, b) => timeOf(b.createdDate) - timeOf(a.createdDate),
    csv: ({ createdDate }) => dayInFile(createdDate),
    cell: ({ createdDate }) => formatDate(createdDate),
  },
  {
    head: 'Email',
    sort: 'mail',
    compare: (a, b) => Number(b.mail) - Number(a.mail),
    csv: ({ mail }) => (mail ? 'on' : 'paused'),
  },
  // An absolute address, so that it opens from a spreadsheet.
  { head: 'Address', csv: (search) => `${window.location.origin}${addressOf(search)}` },
]

export function SavedSearchesTable({ searches }: { searches: readonly SavedSearchView[] }) {
  const [order, setOrder] = useState<Order>({ by: 'name', descending: false })
  const [open, setOpen] = useState<{ what: 'rename' | 'feed' | 'delete'; search: SavedSearchView }>()
  // Equal values are sorted by name.
  const sorted = useMemo(() => {
    const byName = sortRows(searchColumns, searches, { by: 'name', descending: false })
    return sortRows(searchColumns, byName, order)
  }, [searches, order])
  const { keep, forget } = useKeepSearch()
  const near = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }
  return (
    <div className="searches-table cards">
      <div className="searches-bar flex mt-18 line-above py-12 no-print">
        <ExportButton name="Saved searches" read={() => fileOf(searchColumns, sorted)} />
      </div>
      <DataTable
        caption="Saved searches"
        columns={[
          ...searchColumns,
          {
            head: 'Email',
            className: 'mail-cell nowrap',
            width: 120,
            sort: 'mail',
            cell: (search) => <MailSwitch search={search} onChanged={keep} />,
          },
          {
            head: 'Actions',
            headHidden: true,
            className: 'act-cell',
            width: 84,
            cell: (search) => (
              <span>
                <Button look="bare" square icon={Pencil} {...near} onClick={() => setOpen({ what: 'rename', search })}>
                  {`Rename ${search.name}`}
                </Button>
                <Button look="bare" square icon={Rss} {...near} onClick={() => setOpen({ what: 'feed', search })}>
                  {`Feed for ${search.name}`}
                </Button>
                <Button look="bare" square icon={Trash2} {...near} onClick={() => setOpen({ what: 'delete', search })}>
                  {`Remove ${search.name}`}
                </Button>
              </span>
            ),
          },
        ]}
        rows={sorted}
        keyOf={({ id }) => id}
        order={order}
        onSort={setOrder}
      />
      <LazyPart>
        {open?.what === 'rename' && (
          <RenameSearch
            search={open.search}
            onRenamed={(renamed) => {
              keep(renamed)
              toastSuccess(`“${open.search.name}” renamed to “${renamed.name}”.`)
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open?.what === 'feed' && (
          <FeedOfSearch search={open.search} onChanged={keep} onClose={() => setOpen(undefined)} />
        )}
        {open?.what === 'delete' && (
          <DeleteSearch
            search={open.search}
            onDeleted={(sentence) => {
              forget(open.search.id)
              toastSuccess(sentence)
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </LazyPart>
    </div>
  )
}

/** The query in words, unless that is its name. */
function Asks({ search }: { search: SavedSearchView }) {
  const words = describeSearch(search.address)
  return words === search.name ? null : <div className="why">{words}</div>
}

function MailSwitch({ search, onChanged }: { search: SavedSearchView; onChanged: (search: SavedSearch) => void }) {
  const [chosen, setChosen] = useState<boolean>()
  const mail = chosen ?? search.mail
  const change = async (on: boolean) => {
    setChosen(on)
    try {
      const { response } = await call(searchesApi.changeSearch, { id: search.id, mail: on })
      onChanged(response)
      announce(on ? `Emails for ${search.name} are on.` : `Emails for ${search.name} are paused.`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <Checkbox
      checked={mail}
      disabled={chosen !== undefined}
      label={
        <>
          <span className="narrow-word">Email </span>
          {mail ? 'on' : 'paused'}
          <span className="only-heard">: when new records match {search.name}</span>
        </>
      }
      onChange={(event) => void change(event.target.checked)}
    />
  )
}
