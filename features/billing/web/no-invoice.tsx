import type { Problem } from '#kit/problem.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { payRefusalOf } from './pay-words.ts'

/** Why there is no amount. What is wrong about two numbers is not told; whoever mistyped one can put it right. */
export function NoInvoice({
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
  return (
    <>
      <dl className="to-pay">
        <div>
          <dt>Invoice</dt>
          <dd className="num">{invoiceNumber}</dd>
        </div>
        <div>
          <dt>Customer number</dt>
          <dd className="num">{customerNo}</dd>
        </div>
      </dl>
      <ErrorBox messages={[payRefusalOf(problem)]} onRetry={final ? undefined : onAgain} />
      <div className="actions">
        <LinkButton
          look="main"
          href={`/payInvoice?${new URLSearchParams({ customerNo, InvoiceNumber: invoiceNumber })}`}
        >
          Change the numbers
        </LinkButton>
      </div>
    </>
  )
}
