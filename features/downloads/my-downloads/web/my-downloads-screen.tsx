import './my-downloads.css'
import { DownloadCloud, EyeOff, RotateCw, SearchX } from 'lucide-react'
import { lazy, useEffect, useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { manageApi, requestsPerPage } from '#features/downloads/my-downloads/contract.ts'
import { dayAfter } from '#kit/day.ts'
import { readersDay } from '#kit/web/dates.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useListState } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useOtherPage } from '#kit/web/use-other-page.ts'
import { LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { NoDownloads } from '../../web/no-downloads.tsx'
import { ListBar } from './list-bar.tsx'
import { downloadList, isFiltered, type ListState, listAddress, wholeList } from './list-state.ts'
import { RequestsTable } from './requests-table.tsx'
import { useRequestList } from './use-request-list.ts'

const name = 'My downloads'

/** Loaded after the list. */
const ChangedNotice = lazy(async () => ({
  default: (await import('../../changed-records/web/changed-notice.tsx')).ChangedNotice,
}))

export function MyDownloadsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoDownloads me={me} title={name} />
  return <MyDownloads />
}

function MyDownloads() {
  const state = useListState(downloadList)
  const list = useRequestList(state)
  const { reply, problem, stale, again } = list
  const total = reply?.totalCount
  const heading = useRef<HTMLHeadingElement>(null)
  useOtherPage(state.page, heading)
  const hidden = reply?.hiddenCount ?? 0
  const empty = total === 0 && hidden === 0 && !isFiltered(state)
  const pages = Math.ceil((total ?? 0) / requestsPerPage)
  return (
    <div className="my-downloads">
      <title>{name}</title>
      <header className="list-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {name}
          </h1>
          <p className="quiet num">
            All requests made by your school and its library system. <Lately changed={total} />
          </p>
        </div>
        <LinkButton look="main" href="/">
          New quick request
        </LinkButton>
      </header>
      <LazyPart quiet>
        <ChangedNotice />
      </LazyPart>
      {empty ? (
        <Nothing />
      ) : (
        <>
          <ListBar state={state} total={total} hidden={hidden} />
          {problem && !reply ? (
            <ErrorBox messages={problem.messages} onRetry={again} />
          ) : !reply ? (
            <Skeleton lines={8} width="80%" />
          ) : total === 0 ? (
            <NothingFound state={state} allHidden={hidden > 0} />
          ) : reply.response.length === 0 ? (
            <EmptyState icon={SearchX} title={`There is no page ${grouped(state.page)}`}>
              <LinkButton href={listAddress(state)}>First page</LinkButton>
            </EmptyState>
          ) : (
            <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
              {problem && <ErrorBox messages={problem.messages} onRetry={again} />}
              <RequestsTable lines={reply.response} order={state.order} hidden={state.hidden !== ''} again={again} />
              {list.tired && (
                <p className="still-waits aside">
                  Some requests are still being processed.{' '}
                  <TextButton onClick={list.resumePolling}>
                    <RotateCw aria-hidden /> Check again
                  </TextButton>
                </p>
              )}
              <Pager page={state.page} count={pages} hrefOf={(page) => listAddress(state, { page })} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** How much the school has requested lately. Empty if that can't be loaded: the list says why. */
function Lately({ changed }: { changed: number | undefined }) {
  const { reply, again } = useLatestReply(manageApi.yearAndDay, {})
  // A changed total of the list means changed counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is new at every drawing
  useEffect(() => {
    if (changed !== undefined) again()
  }, [changed])
  if (!reply) return null
  const within = (days: number) => {
    const first = dayAfter(readersDay(), 1 - days)
    return reply.response.days.reduce((sum, { day, count }) => (day < first ? sum : sum + count), 0)
  }
  const month = within(30)
  if (month === 0) return null
  return `${counted(month, 'request')} in the last 30 days, ${grouped(within(7))} in the last 7.`
}

const Nothing = () => (
  <EmptyState
    icon={DownloadCloud}
    title="No downloads yet"
    hint="Scan, paste or type the identifiers of your books, or request digital content or a collection. Your requests and their files will appear here."
  >
    <LinkButton look="main" href="/">
      Quick request
    </LinkButton>
    <LinkButton href="/digitalContent">Digital content</LinkButton>
    <LinkButton href="/collections">Collections</LinkButton>
  </EmptyState>
)

function NothingFound({ state, allHidden }: { state: ListState; allHidden: boolean }) {
  if (allHidden)
    return (
      <EmptyState icon={EyeOff} title="All of these downloads are hidden">
        <LinkButton href={listAddress(state, { hidden: '1' })}>Show hidden downloads</LinkButton>
      </EmptyState>
    )
  if (state.hidden)
    return (
      <EmptyState icon={EyeOff} title="No hidden downloads" hint="To hide a download, use its menu.">
        <LinkButton href={listAddress(state, { hidden: '' })}>Show the others</LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchX}
      title="No matching downloads"
      hint="Search by words from a request’s name, or by one requested identifier or record number."
    >
      <button type="button" className="button" onClick={() => goTo(listAddress(wholeList, { order: state.order }))}>
        Show all downloads
      </button>
    </EmptyState>
  )
}
