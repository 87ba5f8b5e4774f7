import { Download, Eye, SearchX } from 'lucide-react'
import { lazy, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { coversShown } from '#features/downloads/collections/contract.ts'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { withoutMark } from '#features/downloads/rules.ts'
import { CollectionRequested, ContentSelect, requestCollection } from '#features/downloads/web/downloads-parts.tsx'
import { readersDay } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, formatDate, grouped, nounOf } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Column, type Columns, fileOf, type Order, sortRows } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { useFirstContent } from '../../web/first-content.ts'
import { rememberChoice } from '../../web/last-choice.ts'
import { type CollectionView, collator, findCollections } from './collection-order.ts'

type Content = DownloadRequest['content']

const nameColumn: Column<CollectionView> = {
  head: 'Collection',
  className: 'name-cell',
  minWidth: 180,
  sort: 'name',
  compare: (a, b) => collator.compare(a.name, b.name),
  csv: ({ name }) => name,
}

const recordsColumn: Column<CollectionView> = {
  head: 'Records',
  number: true,
  width: 90,
  sort: 'records',
  compare: (a, b) => a.recordCount - b.recordCount,
  csv: ({ recordCount }) => recordCount,
  cell: ({ recordCount }) => (
    <>
      {grouped(recordCount)}
      <span className="narrow-word"> {nounOf(recordCount, 'record')}</span>
    </>
  ),
}

export const updatedColumn: Column<CollectionView> = {
  head: 'Updated',
  className: 'num ink-2 nowrap',
  width: 140,
  apart: true,
  sort: 'updated',
  compare: (a, b) => Number(a.updatedDate) - Number(b.updatedDate),
  // The same day as in the table: in the reader's time zone.
  csv: ({ updatedDate }) => (updatedDate ? readersDay(updatedDate) : ''),
  cell: ({ updatedDate }) => (
    <>
      <span className="narrow-word">Updated </span>
      {formatDate(updatedDate)}
    </>
  ),
}

/** `categoryName`: the category that all share, so the rows omit it; else ''. */
const collectionColumns = (
  open: (collection: CollectionView) => void,
  categoryName: string,
  acts: (collection: CollectionView) => ReactNode,
): Columns<CollectionView> => [
  {
    ...nameColumn,
    cell: (collection) => (
      <div className="flex gap-14 items-start">
        <CoverMosaic covers={collection.covers} />
        <div>
          <button
            type="button"
            className="table-title rounded-small ink-link title"
            onPointerEnter={prepareOverlays}
            onFocus={prepareOverlays}
            onClick={() => open(collection)}
          >
            {collection.name}
          </button>
          <p className="about measure ink-2">{collection.description}</p>
          <p className="why">
            {collection.categoryName !== categoryName && <span>{collection.categoryName}</span>}
            <LazyPart quiet>
              <CollectionRequested id={collection.id} />
            </LazyPart>
          </p>
        </div>
      </div>
    ),
  },
  { head: 'Description', csv: ({ description }) => description },
  { head: 'Category', csv: ({ categoryName }) => categoryName },
  recordsColumn,
  updatedColumn,
  { head: 'Actions', headHidden: true, className: 'act-cell', width: '1%', cell: acts },
]

export function CollectionList({
  collections,
  name,
  categoryName,
}: {
  collections: readonly CollectionView[]
  /** Name of the exported file. */
  name: string
  /** The category that all share, so the rows omit it; else ''. */
  categoryName: string
}) {
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order | null>(null)
  const [chosen, setContent] = useState<Content>()
  const first = useFirstContent()
  const content = chosen ?? first
  const [open, setOpen] = useState<CollectionView>()
  const [sending, setSending] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const deferredName = useDeferredValue(typed)
  const found = useMemo(
    () => findCollections(sortRows([nameColumn, recordsColumn, updatedColumn], collections, order), deferredName),
    [collections, order, deferredName],
  )

  const request = async (collection: CollectionView) => {
    if (sending) return
    setSending(collection.id)
    setRefused(undefined)
    if (chosen) rememberChoice({ content: chosen })
    try {
      await requestCollection(collection, content)
    } catch (error) {
      setOpen(undefined)
      setRefused(withoutMark(problemOf(error).messages[0]))
    } finally {
      setSending(undefined)
    }
  }

  const columns = collectionColumns(setOpen, categoryName, (collection) => (
    <span>
      <Button icon={Eye} onFocus={prepareOverlays} onClick={() => setOpen(collection)}>
        Look inside<span className="only-heard">: {collection.name}</span>
      </Button>
      <Button
        icon={Download}
        busy={sending === collection.id}
        disabled={collection.recordCount === 0}
        onClick={() => void request(collection)}
      >
        Request<span className="only-heard">: {collection.name}</span>
      </Button>
    </span>
  ))
  return (
    <>
      <div className="collection-bar flow items-end mt-14 line-above py-12">
        <TextField
          label="Find a collection"
          type="search"
          className="find-collection text-small"
          autoComplete="off"
          placeholder="Name or topic"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <LazyPart fallback={<div className="content-select" />}>
          <ContentSelect value={content} onChange={setContent} />
        </LazyPart>
        <ExportButton name={name} read={() => fileOf(columns, found)} />
        <p className="found-collections num aside ml-auto lh-36" role="status">
          {deferredName.trim() !== '' && `${grouped(found.length)} of ${counted(collections.length, 'collection')}`}
        </p>
      </div>
      {refused && <ErrorBox title="We couldn’t request the collection" messages={[refused]} />}
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={`No collections match “${deferredName.trim()}”`}
          hint="Try one word from its name or topic."
        />
      ) : (
        <div className="collections-table cards">
          <DataTable
            caption={name}
            columns={columns}
            rows={found}
            keyOf={({ id }) => id}
            usualHeight={112}
            order={order}
            onSort={setOrder}
          />
        </div>
      )}
      {open && (
        <LazyPart>
          <LookInside
            collection={open}
            busy={sending === open.id}
            onRequest={() => void request(open)}
            onClose={() => setOpen(undefined)}
          />
        </LazyPart>
      )}
    </>
  )
}

/** The content of a collection, loaded on demand. */
const LookInside = lazy(async () => ({ default: (await import('./look-inside.tsx')).LookInside }))

/** Tiles are 28 px wide; the pictures have twice as many pixels for sharp screens. */
const pictureWidth = 64
/** A single cover fills the mosaic. */
const wholeWidth = 128

/** A collection's first covers, two by two; books drawn as outlines if it has none. Decorative: its name is beside it. */
function CoverMosaic({ covers }: { covers: readonly string[] }) {
  if (covers.length === 0) return <NoCovers />
  const width = covers.length === 1 ? wholeWidth : pictureWidth
  return (
    <span className="mosaic rigid" aria-hidden>
      {covers.slice(0, coversShown).map((name) => (
        <img
          key={name}
          src={`/covers/${encodeURIComponent(name)}?width=${width}`}
          alt=""
          width={width}
          height={width * 1.5}
          loading="lazy"
          decoding="async"
        />
      ))}
    </span>
  )
}

const NoCovers = () => (
  <span className="mosaic none rigid">
    <svg viewBox="0 0 56 84" width="56" height="84" aria-hidden="true">
      <path d="M10.5 58.5v-30h8v30zm8 0v-24h7v24zm7 0v-34h9v34zm9.4-.2 4.7-25.6 6.9 1.3-4.7 25.6zM8 60.5h41" />
      <path d="M10.5 33.5h8m-8 4h8m7-7h9m-9 21h9m-16-12h7" />
    </svg>
  </span>
)
