import './look-inside.css'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Cover, detailsAddress, type HitView, ResourceType } from '#features/catalogue/web/catalogue-parts.tsx'
import { collectionsApi, lookedIntoAtOnce } from '#features/downloads/collections/contract.ts'
import { counted, formatDate, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { CollectionView } from './collection-order.ts'

/** A preview of a collection's records, twenty at a time, before it is requested. */
export function LookInside({
  collection,
  busy,
  onRequest,
  onClose,
}: {
  collection: CollectionView
  busy: boolean
  onRequest: () => void
  onClose: () => void
}) {
  const { id, name, description, recordCount, updatedDate } = collection
  const [pageNumber, setPage] = useState(1)
  const { reply, problem, stale, again } = useLatestReply(collectionsApi.previewCollection, {
    collectionId: id,
    pageNumber,
  })
  const total = reply?.totalCount ?? recordCount
  const first = (pageNumber - 1) * lookedIntoAtOnce + 1
  const last = Math.min(total, pageNumber * lookedIntoAtOnce)
  return (
    <Dialog
      title={name}
      shape="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" icon={Download} busy={busy} disabled={total === 0} onClick={onRequest}>
            {total === 0 ? 'Request' : `Request ${total === 1 ? 'the record' : `all ${grouped(total)} records`}`}
          </Button>
        </>
      }
    >
      <div className="look-inside">
        {description && <p>{description}</p>}
        <p className="quiet num mt-2 text-small">
          {counted(total, 'record')}, updated {formatDate(updatedDate)}
        </p>
        {reply?.feed && (
          <p className="quiet">
            <link rel="alternate" type="application/atom+xml" title={name} href={reply.feed} />
            Follow this collection in a feed reader or on your library’s website:{' '}
            <a href={reply.feed} target="_blank" rel="noopener">
              Atom feed<span className="only-heard"> (opens in a new window)</span>
            </a>{' '}
            of the latest changes.
          </p>
        )}
        {problem && !reply ? (
          <ErrorBox messages={problem.messages} onRetry={again} />
        ) : !reply ? (
          <Skeleton lines={10} width="70%" />
        ) : reply.response.length === 0 ? (
          <p>None of its records are in the catalogue.</p>
        ) : (
          <ol
            start={first}
            className={stale ? 'dimmed stack mt-14 line-above plain-links' : 'stack mt-14 line-above plain-links'}
            aria-busy={stale}
          >
            {reply.response.map((hit) => (
              <Inside key={hit._id} hit={hit} />
            ))}
          </ol>
        )}
        {total > lookedIntoAtOnce && (
          <div className="turn num row aside gap-14 pt-16">
            <Button disabled={pageNumber === 1} onClick={() => setPage(pageNumber - 1)}>
              Previous
            </Button>
            <span role="status">
              {grouped(first)}–{grouped(last)} of {grouped(total)}
            </span>
            <Button disabled={last >= total} onClick={() => setPage(pageNumber + 1)}>
              Next
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Inside({ hit }: { hit: HitView }) {
  const { title, authors, scisType, publicationYear, imageFileName } = hit._source
  const by = title.noteStmOfResponsibility || authors.join('; ')
  return (
    <li className="stack gap-14 py-12 line-below">
      <Cover imageFileName={imageFileName} title={title.titlePrimary} by={by} />
      <div>
        {/* Opens a new tab, so that the dialog stays open. */}
        <a className="title-small" href={detailsAddress(hit._id)} target="_blank" rel="noopener">
          {title.titlePrimary || `Record ${hit._id}`}
          <span className="only-heard"> (opens in a new window)</span>
        </a>
        {by && <p className="aside">{by}</p>}
        <p className="remark num flex gap-12 mt-2">
          <ResourceType type={scisType} />
          {publicationYear !== null && <span>{publicationYear}</span>}
        </p>
      </div>
    </li>
  )
}
