import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { call } from '#kit/web/call.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { Button } from '#ui/button.tsx'
import { tellDone, useRefresh } from '#ui/form/use-desk-form.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { DeskList } from '#ui/table/desk-list.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { jobInWords } from './desk-words.ts'
import type { ShownJob } from './shown.ts'

const states: Record<ShownJob['state'], [Tone, string]> = {
  waiting: ['plain', 'Waits'],
  again: ['warn', 'Waits for another try'],
  working: ['ok', 'Under way'],
  failed: ['bad', 'Failed'],
}
const options = Object.entries(states).map(([value, [, label]]) => ({ value, label }))
const filters = { state: Object.keys(states) }

/** Milliseconds: jobs come and go by themselves. */
const lookEvery = 5000

export const JobsScreen = forDesk(Jobs)

function Jobs() {
  const address = useListAddress(filters)
  const loaded = useLatestReply(deskApi.deskJobs, inputOf(address.asked), { refetchEvery: lookEvery })
  return (
    <DeskList
      title="Jobs"
      one="job"
      many="jobs"
      none="All work is done"
      hint="Background work that waits, is under way, or has failed within the last day. What is done is not listed."
      address={address}
      filters={[{ name: 'state', label: 'State', options }]}
      loaded={loaded}
      head={
        <>
          <th scope="col">Job</th>
          <th scope="col">State</th>
          <th scope="col" className="n">
            Tries
          </th>
          <th scope="col">Left</th>
          <th scope="col">Next or last try</th>
          <th scope="col">
            <span className="only-heard">Actions</span>
          </th>
        </>
      }
      line={(job) => <JobCells job={job} />}
    />
  )
}

function JobCells({ job }: { job: ShownJob }) {
  const [tone, word] = states[job.state]
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const name = jobInWords(job.name)
  const retry = async () => {
    setBusy(true)
    try {
      await call(deskApi.retryJob, { jobId: job.id })
      tellDone(`Tried again: ${name}.`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
      void refresh()
    }
  }
  return (
    <>
      <td className="name-cell">
        <strong>{name}</strong>
        <div className="why">{job.about || job.name}</div>
      </td>
      <td>
        <Status tone={tone}>{word}</Status>
        {job.reason && <div className="why">{job.reason}</div>}
      </td>
      <td className="n" data-label="tries">
        {job.tries}
      </td>
      <td className="day-cell" data-label="left">
        {dateAndTime(job.createdDate)}
      </td>
      <td className="day-cell" data-label="try">
        {dateAndTime(job.nextDate)}
      </td>
      <td className="act-cell">
        {job.state === 'failed' && (
          <Button look="bare" square icon={RotateCw} busy={busy} onClick={() => void retry()}>
            {`Try again: ${name}`}
          </Button>
        )}
      </td>
    </>
  )
}
