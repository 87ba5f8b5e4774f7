import { collectionsApi } from '#features/downloads/collections/contract.ts'
import type { Content } from '#features/downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { currentPlace, goTo } from '#kit/web/history.ts'
import { showToast } from '#ui/overlay/toast.tsx'
import { sendBy } from './send-request.ts'
import { unansweredAddress } from './unanswered-address.ts'

/** The specification's sentence for a collection that takes longer than the page waits. */
export const collectionTakesLonger = 'This request will take more time. Please wait 5-10 minutes...'

/** Requests a whole collection and leads to the request. */
export async function requestCollection({ id, name }: { id: string; name: string }, content: Content): Promise<void> {
  const sent = await sendBy((options) => call(collectionsApi.createCollection, { collectionId: id, content }, options))
  if (sent === 'unanswered' || sent.waits) showToast({ tone: 'warn', text: collectionTakesLonger })
  goTo(
    sent === 'unanswered'
      ? unansweredAddress({ type: 'COLLECTION', name, from: { href: currentPlace().href, title: 'Collections' } })
      : `/downloadRequest/${encodeURIComponent(sent.id)}`,
  )
}
