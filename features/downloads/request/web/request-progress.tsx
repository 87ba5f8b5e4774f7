import { Check, Clock, LoaderCircle, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { announce } from '#ui/announce.tsx'
import { type Step, StepLine } from '#ui/table/step-line.tsx'
import { requestReady, type Stage } from '../../web/request-stage.ts'
import { moreTime } from '../../web/send-request.ts'

const ends: Record<Exclude<Stage, 'processing'>, Step> = {
  ready: { label: 'Ready', tone: 'ok', icon: Check },
  scheduled: { label: 'Scheduled', tone: 'warn', icon: Clock },
  failed: { label: 'Failed', tone: 'bad', icon: X },
}

const heard: Record<Stage, string> = {
  processing: 'The request is being processed.',
  ready: requestReady,
  scheduled: moreTime,
  failed: 'The request failed.',
}

/** Sent → processed → ready, scheduled or failed; a change is announced. */
export function RequestProgress({ stage }: { stage: Stage }) {
  const announced = useRef<Stage>(undefined)
  useEffect(() => {
    if (announced.current !== undefined && announced.current !== stage) announce(heard[stage])
    announced.current = stage
  }, [stage])
  const steps: Step[] = [
    { label: 'Sent' },
    { label: stage === 'processing' ? 'Processing' : 'Processed', icon: LoaderCircle, turning: true },
    stage === 'processing' ? { label: 'Ready' } : ends[stage],
  ]
  if (stage === 'scheduled' || stage === 'failed') steps.splice(1, 1)
  return <StepLine label="Request progress" steps={steps} now={stage === 'processing' ? 1 : steps.length - 1} />
}
