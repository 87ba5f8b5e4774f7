import { ListChecks, Printer, RefreshCw, RotateCw, SearchX } from 'lucide-react'
import { Button, LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { Status } from '#ui/tags.tsx'
import { FixLink } from '../../unmatched/web/fix-link.tsx'
import { readableOf } from '../../web/request-files.ts'
import { listOf, type Stage, unknownError } from '../../web/request-stage.ts'
import { searchByTitle } from '../../web/search-by-title.ts'
import { moreTime, type RequestView } from '../../web/send-request.ts'
import { useRequestAgain } from './use-request-again.ts'

/** Failed, scheduled, taken by a library system, or finished with nothing to download: the next step. */
export function StateWithoutFile({
  request,
  stage,
  again,
  onChoose,
}: {
  request: RequestView
  stage: Exclude<Stage, 'processing'>
  again: () => void
  onChoose: () => void
}) {
  if (stage === 'scheduled') return <Scheduled again={again} />
  if (request.requestType === 'LIBRARY_SYSTEM') return <Taken request={request} />
  if (stage === 'ready') return <NothingMatched request={request} onChoose={onChoose} />
  return (
    <div className="request-state failed stack justify-items-start">
      <ErrorBox title="The request failed" messages={request.messages.length > 0 ? request.messages : [unknownError]} />
      {request.content !== 'DATA_ONLY' && request.matchedRecords !== '' && <RecordsInstead request={request} />}
      <LinkButton href="/">New quick request</LinkButton>
    </div>
  )
}

/** If the covers failed, the records can still be requested. */
function RecordsInstead({ request }: { request: RequestView }) {
  const { again, busy } = useRequestAgain({ ...request, content: 'DATA_ONLY' })
  return (
    <Button look="main" icon={RefreshCw} busy={busy} onClick={again}>
      Request the records instead
    </Button>
  )
}

function Scheduled({ again }: { again: () => void }) {
  const address = window.location.origin + window.location.pathname
  return (
    <div className="request-state scheduled">
      <div className="basis-320">
        <p className="what">{moreTime}</p>
        <p className="quiet">
          You can leave this page. We’ll email you when the file is ready. Find the request under{' '}
          <Link href="/myDownloads">My downloads</Link>, or at this address:
        </p>
        <p className="address row gap-4 text-small">
          <code>{address}</code>
          <CopyButton text={address} label="Copy address" />
        </p>
      </div>
      <Button icon={RotateCw} onClick={again}>
        Check again
      </Button>
    </div>
  )
}

const Taken = ({ request: { id } }: { request: RequestView }) => (
  <div className="request-state">
    <div className="basis-320">
      <p className="what">
        Your library system has these records. <Status>Downloaded</Status>
      </p>
      <p className="quiet">To get a file, select Request again.</p>
    </div>
    <LinkButton icon={Printer} href={readableOf(id)} target="_blank" rel="noopener">
      Read and print
    </LinkButton>
  </div>
)

function NothingMatched({ request, onChoose }: { request: RequestView; onChoose: () => void }) {
  const open = request.choices.length
  const unmatched = listOf(request.unmatchedRecords)
  return (
    <EmptyState
      icon={open > 0 ? ListChecks : SearchX}
      title={open > 0 ? 'No records chosen yet' : 'No records found'}
      hint={
        open > 0
          ? 'We found several records for an identifier, or records that hold it only as a cancelled or invalid number. Choose a record to make a file.'
          : 'There’s nothing to download. See the reasons below: fix mistyped numbers, search by title, or request cataloguing.'
      }
    >
      {open > 0 ? (
        <Button look="main" onClick={onChoose}>
          Choose records
        </Button>
      ) : unmatched.length > 0 ? (
        <FixLink look="main" identifiers={unmatched} />
      ) : (
        <LinkButton look="main" href="/">
          New quick request
        </LinkButton>
      )}
      <LinkButton href={searchByTitle()}>Search by title</LinkButton>
    </EmptyState>
  )
}
