import type { DownloadRequest } from '#features/downloads/contract.ts'
import { maxWaitMs } from './send-request.ts'

/** What is known of a request that the server had not answered in time. */
export type Unanswered = {
  type?: DownloadRequest['requestType']
  name?: string
  /** The way back to where it was sent from. */
  from?: { href: string; title: string }
}

/** The page that waits for such a request and finds it. Everything it needs stands in the address, for a reload too. */
export function unansweredAddress({ type, name, from }: Unanswered): string {
  const members = new URLSearchParams({ status: 'SCHEDULED' })
  if (name) members.set('name', name)
  if (type) members.set('type', type)
  members.set('since', new Date(Date.now() - maxWaitMs).toISOString())
  if (from) {
    members.set('return', from.href)
    members.set('return-title', from.title)
  }
  return `/downloadRequest?${members}`
}
