import { RotateCw, SearchX } from 'lucide-react'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { Status } from '#ui/tags.tsx'
import { DownloadFile } from './download-file.tsx'
import { MendLink } from './mend-link.tsx'
import { listOf, requestReady, type Stage, unknownError } from './request-stage.ts'
import { counted } from './request-words.ts'
import { searchByTitle } from './search-by-title.ts'
import { moreTime, type ShownRequest } from './send-request.ts'

/** What the state means for the reader, and the way on from it. */
export function RequestState({ request, stage, again }: { request: ShownRequest; stage: Stage; again: () => void }) {
  if (stage === 'failed')
    return (
      <div className="request-state failed">
        <ErrorBox
          title="The request failed"
          messages={request.messages.length > 0 ? request.messages : [unknownError]}
        />
        <LinkButton href="/">New quick request</LinkButton>
      </div>
    )
  if (stage === 'scheduled')
    return (
      <div className="request-state">
        <div>
          <p className="what">{moreTime}</p>
          <p className="quiet">It goes on in the background. You can leave this page and come back to it.</p>
        </div>
        <Button icon={RotateCw} onClick={again}>
          Look again
        </Button>
      </div>
    )
  if (stage === 'processing')
    return (
      <div className="request-state">
        <div>
          <p className="what">The records are being matched and the file is made.</p>
          <p className="quiet">This usually takes a few seconds. This page follows by itself.</p>
        </div>
      </div>
    )
  const matched = listOf(request.matchedRecords).length
  if (matched === 0) return <NothingMatched request={request} />
  return (
    <div className="request-state">
      <div>
        <p className="what">
          {requestReady} {request.downloadComplete && <Status>Downloaded</Status>}
        </p>
        <p className="quiet">{counted(matched, 'record')} in the file.</p>
        {request.messages.map((message) => (
          <p key={message} className="note">
            {message}
          </p>
        ))}
      </div>
      <DownloadFile request={request} onDownload={() => setTimeout(again, 3000)} />
    </div>
  )
}

function NothingMatched({ request }: { request: ShownRequest }) {
  const open = request.choices.length
  const unmatched = listOf(request.unmatchedRecords)
  return (
    <EmptyState
      icon={SearchX}
      title={open > 0 ? 'No record is settled yet' : 'No record was found'}
      hint={
        open > 0
          ? 'Each identifier has several records: see below. There is no file until one is chosen.'
          : 'There is nothing to download. Look at the reasons below: mend what was mistyped, search by title, or request cataloguing.'
      }
    >
      {unmatched.length > 0 ? (
        <MendLink look="main" identifiers={unmatched} />
      ) : (
        <LinkButton look="main" href="/">
          New quick request
        </LinkButton>
      )}
      <LinkButton href={searchByTitle()}>Search by title</LinkButton>
    </EmptyState>
  )
}
