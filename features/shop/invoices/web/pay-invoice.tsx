import { CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCurrentUser, useWayBack } from '#features/account/web/account-parts.tsx'
import { payInvoiceApi } from '#features/shop/billing/contract.ts'
import {
  CardNotice,
  cardOutcomeOf,
  LeavingForCardPage,
  useCardPage,
} from '#features/shop/payments/web/card-form-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { businessDay } from '#kit/web/dates.ts'
import { formatDay, formatMoney } from '#kit/web/format.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { HumanCheckBox, humanCheckMissing, useHumanCheck } from '#platform/human-check/web/human-check-parts.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CardFacts, CardScreen } from '#ui/screen/card-screen.tsx'
import { Status } from '#ui/tags.tsx'
import { payRefusalOf } from './pay-refusal.ts'

type Pair = { customerNo: string; invoiceNumber: string }

const timeoutMs = 30_000

/** The amount of one invoice, and the way to the card page. */
export function PayInvoice({ customerNo, invoiceNumber }: Pair) {
  const { reply, problem, again } = useLatestReply(payInvoiceApi.invoiceAmount, {
    customerNo,
    InvoiceNumber: invoiceNumber,
  })
  const me = useCurrentUser()
  const own = me?.customer?.customerNo === customerNo.toUpperCase() ? me.customer : undefined
  return (
    <CardScreen
      className="pay-invoice"
      title={`Pay invoice ${invoiceNumber}`}
      whose={
        <>
          For <strong>{own?.name ?? `customer ${customerNo}`}</strong>, to {settings.providerName}
        </>
      }
      next={
        !problem && (
          <>
            <p>You pay on our payment provider’s card page; we don’t see your card details.</p>
            <p>Afterwards you come back here for the receipt. We also email it to the organisation’s contacts.</p>
          </>
        )
      }
      back={useWayBack({ href: '/invoices', title: 'Invoices' })}
    >
      {problem && !reply ? (
        <NoInvoice {...{ customerNo, invoiceNumber, problem }} onAgain={again} />
      ) : (
        <>
          <CardFacts
            facts={[
              [
                'Amount',
                <span key="amount" className="amount">
                  {reply ? formatMoney(Number(reply.displayAmount), reply.currency) : <Skeleton width="6em" />}
                </span>,
              ],
              ['Due', reply ? <DueDay key="due" day={reply.dateDue} /> : <Skeleton key="due" width="8em" />],
            ]}
          />
          {reply ? <Pay {...{ customerNo, invoiceNumber }} /> : <Skeleton lines={3} />}
        </>
      )}
    </CardScreen>
  )
}

const DueDay = ({ day }: { day: string }) => (
  <>
    {formatDay(day, 'long')} {day < businessDay() && <Status tone="bad">Overdue</Status>}
  </>
)

function Pay({ customerNo, invoiceNumber }: Pair) {
  const human = useHumanCheck()
  const card = useCardPage(`invoice ${customerNo} ${invoiceNumber}`)
  const [busy, setBusy] = useState<'pay' | 'go-on'>()
  const [refused, setRefused] = useState<string>()
  const outcome = cardOutcomeOf(useSearch().payment)
  // The card page has answered: the payment is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per arrival
  useEffect(() => {
    if (outcome) card.forget()
  }, [outcome])
  useEffect(() => {
    if (human.answer !== undefined) setRefused((before) => (before === humanCheckMissing ? undefined : before))
  }, [human.answer])

  const pay = async (what: 'pay' | 'go-on', recaptcha_token: string | undefined) => {
    if (busy || card.leaving) return
    if (recaptcha_token === undefined) return setRefused(humanCheckMissing)
    setBusy(what)
    setRefused(undefined)
    try {
      const input = { customerNo, invoiceNumber, recaptcha_token }
      const { response } = await call(payInvoiceApi.invoiceSecurePay, input, { timeoutMs })
      card.leave(response, recaptcha_token)
    } catch (error) {
      setRefused(payRefusalOf(error))
      // Without a reply the same human-check answer is sent again: that pays nothing twice.
      if (!(error instanceof Problem) || error.status === 0) return
      if (what === 'go-on') card.forget()
      human.again()
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="pay stack gap-16 justify-items-start">
      {outcome && !card.leaving && (
        <CardNotice outcome={outcome}>The invoice is still outstanding. You can try again here.</CardNotice>
      )}
      {card.begun !== undefined && !outcome && !card.leaving && (
        <CardNotice outcome="left" busy={busy === 'go-on'} onContinue={() => void pay('go-on', card.begun)} />
      )}
      <HumanCheckBox action="pay-invoice" {...human.box} />
      {card.leaving && <LeavingForCardPage stuck={card.stuck} onAgain={card.again} />}
      {refused !== undefined && <ErrorBox messages={[refused]} />}
      <Button
        look="main"
        icon={CreditCard}
        busy={busy === 'pay'}
        disabled={card.leaving || busy === 'go-on'}
        onClick={() => void pay('pay', human.answer)}
      >
        Pay by card
      </Button>
      <Link className="text-small" href="/payInvoice">
        Pay another invoice
      </Link>
      {card.hiddenForm}
    </div>
  )
}

/** Why there is no amount. It does not reveal which number is wrong; a typing error can be corrected. */
function NoInvoice({
  customerNo,
  invoiceNumber,
  problem,
  onAgain,
}: {
  customerNo: string
  invoiceNumber: string
  problem: Problem
  onAgain: () => void
}) {
  const final = problem.status >= 400 && problem.status < 500
  if (problem.code === 'invoice_paid')
    return (
      <div className="stack gap-14 justify-items-start">
        <p>
          <Status tone="ok">Paid</Status> {payRefusalOf(problem)}
        </p>
        <Link className="text-small" href="/payInvoice">
          Pay another invoice
        </Link>
      </div>
    )
  return (
    <div className="stack gap-14 justify-items-start">
      <ErrorBox messages={[payRefusalOf(problem)]} onRetry={final ? undefined : onAgain} />
      <LinkButton look="main" href={`/payInvoice?${new URLSearchParams({ customerNo, InvoiceNumber: invoiceNumber })}`}>
        Change numbers
      </LinkButton>
    </div>
  )
}
