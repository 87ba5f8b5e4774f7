import './my-requests.css'
import { BookPlus, SearchX } from 'lucide-react'
import { useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { grouped } from '#kit/web/format.ts'
import { useListState } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useOtherPage } from '#kit/web/use-other-page.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { requestsApi } from '../contract.ts'
import { timelineApi } from '../timeline/contract.ts'
import { MyRequestsBar } from './my-requests-bar.tsx'
import {
  isFiltered,
  type ListState,
  listAddress,
  listInput,
  onPage,
  requestList,
  requestsPerPage,
  wholeList,
} from './my-requests-state.ts'
import { MyRequestsTable } from './my-requests-table.tsx'
import { newRequestAddress } from './request-addresses.ts'

const name = 'My catalogue requests'

export function MyRequestsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden
        title={name}
        hint={
          me.customer === null
            ? 'Schools and organisations request cataloguing. Your account doesn’t belong to one.'
            : 'Your library staff request cataloguing.'
        }
      >
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      </Forbidden>
    )
  return <MyRequests />
}

function MyRequests() {
  const state = useListState(requestList)
  const { reply, problem, stale, again } = useLatestReply(requestsApi.catalogueRequests, listInput(state))
  const waiting = useLatestReply(timelineApi.waitingMessages, {}).reply?.response
  const heading = useRef<HTMLHeadingElement>(null)
  useOtherPage(state.page, heading)
  const total = reply?.totalCount
  const shown = reply ? onPage(reply.response, state.page) : []
  return (
    <div className="my-requests">
      <title>{name}</title>
      <header className="list-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {name}
          </h1>
          <p className="quiet">All requests made by your school.</p>
        </div>
        <LinkButton look="main" icon={BookPlus} href={newRequestAddress}>
          New request
        </LinkButton>
      </header>
      {total === 0 && !isFiltered(state) ? (
        <Nothing />
      ) : (
        <>
          <MyRequestsBar state={state} total={total} counts={reply?.counts} />
          {problem && !reply ? (
            <ErrorBox messages={problem.messages} onRetry={again} />
          ) : !reply ? (
            <Skeleton lines={8} width="80%" />
          ) : total === 0 ? (
            <NothingFound state={state} />
          ) : shown.length === 0 && !stale ? (
            <EmptyState icon={SearchX} title={`There is no page ${grouped(state.page)}`}>
              <LinkButton href={listAddress(state)}>First page</LinkButton>
            </EmptyState>
          ) : (
            <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
              {problem && <ErrorBox messages={problem.messages} onRetry={again} />}
              <MyRequestsTable requests={shown} waiting={new Set(waiting?.map(({ requestId }) => requestId))} />
              <Pager
                page={state.page}
                count={Math.ceil(reply.totalCount / requestsPerPage)}
                hrefOf={(page) => listAddress(state, { page })}
              />
            </div>
          )}
        </>
      )}
    </div>
  )
}

const Nothing = () => (
  <EmptyState
    icon={BookPlus}
    title="No catalogue requests yet"
    hint="If an item has no record, describe it here or post it to a depot. We’ll catalogue it for you and every other school."
  >
    <LinkButton look="main" href={newRequestAddress}>
      New request
    </LinkButton>
    <LinkButton href="/discover">Search the catalogue first</LinkButton>
  </EmptyState>
)

const NothingFound = ({ state }: { state: ListState }) => (
  <EmptyState
    icon={SearchX}
    title="No requests found"
    hint="Search by request number, or by the number, title or authors of an item."
  >
    <LinkButton href={listAddress(wholeList, { order: state.order })}>Show all requests</LinkButton>
  </EmptyState>
)
