import { Download } from 'lucide-react'
import { downloadsApi } from '#features/downloads/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { LinkButton } from '#ui/button.tsx'
import { showToast } from '#ui/toast.tsx'
import { downloadBegins, requestReady } from './request-stage.ts'
import { fileInWords } from './request-words.ts'
import type { ShownRequest } from './send-request.ts'

/** A plain link: the browser saves the file, and an answer other than a file does not replace this page. */
export function DownloadFile({ request, onDownload }: { request: ShownRequest; onDownload: () => void }) {
  return (
    <LinkButton
      look="main"
      icon={Download}
      href={addressOf(downloadsApi.downloadFile, { requestId: request.id })}
      target="_blank"
      rel="noopener"
      onClick={() => {
        showToast({ tone: 'ok', title: requestReady, text: downloadBegins })
        onDownload()
      }}
    >
      Download {fileInWords(request)}
    </LinkButton>
  )
}
