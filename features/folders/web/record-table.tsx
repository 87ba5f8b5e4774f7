import './record-table.css'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import {
  Cover,
  detailsAddress,
  InScript,
  InScriptContext,
  ResourceType,
} from '#features/catalogue/web/catalogue-parts.tsx'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { DownloadedMark } from '#features/downloads/web/downloads-parts.tsx'
import { call } from '#kit/web/call.ts'
import { printedIssn } from '#marc/isbn.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { Status } from '#ui/tags.tsx'

type ListedItem = FolderItem & { inCatalogue?: boolean; view?: boolean }

type Parts = {
  caption: string
  /** In display order. */
  items: readonly ListedItem[]
  selection?: Selection
  onRemove?: (item: ListedItem) => void
  onOpen?: (item: ListedItem) => void
}

/**
 * The records of a folder. Fast for thousands: only visible rows are rendered, and their covers are fetched together.
 */
export function RecordTable({ caption, items, selection, onRemove, onOpen }: Parts) {
  const box = useRef<HTMLDivElement>(null)
  const removedAt = useRef<number>(undefined)
  // The pressed button disappears with its row: focus moves to the row in its place.
  useEffect(() => {
    if (removedAt.current === undefined) return
    const at = Math.min(removedAt.current, items.length - 1)
    removedAt.current = undefined
    box.current?.querySelector<HTMLElement>(`[data-index="${at}"] .remove-cell button`)?.focus()
  }, [items])
  return (
    <div className="record-table cards" ref={box}>
      <DataTable
        caption={caption}
        columns={[
          ...recordColumns(onOpen),
          onRemove && {
            head: 'Remove',
            headHidden: true,
            className: 'remove-cell',
            width: 40,
            cell: ({ item, index }) => (
              <Button
                look="bare"
                square
                icon={X}
                onClick={() => {
                  removedAt.current = index
                  onRemove(item)
                }}
              >
                {`Remove ${item.itemTitle}`}
              </Button>
            ),
          },
        ]}
        rows={items}
        keyOf={({ bibId }) => bibId}
        reading={WithCard}
        usualHeight={91}
        choosing={
          selection && {
            selection,
            noun: 'records',
            count: items.length,
            idOf: ({ bibId }) => bibId,
            nameOf: ({ itemTitle }) => itemTitle,
          }
        }
      />
    </div>
  )
}

type RecordRow = { item: ListedItem; index: number; card: RecordCard | undefined; gone: boolean }

function WithCard({
  row: item,
  index,
  cells,
}: {
  row: ListedItem
  index: number
  cells: (shown: RecordRow) => ReactNode
}) {
  const card = useRecordCard(item.bibId)
  return cells({ item, index, card, gone: card === null || item.inCatalogue === false })
}

const recordColumns = (onOpen: ((item: ListedItem) => void) | undefined): Columns<RecordRow> => [
  {
    className: 'cover-cell',
    width: 62,
    cell: ({ item, card }) => (
      <Cover
        imageFileName={card?.imageFileName ?? ''}
        title={item.itemTitle}
        by={item.itemContributor}
        key={card?.imageFileName}
      />
    ),
  },
  {
    head: 'Title',
    className: 'title-cell anywhere',
    minWidth: 220,
    cell: ({ item, gone }) => (
      <InScriptContext value={item.inScript}>
        {gone ? (
          <span className="table-title">{item.itemTitle}</span>
        ) : (
          <Link className="table-title" href={detailsAddress(item.bibId)} onClick={() => onOpen?.(item)}>
            {item.itemTitle}
          </Link>
        )}
        <InScript of={item.itemTitle} />
        <div className="why">
          {item.itemContributor}
          <InScript of={item.itemContributor} />
        </div>
        {gone && <Status tone="warn">No longer in the catalogue</Status>}
        {!gone && <DownloadedMark id={item.bibId} />}
        {item.view && !gone && <Status>Viewed</Status>}
      </InScriptContext>
    ),
  },
  {
    head: 'Type',
    className: 'type-cell ink-2 nowrap',
    width: 170,
    cell: ({ card }) => card && <ResourceType type={card.scisType} />,
  },
  { head: 'Year', number: true, className: 'year-cell ink-2', width: 80, cell: ({ item }) => item.dateIssuedMarc },
  {
    head: 'Identifiers',
    className: 'number-cell ink-2',
    width: 190,
    apart: true,
    cell: ({ item }) => {
      const numbers = numbersOf(item)
      return (
        <>
          {numbers.slice(0, 2).map((number) => (
            <div key={number} className="code anywhere wraps">
              {number}
            </div>
          ))}
          {numbers.length > 2 && <div className="why">and {numbers.length - 2} more</div>}
        </>
      )
    },
  },
]

/** Omits the ISBN-10 that a book's ISBN-13 repeats. */
function numbersOf({ isbn, issn, otherIdentifier }: FolderItem) {
  const long = isbn.filter((each) => each.length === 13)
  return [...new Set([...(long.length > 0 ? long : isbn), ...issn.map(printedIssn), ...otherIdentifier])]
}

/** Data that a list shows beyond the stored item; null if the record has left the catalogue. */
type RecordCard = { imageFileName: string; scisType: string } | null

/** The card of one record. Rows rendered together share one call. Undefined while it loads or if it fails. */
const useRecordCard = (bibId: string): RecordCard | undefined =>
  useQuery({
    queryKey: ['record-card', bibId],
    queryFn: () => readTogether(bibId),
    staleTime: 5 * 60_000,
    retry: false,
  }).data

/** A search gives at most 100 hits in one reply. */
const maxTogether = 100

type Waiting = { bibId: string; resolve: (card: RecordCard) => void; reject: (error: unknown) => void }
let waiting: Waiting[] = []

function readTogether(bibId: string): Promise<RecordCard> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(readWaiting)
    waiting.push({ bibId, resolve, reject })
  })
}

async function readWaiting() {
  const all = waiting
  waiting = []
  for (let start = 0; start < all.length; start += maxTogether) await readSome(all.slice(start, start + maxTogether))
}

async function readSome(some: Waiting[]) {
  try {
    const ids = some.map(({ bibId }) => bibId)
    const { hits } = await call(catalogueApi.search, {
      bodybuilderquery: { query: { terms: { _id: ids } }, size: ids.length },
    })
    const cards = new Map(hits.hits.map(({ _id, _source }) => [_id, _source]))
    for (const { bibId, resolve } of some) {
      const found = cards.get(bibId)
      resolve(found ? { imageFileName: found.imageFileName, scisType: found.scisType } : null)
    }
  } catch (error) {
    for (const { reject } of some) reject(error)
  }
}
