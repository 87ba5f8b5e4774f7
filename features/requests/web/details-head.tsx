import { Copy, Download, Pencil, Printer, Send, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { withoutMark } from '#features/downloads/rules.ts'
import { requestAndFollow } from '#features/downloads/web/downloads-parts.tsx'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, dateAndTime } from '#kit/web/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { Status } from '#ui/tags.tsx'
import { timelineApi } from '../timeline/contract.ts'
import { useCopy } from './copy-request.ts'
import { draftAddress } from './request-addresses.ts'
import type { RequestView } from './request-views.ts'
import { progressOf, stateOf } from './state-labels.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../confirm/web/confirm-dialog.tsx')).ConfirmDialog }))
const DeleteDraftDialog = lazy(async () => ({ default: (await import('./delete-draft-dialog.tsx')).DeleteDraftDialog }))

/** The request's name, author, and actions. */
export function DetailsHead({ request }: { request: RequestView }) {
  const { requestNumber, requestedBy, createdDate, submittedDate, updatedBy, updatedDate, status } = request
  const { label, tone } = stateOf(request)
  const progress = progressOf(request)
  const isDraft = status === 'DRAFT'
  const [submitting, setSubmitting] = useState(false)
  return (
    <header className="details-head split items-start gap-12-24">
      <div className="named min-w-0">
        <div className="name-line row gap-6">
          <h1 className="num">Catalogue request {requestNumber}</h1>
          <CopyButton text={requestNumber} label="Copy the number" />
        </div>
        <p className="made cluster mt-6 aside">
          <Status tone={tone}>{label}</Status>
          {progress && <span className="num">{progress}</span>}
          <span>
            {submittedDate
              ? `Submitted on ${dateAndTime(submittedDate, 'long')}`
              : createdDate && `Created on ${dateAndTime(createdDate, 'long')}`}{' '}
            by {requestedBy}
          </span>
          {isDraft && updatedDate && createdDate && updatedDate > createdDate && (
            <span>
              last changed on {dateAndTime(updatedDate, 'long')} by {updatedBy}
            </span>
          )}
        </p>
      </div>
      <div className="ways flow gap-8">
        {isDraft ? (
          <DraftWays request={request} onSubmit={() => setSubmitting(true)} />
        ) : (
          <DownloadAll request={request} />
        )}
        <CopyAsNew request={request} />
        <Button icon={Printer} square onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {submitting && (
        <LazyPart>
          <ConfirmDialog requestId={request.id} onClose={() => setSubmitting(false)} />
        </LazyPart>
      )}
    </header>
  )
}

function DraftWays({ request, onSubmit }: { request: RequestView; onSubmit: () => void }) {
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <Button look="main" icon={Send} onClick={onSubmit}>
        Proceed to submit
      </Button>
      <LinkButton icon={Pencil} href={draftAddress(request.id)}>
        Continue
      </LinkButton>
      <Button look="danger" icon={Trash2} square onClick={() => setDeleting(true)}>
        Delete this draft
      </Button>
      {deleting && (
        <LazyPart>
          <DeleteDraftDialog request={request} onClose={() => setDeleting(false)} />
        </LazyPart>
      )}
    </>
  )
}

/** One file of several records; a single record is downloaded at its item. */
function DownloadAll({ request: { id, requestNumber, items } }: { request: RequestView }) {
  const [busy, setBusy] = useState(false)
  const records = new Set(items.flatMap(({ recordId }) => recordId ?? []))
  if (records.size < 2) return null
  const download = async () => {
    setBusy(true)
    try {
      await requestAndFollow(
        (options) => call(timelineApi.downloadCatalogued, { id }, options),
        `Catalogue request ${requestNumber}`,
      )
    } catch (error) {
      showToast({ tone: 'bad', text: withoutMark(problemOf(error).messages[0]) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="main" icon={Download} busy={busy} onClick={download}>
      Download {counted(records.size, 'record')}
    </Button>
  )
}

function CopyAsNew({ request }: { request: RequestView }) {
  const { copy, busy } = useCopy(request.items)
  return (
    <Button icon={Copy} busy={busy} onClick={copy} title="Create a draft with the same items">
      Copy as a new request
    </Button>
  )
}
