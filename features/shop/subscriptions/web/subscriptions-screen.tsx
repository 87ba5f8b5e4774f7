import './subscriptions.css'
import { BookOpen, SearchX } from 'lucide-react'
import { useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { goTo } from '#kit/web/history.ts'
import { useLocation, useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { fileOf, type Order, sortRows } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import { NoSubscriptions } from './no-subscriptions.tsx'
import { SubscriptionsTable, subscriptionColumns } from './subscriptions-table.tsx'
import { type ShownSubscription, useSubscriptions } from './use-subscriptions.ts'

const name = 'Subscriptions'

const pageSizes = [5, 10, 20, 40, 60] as const

/** The columns by which it can be sorted. */
const sorts = ['product', 'state', 'start', 'end', 'enrolment', 'invoice', 'order', 'payor', 'created']

/** What the grid shows; all of it stands in the address. */
type GridState = { page: number; size: number; order: Order | null }

export function SubscriptionsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoSubscriptions title={name} />
  return <Subscriptions school={me?.customer?.name ?? 'your school'} />
}

function Subscriptions({ school }: { school: string }) {
  const { reply, problem, again } = useSubscriptions()
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, useLocation().search)
  const all = reply?.response
  return (
    <div className="subscriptions" ref={screen}>
      <title>{name}</title>
      <header className="list-head">
        <div>
          <h1 tabIndex={-1}>{name}</h1>
          <p className="quiet">What {school} subscribes to, now and before.</p>
        </div>
        <LinkButton href={`${settings.cmsUrl}/products`}>See the products</LinkButton>
      </header>
      {problem && !all ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !all ? (
        <div className="coming">
          <Skeleton lines={6} width="80%" />
        </div>
      ) : all.length === 0 ? (
        <EmptyState
          icon={BookOpen}
          title="No subscriptions yet"
          hint="You can search the catalogue. To download records your organisation needs a subscription."
        >
          <LinkButton look="main" href={`${settings.cmsUrl}/products`}>
            See the products
          </LinkButton>
        </EmptyState>
      ) : (
        <Grid all={all} />
      )}
    </div>
  )
}

function Grid({ all }: { all: readonly ShownSubscription[] }) {
  const state = readGridState(useSearch())
  const sorted = sortRows(subscriptionColumns, all, state.order)
  const { page, size, order } = state
  const shown = sorted.slice((page - 1) * size, page * size)
  return (
    <>
      <div className="list-bar">
        <p className="num" role="status">
          {rangeSummary(page, size, all.length, 'subscription')}
        </p>
        <Select
          label="Per page"
          options={pageSizes.map((each) => ({ value: String(each), label: String(each) }))}
          value={String(size)}
          onChange={(event) => goTo(gridAddress(state, { size: Number(event.target.value) }))}
        />
        <ExportButton name={name} read={() => fileOf(subscriptionColumns, sorted)} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={`There is no page ${page.toLocaleString()}`}>
          <LinkButton href={gridAddress(state)}>First page</LinkButton>
        </EmptyState>
      ) : (
        <SubscriptionsTable page={shown} order={order} onSort={(next) => goTo(gridAddress(state, { order: next }))} />
      )}
      <Pager page={page} count={Math.ceil(all.length / size)} hrefOf={(to) => gridAddress(state, { page: to })} />
    </>
  )
}

/** What makes no sense in an address counts as not there. */
function readGridState(search: Record<string, string | string[]>): GridState {
  const text = (name: string) => [search[name]].flat()[0] ?? ''
  const page = Number(text('pageNumber'))
  const size = pageSizes.find((each) => String(each) === text('pageSize')) ?? 5
  const by = text('sortField')
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size,
    order: sorts.includes(by) ? { by, descending: text('descending') === 'true' } : null,
  }
}

/** Something else chosen begins the grid anew at its first page. */
function gridAddress(state: GridState, change: Partial<GridState> = {}): string {
  const { page, size, order } = { ...state, page: 1, ...change }
  const members = new URLSearchParams()
  if (size !== 5) members.set('pageSize', String(size))
  if (order) members.set('sortField', order.by)
  if (order?.descending) members.set('descending', 'true')
  if (page > 1) members.set('pageNumber', String(page))
  return members.size > 0 ? `/subscriptions?${members}` : '/subscriptions'
}
