import './subscriptions.css'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import {
  listState,
  oneOf,
  orderOf,
  pageNumber,
  type Sorted,
  sortChoices,
  sortedBy,
  useListState,
} from '#kit/web/list-address.ts'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { fileOf, sortRows, sortsOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import { NeverSubscribed, NoSubscriptions } from './no-subscriptions.tsx'
import { SubscriptionCards } from './subscription-cards.tsx'
import { SubscriptionsTable, subscriptionColumns } from './subscriptions-table.tsx'
import { type SubscriptionView, useSubscriptions } from './use-subscriptions.ts'

const name = 'Subscriptions'

const pageSizes = ['5', '10', '20', '40', '60'] as const

/** The state of the grid. */
type GridState = Sorted & { size: (typeof pageSizes)[number]; page: number }

const grid = listState<GridState>('/subscriptions', {
  size: oneOf<GridState['size']>('pageSize', '5', pageSizes),
  ...sortChoices(sortsOf(subscriptionColumns)),
  page: pageNumber('pageNumber'),
})

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
          <p className="quiet">Current and past subscriptions for {school}.</p>
        </div>
        <LinkButton href={`${settings.cmsUrl}/products`}>See products</LinkButton>
      </header>
      {problem && !all ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !all ? (
        <div className="mt-22">
          <Skeleton lines={6} width="80%" />
        </div>
      ) : all.length === 0 ? (
        <NeverSubscribed />
      ) : (
        <>
          <SubscriptionCards all={all} />
          <History all={all} />
        </>
      )}
    </div>
  )
}

/** Every term, past ones too. */
function History({ all }: { all: readonly SubscriptionView[] }) {
  const state = useListState(grid)
  const { page } = state
  const size = Number(state.size)
  const order = orderOf(state)
  const sorted = sortRows(subscriptionColumns, all, order)
  const shown = sorted.slice((page - 1) * size, page * size)
  return (
    <section className="mt-28" aria-labelledby="history">
      <h2 className="title-large" id="history">
        History
      </h2>
      <div className="list-bar cluster gap-8-12 mt-10 line-above py-12">
        <p className="num aside mr-auto" role="status">
          {rangeSummary(page, size, all.length, 'subscription')}
        </p>
        <Select
          label="Per page"
          options={pageSizes.map((each) => ({ value: each, label: each }))}
          value={state.size}
          onChange={({ target }) => goTo(grid.addressOf(state, { size: target.value as GridState['size'] }))}
        />
        <ExportButton name={name} read={() => fileOf(subscriptionColumns, sorted)} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={`There is no page ${grouped(page)}`}>
          <LinkButton href={grid.addressOf(state)}>First page</LinkButton>
        </EmptyState>
      ) : (
        <SubscriptionsTable page={shown} order={order} onSort={(next) => goTo(grid.addressOf(state, sortedBy(next)))} />
      )}
      <Pager page={page} count={Math.ceil(all.length / size)} hrefOf={(to) => grid.addressOf(state, { page: to })} />
    </section>
  )
}
