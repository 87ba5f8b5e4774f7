import './invoices.css'
import './billing.css'
import { useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { billingPapersApi } from '#features/billing/contract.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { BilledTo, type ShownBilling } from './billed-to.tsx'
import { BillingLists } from './billing-lists.tsx'
import { Figures } from './figures.tsx'
import { NoBilling } from './no-billing.tsx'

const name = 'Billing details'

export function BillingDetailsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoBilling title={name} />
  return <Billing />
}

function Billing() {
  const { reply, problem, again } = useLatestReply(billingPapersApi.billingDetails, {})
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, useLocation().search)
  const late = useTooLong(!reply && !problem, '')
  const details = reply?.response
  return (
    <div className="billing" ref={screen}>
      <title>{name}</title>
      <header className="list-head">
        <div>
          <h1 tabIndex={-1}>{name}</h1>
          <p className="quiet">Who is billed and how, and everything that was ordered, quoted and paid.</p>
        </div>
        <LinkButton href="/invoices">All invoices</LinkButton>
      </header>
      {(problem && !details) || late ? (
        <ErrorBox messages={problem?.messages ?? [genericSentence]} onRetry={again} />
      ) : !details ? (
        <div className="coming">
          <Skeleton lines={7} width="70%" />
        </div>
      ) : (
        <>
          <Sums details={details} />
          <BilledTo details={details} />
        </>
      )}
      <BillingLists />
    </div>
  )
}

function Sums({ details: { outstanding, overdue, paidLastYear, currency } }: { details: ShownBilling }) {
  return (
    <Figures
      figures={[
        {
          label: 'Still to be paid',
          amounts: [outstanding > 0 ? moneyInWords(outstanding, currency) : 'Nothing'],
        },
        ...(overdue > 0 ? [{ label: 'Of that overdue', amounts: [moneyInWords(overdue, currency)], bad: true }] : []),
        { label: 'Paid in the last 365 days', amounts: [moneyInWords(paidLastYear, currency)] },
      ]}
    />
  )
}
