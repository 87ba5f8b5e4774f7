import './order-review.css'
import { useQuery } from '@tanstack/react-query'
import { useSignInOn } from '#features/account/web/account-parts.tsx'
import { contactNamed } from '#features/shop/billing/rules.ts'
import { BillItems } from '#features/shop/billing/web/bill-parts.tsx'
import { type Order, ordersApi } from '#features/shop/orders/contract.ts'
import { isCompleteAddress } from '#kit/address-faults.ts'
import { Problem } from '#kit/problem.ts'
import type { Answer } from '#kit/web/call.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { NoOrder } from './no-order.tsx'
import { OrderAct } from './order-act.tsx'
import { cartAddress, ownShop } from './order-addresses.ts'
import { isLost, refusalOfReply, refusalOnLoad, sentences } from './order-messages.ts'

export const signInRequired = new Problem('sign_in_required', 403, [sentences.signIn])

export function OrderReview({ cmsId }: { cmsId: string }) {
  const { reply, problem, readAt, looking, again } = useOrder(cmsId)
  const order = reply?.response
  // It may have been ordered elsewhere since it was read; temporary failures keep the current view.
  const ended = problem !== null && problem.status >= 400 && problem.status < 500 && problem.status !== 429
  const refusal =
    reply && !order ? refusalOfReply(reply) : problem && (ended || !reply) ? refusalOnLoad(problem) : undefined
  // After signing in as someone else the same message has a button instead.
  const leaving = useSignInOn(refusal?.kind === 'sign-in' ? signInRequired : null, 403)
  if (refusal) {
    const worthwhile = problem !== null && (isLost(problem) || problem.status >= 500 || problem.status === 429)
    return <NoOrder refusal={refusal} leaving={leaving} cmsId={cmsId} onAgain={worthwhile ? again : undefined} />
  }
  return (
    <>
      <BackLink fallback={{ href: cartAddress, title: ownShop ? 'Cart' : 'Shop' }} />
      <h1 className="mt-10 no-outline" tabIndex={-1}>
        Order review
      </h1>
      {order ? (
        <OrderSheet cmsId={cmsId} order={order} readAt={readAt} looking={looking} onLookAgain={again} />
      ) : (
        <Skeleton lines={8} width="70%" />
      )}
    </>
  )
}

type Details = Answer<typeof ordersApi.orderDetails>

/** Refetched on every visit: its time runs, and it may have been ordered elsewhere. */
function useOrder(cmsId: string) {
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery<Details, Problem>({
    ...queryOf(ordersApi.orderDetails, { id: cmsId }),
    staleTime: 0,
    gcTime: 0,
  })
  return { reply: data, problem: error, readAt: dataUpdatedAt, looking: isFetching, again: () => void refetch() }
}

/** The cart under review, beside its total and the order buttons. */
function OrderSheet(props: { cmsId: string; order: Order; readAt: number; looking: boolean; onLookAgain: () => void }) {
  const { order } = props
  return (
    <>
      <p className="quiet head-line mt-4">
        {order.organisation.name}
        {order.quoteNumber && <> · at the prices of quote {order.quoteNumber}</>}
      </p>
      <div className="order-columns stack items-start mt-22 one-column-1080">
        <div className="order-what stack min-w-0">
          <section>
            <header>
              <h2>Items</h2>
              {ownShop && (
                <Link className="text-small" href={cartAddress}>
                  Change cart
                </Link>
              )}
            </header>
            <BillItems items={order.items} currency={order.currency} label="Items" />
          </section>
          <OrderOrganisation order={order} />
        </div>
        <OrderAct {...props} />
      </div>
    </>
  )
}

/** The customer, as it will be on the invoice. */
function OrderOrganisation({ order: { organisation, hasPostage } }: { order: Order }) {
  const { name, streetAddress1, streetAddress2, suburbCity, state, postCode, country, type, contacts } = organisation
  const named = contactNamed(contacts)
  const address = [streetAddress1, streetAddress2, [suburbCity, state, postCode].filter(Boolean).join(' '), country]
  return (
    <section className="order-who" aria-labelledby="order-organisation">
      <header>
        <h2 id="order-organisation">Organisation</h2>
        <Link className="text-small" href="/schoolDetails">
          Change
        </Link>
      </header>
      {!isCompleteAddress(organisation) && (
        <p className="mt-10 mb-6 p-10-14 rounded on-warn-soft ink-warn">
          The address is incomplete. <Link href="/schoolDetails">Complete it</Link> before you order.
        </p>
      )}
      <div className="order-facts stack anywhere">
        <div>
          <h3 className="remark weight-550 mb-4">Invoice to</h3>
          <address className="stack upright pre-line">
            <strong className="weight-600">{name}</strong>
            {named && (
              <span>
                {named.firstName} {named.lastName}
              </span>
            )}
            {address.filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {type && <p className="quiet text-small">{type}</p>}
        </div>
        {hasPostage && (
          <div>
            <h3 className="remark weight-550 mb-4">Deliver to</h3>
            <address className="stack upright pre-line">{organisation.deliveryAddress || 'Same address'}</address>
          </div>
        )}
        <div>
          <h3 className="remark weight-550 mb-4">Contacts</h3>
          <ul className="stack gap-8">
            {contacts.map(({ type: kind, firstName, lastName, email }) => (
              <li className="stack" key={`${kind} ${email}`}>
                {firstName} {lastName}
                <span className="quiet text-small">{kind === 'BILLING' ? 'Invoicing contact' : 'Primary contact'}</span>
                <span className="quiet text-small">{email}</span>
              </li>
            ))}
          </ul>
          <p className="quiet text-small mt-8">We’ll email them the invoice or receipt.</p>
        </div>
      </div>
    </section>
  )
}
