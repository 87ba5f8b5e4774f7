import { Download, Eye, SearchX } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import {
  CollectionRequested,
  ContentSelect,
  requestCollection,
  withoutMark,
} from '#features/downloads/web/downloads-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { LongTable } from '#ui/table/long-table.tsx'
import { type Order, SortableHeader } from '#ui/table/table.tsx'
import {
  collectionsCsv,
  counted,
  dayOf,
  findCollections,
  type ShownCollection,
  sortCollections,
} from './collection-order.ts'

type Content = DownloadRequest['content']

export function CollectionList({
  collections,
  name,
  categoryName,
}: {
  collections: readonly ShownCollection[]
  /** Of the exported file. */
  name: string
  /** Where all are of one category and need not say so; else ''. */
  categoryName: string
}) {
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order | null>(null)
  const [content, setContent] = useState<Content>('DATA_ONLY')
  const [open, setOpen] = useState<ShownCollection>()
  const [sending, setSending] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const wanted = useDeferredValue(typed)
  const found = useMemo(
    () => findCollections(sortCollections(collections, order), wanted),
    [collections, order, wanted],
  )

  const request = async (collection: ShownCollection) => {
    if (sending) return
    setSending(collection.id)
    setRefused(undefined)
    try {
      await requestCollection(collection, content)
    } catch (error) {
      setOpen(undefined)
      setRefused(error instanceof Problem ? withoutMark(error.messages[0]!) : genericSentence)
    } finally {
      setSending(undefined)
    }
  }

  const by = { order, onSort: setOrder }
  return (
    <>
      <div className="collection-bar">
        <TextField
          label="Find a collection"
          type="search"
          className="find-collection"
          autoComplete="off"
          placeholder="Name or topic"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Suspense fallback={<div className="content-select" />}>
          <ContentSelect value={content} onChange={setContent} />
        </Suspense>
        <ExportButton name={name} read={() => collectionsCsv(found)} />
        <p className="found-collections num" role="status">
          {wanted.trim() !== '' && `${found.length.toLocaleString()} of ${counted(collections.length, 'collection')}`}
        </p>
      </div>
      {refused && <ErrorBox title="The collection was not requested" messages={[refused]} />}
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={`No collection has “${wanted.trim()}”`}
          hint="Look for one word of its name or of what it is about."
        />
      ) : (
        <div className="collections-table">
          <LongTable
            caption={name}
            columns={
              <>
                <SortableHeader by="name" {...by}>
                  Collection
                </SortableHeader>
                <SortableHeader by="records" number {...by}>
                  Records
                </SortableHeader>
                <SortableHeader by="updated" className="updated-head" {...by}>
                  Updated
                </SortableHeader>
                <th scope="col">
                  <span className="only-heard">Actions</span>
                </th>
              </>
            }
            rows={found}
            keyOf={({ id }) => id}
            usualHeight={84}
            cells={(collection) => (
              <>
                <td className="name-cell">
                  <button
                    type="button"
                    className="table-title"
                    onPointerEnter={prepareOverlays}
                    onFocus={prepareOverlays}
                    onClick={() => setOpen(collection)}
                  >
                    {collection.name}
                  </button>
                  <p className="about">{collection.description}</p>
                  <p className="why">
                    {collection.categoryName !== categoryName && <span>{collection.categoryName}</span>}
                    <Suspense>
                      <CollectionRequested id={collection.id} />
                    </Suspense>
                  </p>
                </td>
                <td className="n count-cell">
                  {collection.recordCount.toLocaleString()}
                  <span className="narrow-word"> {collection.recordCount === 1 ? 'record' : 'records'}</span>
                </td>
                <td className="num updated-cell">
                  <span className="narrow-word">Updated </span>
                  {dayOf(collection.updatedDate)}
                </td>
                <td className="act-cell">
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
                </td>
              </>
            )}
          />
        </div>
      )}
      {open && (
        <Suspense>
          <LookInside
            collection={open}
            busy={sending === open.id}
            onRequest={() => void request(open)}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What stands in a collection: fetched when it is asked for. */
const LookInside = lazy(async () => ({ default: (await import('./look-inside.tsx')).LookInside }))
