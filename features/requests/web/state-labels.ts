import { counted, grouped } from '#kit/web/format.ts'
import type { Tone } from '#ui/tags.tsx'
import { type ItemStatus, isOpen, type RequestStatus } from '../rules.ts'

export type State = { label: string; tone: Tone }

export const itemStates: Record<ItemStatus, State> = {
  DRAFT: { label: 'Draft', tone: 'plain' },
  REQUESTED: { label: 'Requested', tone: 'plain' },
  RECEIVED: { label: 'Arrived', tone: 'plain' },
  CATALOGUED: { label: 'Catalogued', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'plain' },
}

export const requestStates: Record<RequestStatus, State> = {
  DRAFT: { label: 'Draft', tone: 'warn' },
  REQUESTED: { label: 'Requested', tone: 'plain' },
  CATALOGUED: { label: 'Catalogued', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
}

type Facts = { status: RequestStatus; items: readonly { status: ItemStatus; physicalResource: boolean }[] }

/** A request with every item withdrawn does not count as declined. */
export const stateOf = ({ status, items }: Facts): State =>
  status === 'DECLINED' && items.every((item) => item.status === 'WITHDRAWN')
    ? itemStates.WITHDRAWN
    : requestStates[status]

/** The progress, if the state alone does not tell; '' otherwise. */
export function progressOf({ status, items }: Facts): string {
  const count = (wanted: ItemStatus) => items.filter((item) => item.status === wanted).length
  if (status === 'DRAFT') return 'Not submitted yet'
  if (status === 'REQUESTED') {
    const answered = items.filter((item) => !isOpen(item.status)).length
    const posted = items.filter((item) => item.physicalResource && item.status === 'REQUESTED').length
    const here = count('RECEIVED')
    return [
      answered > 0 && `${grouped(answered)} of ${grouped(items.length)} answered`,
      here > 0 && `${counted(here, 'item')} arrived`,
      posted > 0 && `${counted(posted, 'item')} to post`,
    ]
      .filter(Boolean)
      .join(' · ')
  }
  const declined = count('DECLINED')
  const withdrawn = count('WITHDRAWN')
  if (status === 'DECLINED' || declined + withdrawn === 0) return ''
  return [declined > 0 && `${grouped(declined)} declined`, withdrawn > 0 && `${grouped(withdrawn)} withdrawn`]
    .filter(Boolean)
    .join(' · ')
}
