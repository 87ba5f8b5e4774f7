import './postage-slip.css'
import { FileDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { confirmApi, type PostageSlip } from '#features/requests/confirm/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted } from '#kit/web/format.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { draftAddress, requestAddress, requestsAddress } from '../../web/request-addresses.ts'
import { SlipSheet } from './slip-sheet.tsx'

const name = 'Postage slip'

export function PostageSlipScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden title={name} hint="Library staff post parcels for cataloguing.">
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      </Forbidden>
    )
  return <Slip />
}

function Slip() {
  const { id = '' } = useParams()
  const { reply, problem, again } = useLatestReply(confirmApi.postageSlip, { id })
  return (
    <div className="postage-slip">
      <title>{reply ? `${name} ${reply.response.requestNumber}` : name}</title>
      <BackLink />
      {reply ? (
        <Shown id={id} slip={reply.response} />
      ) : problem ? (
        <NoSlip id={id} problem={problem} again={again} />
      ) : (
        <Skeleton lines={10} width="70%" />
      )}
    </div>
  )
}

function Shown({ id, slip }: { id: string; slip: Dated<PostageSlip> }) {
  const [busy, setBusy] = useState(false)
  const savePdf = async () => {
    setBusy(true)
    try {
      keepFile((await call(confirmApi.postageSlipPdf, { id })) as Blob, `Postage slip ${slip.requestNumber}.pdf`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <header className="split items-end gap-12-24 mt-10">
        <div>
          <h1 className="no-outline" tabIndex={-1}>
            {name}
          </h1>
          <p className="quiet">
            {counted(slip.items.length, 'item')} of request {slip.requestNumber} to {slip.depot.name}
          </p>
        </div>
        <div className="acts flow gap-8">
          <Button icon={FileDown} busy={busy} onClick={() => void savePdf()}>
            Save as PDF
          </Button>
          <Button look="main" icon={Printer} onClick={() => void printWithCodes()}>
            Print
          </Button>
        </div>
      </header>
      <ol className="steps stack gap-4 ink-2">
        <li>Print the slip on plain paper at 100%.</li>
        <li>Cut it in two. Put the top part on the parcel and the bottom part inside.</li>
        <li>Post it. Your request shows when it has arrived, and we’ll email you when the records are ready.</li>
      </ol>
      {slip.depot.note && (
        <p className="depot-note mt-14 p-10-14 rounded on-accent-soft">
          <strong>{slip.depot.name}:</strong> {slip.depot.note}
        </p>
      )}
      <SlipSheet slip={slip} />
    </>
  )
}

/** Why there is nothing to print, and where to go. */
function NoSlip({ id, problem, again }: { id: string; problem: Problem; again: () => void }) {
  if (problem.code === 'not_submitted')
    return (
      <EmptyState top title="This request is still a draft" hint="You can print the postage slip after you submit it.">
        <LinkButton look="main" href={draftAddress(id)}>
          Continue draft
        </LinkButton>
      </EmptyState>
    )
  if (problem.code === 'no_slip')
    return (
      <EmptyState
        top
        title="There’s nothing to post"
        hint="Every item to be posted has arrived, or the request has none."
      >
        <LinkButton look="main" href={requestAddress(id)}>
          Open the request
        </LinkButton>
      </EmptyState>
    )
  if (problem.status === 404)
    return (
      <EmptyState
        top
        title="We couldn’t find this request"
        hint="It may belong to another school, or be a deleted draft."
      >
        <LinkButton look="main" href={requestsAddress}>
          My catalogue requests
        </LinkButton>
      </EmptyState>
    )
  return <ErrorBox messages={problem.messages} onRetry={again} />
}

/** A barcode that has not loaded yet would be missing in print. */
async function printWithCodes() {
  const codes = [...document.querySelectorAll<HTMLImageElement>('.slip-sheet img')]
  await Promise.all(codes.map((each) => each.decode().catch(() => undefined)))
  window.print()
}

function keepFile(file: Blob, fileName: string) {
  const href = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
