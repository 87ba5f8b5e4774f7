import './item-downloads.css'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useRef } from 'react'
import { downloadsApi } from '#features/downloads/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { productPage } from './item-failure.tsx'
import { addressOfItem, ItemRefused, requestReadyItem } from './item-request.ts'

/** The server's page of the record, to read, print and save. */
export function RecordHtmlDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['record as a page', id],
    queryFn: ({ signal }) => requestReadyItem('html', id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Dialog
      title="Record as HTML"
      shape="wide"
      onClose={onClose}
      actions={
        data ? (
          <>
            <LinkButton icon={Download} href={addressOfItem(data)} target="_blank" rel="noopener">
              Download HTML
            </LinkButton>
            <Button look="main" icon={Printer} onClick={() => frame.current?.contentWindow?.print()}>
              Print
            </Button>
          </>
        ) : (
          error instanceof ItemRefused &&
          error.ahead && <LinkButton href={productPage}>Go to the product page</LinkButton>
        )
      }
    >
      <div className="record-html stack gap-10">
        {error && (
          <ErrorBox
            messages={[error instanceof ItemRefused ? error.message : genericSentence]}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && (
          <div role="status">
            <span className="only-heard">Making the page…</span>
            <Skeleton lines={8} />
          </div>
        )}
        {data && (
          // Scripts cannot run in it; same-origin, so that it can be printed from here.
          <iframe
            className="w-full framed rounded"
            ref={frame}
            title={`${title}, as HTML`}
            src={addressOf(downloadsApi.downloadHtml, { requestId: data.requestId, view: 'inline' })}
            sandbox="allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox"
          />
        )}
      </div>
    </Dialog>
  )
}
