import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import type { CallOptions } from '#kit/web/call.ts'
import { goTo } from '#kit/web/history.ts'
import { lazyWhenIdle, useWhenIdle } from '#kit/web/use-when-idle.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { words as say } from '../messages.ts'
import type { Unanswered } from './unanswered-address.ts'

/** The files of a single record. */
export const ItemDownloads = lazy(async () => ({ default: (await import('./item-downloads.tsx')).ItemDownloads }))
/** The record as a page to read and print. */
export const RecordHtmlDialog = lazy(async () => ({ default: (await import('./record-html.tsx')).RecordHtmlDialog }))

const Mark = lazyWhenIdle(async () => (await import('../changed-records/web/downloaded-mark.tsx')).DownloadedMark)
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

const loadDialog = () => import('../in-place/web/download-dialog.tsx')
/** Asks for format and content, and downloads without leaving the screen. */
export const DownloadDialog = lazy(async () => ({ default: (await loadDialog()).DownloadDialog }))
/** So that D and Enter, pressed at once, do not open the record. */
const prepareDialog = () => void loadDialog().catch(() => undefined)

/**
 * Downloads one record without leaving the list. Visitors sign in first; students, and people without a school, would
 * be refused, so they have no button.
 */
export function DownloadRecord({
  id,
  title,
  square = false,
  ...rest
}: {
  id: string
  title: string
  square?: boolean
  'aria-keyshortcuts'?: string
}) {
  const { data: me } = useQuery(currentUser)
  const [open, setOpen] = useState(false)
  useWhenIdle(prepareDialog)
  if (me && !isSchoolStaff(me)) return null
  return (
    <>
      <Button icon={Download} square={square} aria-haspopup="dialog" onClick={() => setOpen(true)} {...rest}>
        {square ? `${say.download}: ${title}` : say.download}
        {!square && <span className="only-heard">: {title}</span>}
      </Button>
      {open && (
        <LazyPart>
          <DownloadDialog ids={[id]} name={title} count={1} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
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
