import { SearchX } from 'lucide-react'
import { receiptsApi } from '#features/shop/billing/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { ReceiptDetails } from './receipt-view.tsx'

/** The result of an order or payment by the server's data: anyone can forge the rest of the address. */
export function ReceiptScreen() {
  const id = [useSearch().id].flat()[0]
  return id ? <Known key={id} id={id} /> : <Unknown />
}

function Known({ id }: { id: string }) {
  const { reply, problem, again } = useLatestReply(receiptsApi.readReceipt, { id: id.slice(0, 100) })
  if (reply) return <ReceiptDetails receipt={reply.response} onLookAgain={again} />
  if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 429) return <Unknown />
  return (
    <CardScreen wide title="Receipt">
      <title>Receipt</title>
      {problem ? (
        <ErrorBox messages={[problemOf(problem).messages[0]]} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="70%" />
      )}
    </CardScreen>
  )
}

const Unknown = () => (
  <CardScreen
    icon={SearchX}
    title="We couldn’t find this receipt."
    note={<p>Your orders and payments are listed with your invoices.</p>}
  >
    <title>Receipt</title>
    <div>
      <LinkButton href="/invoices">Invoices</LinkButton>
    </div>
  </CardScreen>
)
