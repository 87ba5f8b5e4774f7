import './desk-payments.css'
import { DeskHead, forDesk } from '#features/desk/web/desk-parts.tsx'
import { paymentsApi } from '#features/payments/contract.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { DecidePayment } from './decide-payment.tsx'
import type { ShownDeskPayment, ShownEvent } from './desk-payment-words.ts'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentLedger } from './payment-ledger.tsx'

export const DeskPaymentScreen = forDesk(OnePayment)

/** One try to pay: what it was for, what is to be decided about it, and everything that happened to it. */
function OnePayment() {
  const { id = '' } = useParams()
  const { reply, problem, again } = useLatestReply(paymentsApi.deskPayment, { id })
  const late = useTooLong(!reply && !problem, id)
  const payment = reply?.response
  return (
    <div className="desk desk-payment">
      <BackLink fallback={{ href: '/desk/payments', title: 'Payments' }} />
      {payment ? (
        <Everything payment={payment} />
      ) : problem?.status === 404 ? (
        <EmptyState top title="There is no such payment" hint="It may have been written down wrong.">
          <LinkButton look="main" href="/desk/payments">
            All payments
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <DeskHead title="Payment" />
          {problem || late ? (
            <ErrorBox messages={problem?.messages ?? [genericSentence]} onRetry={again} />
          ) : (
            <Skeleton lines={8} width="80%" />
          )}
        </>
      )}
    </div>
  )
}

const Everything = ({ payment }: { payment: ShownDeskPayment & { events: ShownEvent[] } }) => (
  <>
    <DeskHead title={`${moneyInWords(payment.amount, payment.currency)} by ${payment.organisation}`} />
    <PaymentFacts payment={payment} />
    {payment.held && <DecidePayment payment={payment} came={payment.events.findLast(({ kind }) => kind === 'HELD')} />}
    <PaymentLedger events={payment.events} currency={payment.currency} />
  </>
)
