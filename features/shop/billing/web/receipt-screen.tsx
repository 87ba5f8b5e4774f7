import './receipt.css'
import { SearchX } from 'lucide-react'
import { receiptsApi } from '#features/shop/billing/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ReceiptDetails } from './receipt-view.tsx'

/** The result of an order or payment, as the server knows it: anyone can forge the rest of the address. */
export function ReceiptScreen() {
  const id = [useSearch().id].flat()[0]
  return <div className="receipt pt-12 anywhere">{id ? <Known key={id} id={id} /> : <Unknown />}</div>
}

function Known({ id }: { id: string }) {
  const { reply, problem, again } = useLatestReply(receiptsApi.readReceipt, { id: id.slice(0, 100) })
  if (reply) return <ReceiptDetails receipt={reply.response} onLookAgain={again} />
  if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 429) return <Unknown />
  return (
    <>
      <title>Receipt</title>
      <h1 className="no-outline" tabIndex={-1}>
        Receipt
      </h1>
      {problem ? (
        <ErrorBox className="mt-14" messages={[problemOf(problem).messages[0]]} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="70%" />
      )}
    </>
  )
}

const Unknown = () => (
  <div className="centred-card">
    <title>Receipt</title>
    <EmptyState
      top
      icon={SearchX}
      title="We couldn’t find this receipt."
      hint="Your orders and payments are listed with your invoices."
    >
      <LinkButton href="/invoices">Invoices</LinkButton>
    </EmptyState>
  </div>
)
