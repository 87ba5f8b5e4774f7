import './receipt.css'
import { receiptsApi } from '#features/shop/billing/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { sentenceOfAddress } from './receipt-labels.ts'
import { ReceiptDetails } from './receipt-view.tsx'

/** The result of an order or payment. Everything except the message for an unknown id comes from the server. */
export function ReceiptScreen() {
  const query = useSearch()
  const id = [query.id].flat()[0]
  return (
    <div className="receipt pt-12 anywhere">
      {id ? <Known key={id} id={id} /> : <Unknown sentence={sentenceOfAddress(query)} />}
    </div>
  )
}

function Known({ id }: { id: string }) {
  const query = useSearch()
  const { reply, problem, again } = useLatestReply(receiptsApi.readReceipt, { id: id.slice(0, 100) })
  if (reply) return <ReceiptDetails receipt={reply.response} onLookAgain={again} />
  if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 429)
    return <Unknown sentence={sentenceOfAddress(query)} />
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

/** Only the message: anybody can forge an address. */
const Unknown = ({ sentence }: { sentence: string }) => (
  <>
    <title>Receipt</title>
    <h1 className="no-outline" tabIndex={-1}>
      Receipt
    </h1>
    <p className="sentence measure mt-4 text-large">{sentence}</p>
    <p className="quiet">We couldn’t find this receipt. Your orders and payments are listed with your invoices.</p>
    <div className="flow gap-8 mt-18">
      <LinkButton href="/invoices">Invoices</LinkButton>
    </div>
  </>
)
