import { BookOpen, Download, RotateCcw, Undo2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { detailsAddress } from '#features/catalogue/web/catalogue-parts.tsx'
import { DownloadRecord } from '#features/downloads/web/downloads-parts.tsx'
import { formatDate, grouped } from '#kit/web/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { isOpen } from '../rules.ts'
import { useCopy } from './copy-request.ts'
import { itemName } from './item-labels.ts'
import type { ItemView, PlaceView } from './request-views.ts'

const WithdrawDialog = lazy(async () => ({ default: (await import('./withdraw-dialog.tsx')).WithdrawDialog }))

/** An item's state and its next step. Empty for a draft. */
export function DetailsAnswer({
  item,
  place,
  requestId,
  again,
}: {
  item: ItemView
  place: PlaceView | undefined
  requestId: string
  again: () => void
}) {
  if (item.status === 'DRAFT') return null
  if (isOpen(item.status)) return <Waiting {...{ item, place, requestId, again }} />
  if (item.status === 'CATALOGUED') return <Catalogued item={item} />
  return <NotCatalogued item={item} />
}

function Waiting(props: { item: ItemView; place: PlaceView | undefined; requestId: string; again: () => void }) {
  const { item, place, requestId, again } = props
  const [asking, setAsking] = useState(false)
  return (
    <div className="answer split items-center mt-10 text-small">
      <p>
        {item.status === 'RECEIVED'
          ? `Arrived on ${formatDate(item.receivedDate)}.`
          : item.physicalResource
            ? 'Please post it with the postage slip.'
            : 'You don’t need to post anything.'}{' '}
        {place && (
          <span className="place num weight-550">
            {place.place === 1
              ? 'It is next in the queue.'
              : `Place ${grouped(place.place)} of ${grouped(place.of)} in the queue.`}
          </span>
        )}
      </p>
      <Button look="bare" icon={Undo2} onClick={() => setAsking(true)}>
        Withdraw<span className="only-heard">: {itemName(item)}</span>
      </Button>
      {asking && (
        <LazyPart>
          <WithdrawDialog item={item} requestId={requestId} again={again} onClose={() => setAsking(false)} />
        </LazyPart>
      )}
    </div>
  )
}

function Catalogued({ item }: { item: ItemView }) {
  const name = itemName(item)
  const { recordId, downloadRequestId } = item
  return (
    <div className="answer ok split items-center mt-10 text-small">
      <p>Catalogued{item.answeredDate && ` on ${formatDate(item.answeredDate)}`}.</p>
      {recordId && (
        <div className="ways flow gap-8">
          <LinkButton icon={BookOpen} href={detailsAddress(recordId)}>
            View record<span className="only-heard">: {name}</span>
          </LinkButton>
          {downloadRequestId ? (
            <LinkButton icon={Download} href={`/downloadRequest/${encodeURIComponent(downloadRequestId)}`}>
              Download<span className="only-heard">: {name}</span>
            </LinkButton>
          ) : (
            <DownloadRecord id={recordId} title={name} />
          )}
        </div>
      )}
    </div>
  )
}

function NotCatalogued({ item }: { item: ItemView }) {
  const { copy, busy } = useCopy([item])
  const declined = item.status === 'DECLINED'
  return (
    <div className={declined ? 'answer cluster spread mt-10 text-small bad' : 'answer cluster spread mt-10 text-small'}>
      <p>
        {declined ? 'Declined' : 'Withdrawn'}
        {item.answeredDate && ` on ${formatDate(item.answeredDate)}`}
        {item.declineReason ? ': ' : '.'}
        {item.declineReason && <q className="pre-line">{item.declineReason}</q>}
      </p>
      <Button look="bare" icon={RotateCcw} busy={busy} onClick={copy}>
        Request again<span className="only-heard">: {itemName(item)}</span>
      </Button>
    </div>
  )
}
