import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { call } from '#kit/web/call.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Button } from '#ui/button.tsx'
import { useRefresh } from '#ui/form/use-desk-form.ts'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { type Columns, momentInFile } from '#ui/table/columns.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { jobLabel } from './desk-labels.ts'
import type { JobView } from './desk-views.ts'

const states: Record<JobView['state'], [Tone, string]> = {
  waiting: ['plain', 'Queued'],
  again: ['warn', 'Waiting to retry'],
  working: ['ok', 'Running'],
  failed: ['bad', 'Failed'],
}
const options = Object.entries(states).map(([value, [, label]]) => ({ value, label }))
const filters = { state: Object.keys(states) }

/** Poll interval in milliseconds. */
const pollMs = 5000

const columns: Columns<JobView> = [
  {
    head: 'Job',
    className: 'name-cell',
    csv: ({ name }) => jobLabel(name),
    cell: ({ name, about }) => (
      <>
        <strong>{jobLabel(name)}</strong>
        <div className="why">{about || name}</div>
      </>
    ),
  },
  { head: 'About', csv: ({ about }) => about },
  {
    head: 'Status',
    csv: ({ state }) => states[state][1],
    cell: ({ state, reason }) => (
      <>
        <Status tone={states[state][0]}>{states[state][1]}</Status>
        {reason && <div className="why">{reason}</div>}
      </>
    ),
  },
  { head: 'Reason', csv: ({ reason }) => reason },
  { head: 'Attempts', number: true, narrow: 'attempts', csv: ({ tries }) => tries, cell: ({ tries }) => tries },
  {
    head: 'Queued',
    className: 'day-cell',
    narrow: 'queued',
    csv: ({ createdDate }) => momentInFile(createdDate),
    cell: ({ createdDate }) => dateAndTime(createdDate),
  },
  {
    head: 'Next or last attempt',
    className: 'day-cell',
    narrow: 'try',
    csv: ({ nextDate }) => momentInFile(nextDate),
    cell: ({ nextDate }) => dateAndTime(nextDate),
  },
  { head: 'Actions', headHidden: true, className: 'act-cell', cell: (job) => <RetryJob job={job} /> },
]

export const JobsScreen = forDesk(Jobs)

function Jobs() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(deskApi.deskJobs, inputOf(address.query), { refetchEvery: pollMs })
  return (
    <DeskList
      title="Jobs"
      one="job"
      many="jobs"
      none="No unfinished jobs"
      hint="Queued, running and recently failed background jobs."
      address={address}
      filters={[{ name: 'state', label: 'Status', options }]}
      loaded={loaded}
      columns={columns}
    />
  )
}

function RetryJob({ job: { id: jobId, name, state } }: { job: JobView }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const retry = async () => {
    setBusy(true)
    try {
      await call(deskApi.retryJob, { jobId })
      toastSuccess(`Retrying: ${jobLabel(name)}.`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
      void refresh()
    }
  }
  if (state !== 'failed') return null
  return (
    <Button look="bare" square icon={RotateCw} busy={busy} onClick={() => void retry()}>
      {`Retry: ${jobLabel(name)}`}
    </Button>
  )
}
