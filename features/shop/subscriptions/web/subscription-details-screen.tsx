import './subscriptions.css'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { formatBusinessDate, formatDay, grouped } from '#kit/web/format.ts'
import { useSearch } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { NeverSubscribed, NoSubscriptions } from './no-subscriptions.tsx'
import { RenewButton } from './renew-button.tsx'
import { detailsAddress, typeLabel } from './subscription-labels.ts'
import { SubscriptionStatus } from './subscription-status.tsx'
import { type SubscriptionView, useSubscriptions } from './use-subscriptions.ts'

const name = 'Subscription'
const list = { href: '/subscriptions', title: 'Subscriptions' }

export function SubscriptionDetailsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoSubscriptions title={name} />
  return <Details />
}

/** Without an id in the address: the one due for renewal, else the one that ends last. */
function Details() {
  const { reply, problem, again } = useSubscriptions()
  const id = [useSearch().id].flat()[0]
  const all = reply?.response
  const one =
    id === undefined ? (all?.find((each) => each.dueForRenewal) ?? all?.[0]) : all?.find((each) => each.id === id)
  return (
    <div className="subscription-details">
      <title>{one ? one.product.name : name}</title>
      <BackLink fallback={list} />
      {problem && !all ? (
        <>
          <h1 tabIndex={-1}>{name}</h1>
          <ErrorBox messages={problem.messages} onRetry={again} />
        </>
      ) : !all ? (
        <>
          <h1 tabIndex={-1}>{name}</h1>
          <Skeleton lines={6} width="60%" />
        </>
      ) : one ? (
        <Facts one={one} others={all.filter((each) => each !== one && each.productCode === one.productCode)} />
      ) : all.length === 0 ? (
        <NeverSubscribed top />
      ) : (
        <EmptyState
          top
          icon={SearchX}
          title="We couldn’t find this subscription."
          hint="It may belong to another organisation."
        >
          <LinkButton look="main" href={list.href}>
            All subscriptions
          </LinkButton>
        </EmptyState>
      )}
    </div>
  )
}

function Facts({ one, others }: { one: SubscriptionView; others: SubscriptionView[] }) {
  return (
    <>
      <header className="list-head mt-10">
        <div>
          <h1 tabIndex={-1}>{one.product.name}</h1>
          <div className="state-line row gap-10 mt-8">
            <SubscriptionStatus one={one} />
          </div>
        </div>
        <RenewButton one={one} main />
      </header>
      <dl className="facts stack mt-22 line-above">
        <Fact label="Type">{typeLabel(one.subscriptionType.name)}</Fact>
        <Fact label="Product code">
          <span className="code">{one.productCode}</span>
        </Fact>
        <Fact label="Starts">{formatDay(one.effectiveStartDate)}</Fact>
        <Fact label="Ends">{formatDay(one.effectiveEndDate)}</Fact>
        <Fact label="Enrolment">{one.enrollmentSize !== null && grouped(one.enrollmentSize)}</Fact>
        <Fact label="Payor">{one.payorName}</Fact>
        <Fact label="Purchase order">{one.purchaseOrder}</Fact>
        <Fact label="Invoice">
          {one.invoiceNumber && (
            <Link href={`/invoices?invoice=${encodeURIComponent(one.invoiceNumber)}`}>{one.invoiceNumber}</Link>
          )}
        </Fact>
        <Fact label="Created">{formatBusinessDate(one.createdDate)}</Fact>
      </dl>
      {others.length > 0 && (
        <section className="other-terms pt-18 line-above" aria-label="Other terms of this product">
          <h2>Other terms</h2>
          <ul className="mt-6">
            {others.map((each) => (
              <li className="cluster gap-4-14 py-8" key={each.id}>
                <Link className="num" href={detailsAddress(each.id)}>
                  {formatDay(each.effectiveStartDate)} – {formatDay(each.effectiveEndDate)}
                </Link>
                <SubscriptionStatus one={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const absent = children === undefined || children === ''
  return (
    <div>
      <dt>{label}</dt>
      <dd className={absent ? 'ink-3' : 'num'}>{absent ? 'Not provided' : children}</dd>
    </div>
  )
}
