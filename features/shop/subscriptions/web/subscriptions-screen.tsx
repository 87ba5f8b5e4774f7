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
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import { gridAddress, pageSizes, readGridState, sortSubscriptions, subscriptionsCsv } from './grid-state.ts'
import { NoSubscriptions } from './no-subscriptions.tsx'
import { SubscriptionsTable } from './subscriptions-table.tsx'
import { type ShownSubscription, useSubscriptions } from './use-subscriptions.ts'

const name = 'Subscriptions'

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
  const sorted = sortSubscriptions(all, state.order)
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
        <ExportButton name={name} read={() => subscriptionsCsv(sorted)} />
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
