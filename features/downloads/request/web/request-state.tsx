import { ListChecks } from 'lucide-react'
import { lazy } from 'react'
import { counted, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Status } from '#ui/tags.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { listOf, requestReady, type Stage } from '../../web/request-stage.ts'
import type { RequestView } from '../../web/send-request.ts'
import { DownloadFiles } from './download-files.tsx'

/** Loaded on demand: most requests end with a file. */
const StateWithoutFile = lazy(async () => ({ default: (await import('./state-without-file.tsx')).StateWithoutFile }))

/** Loaded on demand: most requests find everything. */
const FoundSentence = lazy(async () => ({
  default: (await import('../../unmatched/web/found-sentence.tsx')).FoundSentence,
}))
const UnmatchedWays = lazy(async () => ({
  default: (await import('../../unmatched/web/found-sentence.tsx')).UnmatchedWays,
}))

/** The meaning of the state for the reader, and the next step. */
export function RequestState({
  request,
  stage,
  again,
  onChoose,
  onUnmatched,
}: {
  request: RequestView
  stage: Stage
  again: () => void
  /** Opens the identifiers with several records. */
  onChoose: () => void
  /** Opens the identifiers without a record. */
  onUnmatched: () => void
}) {
  const matched = listOf(request.matchedRecords).length
  const unmatched = listOf(request.unmatchedRecords).length
  const open = request.choices.length
  const total = listOf(request.identities).length
  const found = total - unmatched - request.choices.filter(({ heldAs }) => !heldAs).length
  const covers = describeCovers(request, matched)
  const isTaken = request.requestType === 'LIBRARY_SYSTEM'
  if (stage === 'failed' || stage === 'scheduled' || (stage === 'ready' && (matched === 0 || isTaken)))
    return (
      <LazyPart>
        <StateWithoutFile request={request} stage={stage} again={again} onChoose={onChoose} />
      </LazyPart>
    )
  if (stage === 'processing')
    return (
      <div className="request-state">
        <div className="basis-320">
          <p className="what">We’re matching records and making your file.</p>
          <p className="quiet">This usually takes a few seconds. This page updates automatically.</p>
        </div>
      </div>
    )
  return (
    <>
      <div className="request-state">
        <div className="basis-320">
          <p className="what">
            {requestReady} {request.downloadComplete && <Status>Downloaded</Status>}
          </p>
          <p className="quiet num">
            {unmatched > 0 && (
              <LazyPart fallback={`${grouped(found)} of ${grouped(total)} found.`}>
                <FoundSentence request={request} /> <TextButton onClick={onUnmatched}>See why</TextButton>
              </LazyPart>
            )}
            {/* As many as were found: said already. */}
            {(unmatched === 0 || matched !== found || covers !== '') && (
              <span className="block">
                {counted(matched, request.requestType === 'AUTHORITY' ? 'authority record' : 'record')} in the file
                {covers}.
              </span>
            )}
          </p>
          {unmatched > 0 && (
            <LazyPart quiet>
              <p className="flow gap-8 mt-8">
                <UnmatchedWays request={request} />
              </p>
            </LazyPart>
          )}
          {request.messages.map((message) => (
            <p key={message} className="aside measure-wide">
              {message}
            </p>
          ))}
        </div>
        <DownloadFiles request={request} onDownload={() => setTimeout(again, 3000)} />
      </div>
      {open > 0 && (
        <div className="open-choices">
          <ListChecks aria-hidden />
          <p className="text-small basis-320">
            <strong className="num">{describeOpenChoices(request.choices)}</strong> Choose before the first download:
            the rest won’t be in the file.
          </p>
          <Button onClick={onChoose}>Choose records</Button>
        </div>
      )}
    </>
  )
}

function describeOpenChoices(choices: RequestView['choices']): string {
  const held = choices.filter(({ heldAs }) => heldAs).length
  const several = choices.length - held
  return [
    several > 0 && `${several === 1 ? 'One identifier has' : `${grouped(several)} identifiers have`} several records.`,
    held > 0 &&
      `${held === 1 ? 'One identifier is' : `${grouped(held)} identifiers are`} in the catalogue only as ${held === 1 ? 'a cancelled or invalid number' : 'cancelled or invalid numbers'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** '' if covers were not requested. */
function describeCovers({ content, covers }: RequestView, matched: number) {
  if (content === 'DATA_ONLY' || covers === null) return ''
  if (covers === 0) return matched === 1 ? '; it has no cover' : '; none of them has a cover'
  if (covers === matched) return matched === 1 ? ', with its cover' : ', each with a cover'
  return `; ${grouped(covers)} of them ${covers === 1 ? 'has' : 'have'} a cover`
}
