import './request.css'
import { Clock, FileQuestion, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useParams, useSearch } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { RequestHead } from './request-head.tsx'
import { RequestLists, type RequestTab } from './request-lists.tsx'
import { RequestProgress } from './request-progress.tsx'
import { failedPoll } from './request-stage.ts'
import { RequestState } from './request-state.tsx'
import { useRequest } from './use-request.ts'

export function RequestScreen() {
  const { requestId } = useParams()
  const { status, name } = useSearch()
  if (requestId) return <OneRequest key={requestId} requestId={requestId} />
  // Where the server had not answered in time: it goes on, and this page knows the name only.
  if (status === 'SCHEDULED') return <UnansweredRequest name={typeof name === 'string' ? name : ''} />
  return (
    <EmptyState
      top
      icon={FileQuestion}
      title="No ID provided"
      hint="This address lacks the number of a download request."
    >
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
  const lists = useRef<HTMLDivElement>(null)
  const choose = () => {
    setTab('choices')
    lists.current?.scrollIntoView?.({ block: 'start' })
    requestAnimationFrame(() => lists.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus())
  }
  if (!request) {
    if (problem?.status === 404) return <NoSuchRequest />
    return (
      <div className="download-request">
        {/* Its own title is heard when it is there, not this one before. */}
        {problem && <title>Download request</title>}
        <RequestBack />
        <h1>Download request</h1>
        {problem ? <ErrorBox messages={problem.messages} onRetry={again} /> : <Skeleton lines={4} width="60%" />}
      </div>
    )
  }
  const title = request.requestName || 'Download request'
  return (
    <div className="download-request">
      <title>{title}</title>
      <RequestBack />
      <RequestHead request={request} onRenamed={take} />
      <RequestProgress stage={stage} />
      {pollFailed && <ErrorBox messages={[failedPoll]} onRetry={again} />}
      <RequestState request={request} stage={stage} again={again} onChoose={choose} />
      <RequestLists request={request} stage={stage} tab={tab} onTab={setTab} take={take} again={again} box={lists} />
    </div>
  )
}

const RequestBack = () => <BackLink fallback={{ href: '/myDownloads', title: 'My downloads' }} />

function UnansweredRequest({ name }: { name: string }) {
  const title = name || 'Download request'
  return (
    <div className="download-request">
      <title>{title}</title>
      <RequestBack />
      <h1>{title}</h1>
      <RequestProgress stage="scheduled" />
      <EmptyState
        icon={Clock}
        title="This request requires more time to process..."
        hint="It goes on in the background, and this page can be left: you find the request under My downloads. What you entered is still on the quick request page, should it have to be sent again."
      >
        <LinkButton look="main" href="/myDownloads">
          My downloads
        </LinkButton>
        <LinkButton href="/">Quick request</LinkButton>
      </EmptyState>
    </div>
  )
}

const NoSuchRequest = () => (
  <EmptyState
    top
    icon={FileQuestion}
    title="There is no such download request."
    hint="It may have been removed, or the address is not complete."
  >
    <title>Not found</title>
    <LinkButton look="main" href="/">
      New quick request
    </LinkButton>
    <LinkButton href="/discover/results/" icon={Search}>
      Search the catalogue
    </LinkButton>
  </EmptyState>
)
