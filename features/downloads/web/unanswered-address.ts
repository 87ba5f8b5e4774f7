import type { DownloadRequest } from '#features/downloads/contract.ts'
import { maxWaitMs } from './send-request.ts'

/** The known parts of a request that the server had not answered in time. */
export type Unanswered = {
  type?: DownloadRequest['requestType']
  name?: string
  /** The screen that sent it, for a link back. */
  from?: { href: string; title: string }
}

/** The page that waits for such a request and finds it. All it needs is in the address, so it survives a reload. */
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
