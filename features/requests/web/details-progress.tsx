import { Check, Hourglass, PackageCheck, Undo2, X } from 'lucide-react'
import { type Step, StepLine } from '#ui/step-line.tsx'
import type { ShownRequest } from './shown.ts'
import { stateOf } from './state-words.ts'

/** From the draft to the answer; with something to post, the parcel's arrival between. */
export function DetailsProgress({ request }: { request: ShownRequest }) {
  const { status, items } = request
  const posted = items.filter((item) => item.physicalResource && item.status !== 'WITHDRAWN')
  const arrived = posted.filter((item) => item.receivedDate !== null)
  const answered = status === 'CATALOGUED' || status === 'DECLINED'
  const steps: Step[] = [{ label: 'Draft' }, { label: 'Requested', icon: Hourglass }]
  if (posted.length > 0)
    steps.push({
      label: arrived.length > 0 && arrived.length < posted.length ? 'Parcel arrived in part' : 'Parcel arrived',
      icon: PackageCheck,
    })
  const state = stateOf(request)
  const end = { Catalogued: Check, Declined: X, Withdrawn: Undo2 }[state.label]
  steps.push(answered ? { label: state.label, tone: state.tone, icon: end ?? Check } : { label: 'Catalogued' })
  const now = answered ? steps.length - 1 : status === 'DRAFT' ? 0 : arrived.length > 0 ? 2 : 1
  return <StepLine label="Progress" steps={steps} now={now} />
}
