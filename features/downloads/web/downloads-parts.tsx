import { Download } from 'lucide-react'
import { lazy, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { withoutMark } from '#features/downloads/rules.ts'
import type { CallOptions } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { goTo } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import type { Unanswered } from './unanswered-address.ts'

/** The files of a single record. */
export const ItemDownloads = lazy(async () => ({ default: (await import('./item-downloads.tsx')).ItemDownloads }))
/** The record as a page to read and print. */
export const RecordHtmlDialog = lazy(async () => ({ default: (await import('./record-html.tsx')).RecordHtmlDialog }))

const Mark = lazy(async () => ({
  default: (await import('../changed-records/web/downloaded-mark.tsx')).DownloadedMark,
}))
/** Marks a record that the school already has. It appears after the content beside it. */
export const DownloadedMark = ({ id }: { id: string }) => (
  <LazyPart quiet>
    <Mark id={id} />
  </LazyPart>
)
/** For lists of collections: the choice of content, and each one's last request. */
export const ContentSelect = lazy(async () => ({ default: (await import('./content-select.tsx')).ContentSelect }))
export const CollectionRequested = lazy(async () => ({
  default: (await import('./collection-requested.tsx')).CollectionRequested,
}))
export const requestCollection = async (
  collection: { id: string; name: string },
  content: DownloadRequest['content'],
): Promise<void> => (await import('./request-collection.ts')).requestCollection(collection, content)

const unanswered = async (what: Unanswered) => (await import('./unanswered-address.ts')).unansweredAddress(what)

/** Requests one record by its number and leads to the request with its file. */
export function DownloadRecord({ id, title, square = false }: { id: string; title: string; square?: boolean }) {
  const [busy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    try {
      // Most visits to a page of results request nothing, so its script loads on demand.
      const { sendRequest } = await import('./send-request.ts')
      const name = title.trim().slice(0, 200)
      const sent = await sendRequest([id], name)
      goTo(
        sent === 'unanswered'
          ? await unanswered({ type: 'IDENTIFIERS', name })
          : `/downloadRequest/${encodeURIComponent(sent.id)}`,
      )
    } catch (error) {
      showToast({ tone: 'bad', text: withoutMark(problemOf(error).messages[0]) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={Download} busy={busy} square={square} onClick={request}>
      {square ? `Download: ${title}` : 'Download'}
      {!square && <span className="only-heard">: {title}</span>}
    </Button>
  )
}

/**
 * Makes a request by another feature's call and leads to it, as the quick request does. `name`: for an unanswered one.
 */
export async function requestAndFollow(
  make: (options: CallOptions) => Promise<{ response: DownloadRequest }>,
  name: string,
): Promise<void> {
  const { moreTime, sendBy } = await import('./send-request.ts')
  const sent = await sendBy(make)
  if (sent === 'unanswered' || sent.waits) showToast({ tone: 'warn', text: moreTime })
  goTo(sent === 'unanswered' ? await unanswered({ name }) : `/downloadRequest/${encodeURIComponent(sent.id)}`)
}
