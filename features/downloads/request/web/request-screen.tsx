import '../../web/request.css'
import { lazy, useEffect, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { useParams, useSearch } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { failedPoll } from '../../web/request-stage.ts'
import { RequestHead } from './request-head.tsx'
import type { RequestTab } from './request-lists.tsx'
import { RequestProgress } from './request-progress.tsx'
import { RequestState } from './request-state.tsx'
import { useRequest } from './use-request.ts'

/** Loaded on demand: almost every call is answered in time. */
const UnansweredRequest = lazy(async () => ({ default: (await import('./unanswered-request.tsx')).UnansweredRequest }))
/** Loaded on demand: for students, whom few links lead here. */
const NoDownloads = lazy(async () => ({ default: (await import('../../web/no-downloads.tsx')).NoDownloads }))
/** Loaded on demand: few links lead to a request that is gone. */
const NoSuchRequest = lazy(async () => ({ default: (await import('./no-such-request.tsx')).NoSuchRequest }))
/** Loaded on demand: few requests have later matches. */
const FoundLater = lazy(async () => ({ default: (await import('./found-later.tsx')).FoundLater }))

const loadLists = () => import('./request-lists.tsx')
const RequestLists = lazy(async () => ({ default: (await loadLists()).RequestLists }))

const coming = <Skeleton lines={4} width="60%" />

export function RequestScreen() {
  const { requestId } = useParams()
  const { status } = useSearch()
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <LazyPart fallback={coming}>
        <NoDownloads me={me} title="Download request" />
      </LazyPart>
    )
  if (requestId) return <OneRequest key={requestId} requestId={requestId} />
  if (status === 'SCHEDULED')
    return (
      <LazyPart fallback={coming}>
        <UnansweredRequest />
      </LazyPart>
    )
  return (
    <EmptyState top title="No ID provided" hint="The address has no request number.">
      <title>Download request</title>
      <LinkButton look="main" href="/">
        New quick request
      </LinkButton>
    </EmptyState>
  )
}

function OneRequest({ requestId }: { requestId: string }) {
  const { request, stage, problem, pollFailed, again, take } = useRequest(requestId)
  const [tab, setTab] = useState<RequestTab>()
  const [opened, setOpened] = useState<object>()
  // Beside the request, not after it.
  useEffect(() => void loadLists().catch(() => {}), [])
  const openTab = (tab: RequestTab) => {
    setTab(tab)
    setOpened({})
  }
  if (!request) {
    if (problem?.status === 404)
      return (
        <LazyPart fallback={coming}>
          <NoSuchRequest />
        </LazyPart>
      )
    return (
      <div className="download-request">
        {/* Only on an error: a screen reader would announce it before the request's own title. */}
        {problem && <title>Download request</title>}
        <RequestBack />
        <h1 className="mt-10 anywhere">Download request</h1>
        {problem ? <ErrorBox className="mt-18" messages={problem.messages} onRetry={again} /> : coming}
      </div>
    )
  }
  const title = request.requestName || 'Download request'
  return (
    <div className="download-request">
      <title>{title}</title>
      <RequestBack />
      <RequestHead request={request} onRenamed={take} />
      {request.requestType !== 'LIBRARY_SYSTEM' && <RequestProgress stage={stage} />}
      {pollFailed && <ErrorBox className="mt-18" messages={[failedPoll]} onRetry={again} />}
      <RequestState
        request={request}
        stage={stage}
        again={again}
        onChoose={() => openTab('choices')}
        onUnmatched={() => openTab('unmatched')}
      />
      {request.followedBy.length > 0 && (
        <LazyPart quiet>
          <FoundLater followedBy={request.followedBy} />
        </LazyPart>
      )}
      <LazyPart fallback={coming}>
        <RequestLists
          request={request}
          stage={stage}
          tab={tab}
          onTab={setTab}
          onChoose={() => openTab('choices')}
          take={take}
          again={again}
          opened={opened}
        />
      </LazyPart>
    </div>
  )
}

const RequestBack = () => <BackLink />
