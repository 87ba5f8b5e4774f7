import { Download } from 'lucide-react'
import { authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { bytesInWords } from '#features/downloads/web/downloads-parts.tsx'
import { addressOf } from '#kit/web/call.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { formatNames, headings, type ShownFile } from './release-words.ts'

/**
 * A plain link: the browser saves the file, and an answer other than a file does not replace this page. `named` where
 * nothing around it says which file it is.
 */
export function FileLink({ file, allowed, named = false }: { file: ShownFile; allowed: boolean; named?: boolean }) {
  const { requestFileId, fileFormat, name, recordCount, size } = file
  const title = `${name}, ${formatNames[fileFormat]}`
  const words = (
    <span>
      <span className={named ? undefined : 'only-heard'}>{title}: </span>
      {headings(recordCount)} · {bytesInWords(size)}
    </span>
  )
  if (!allowed) return <span className="file-link num">{words}</span>
  return (
    <Link
      className="file-link num"
      href={addressOf(authoritiesApi.downloadAuthorityFile, { requestFileId, fileFormat })}
      target="_blank"
      rel="noopener"
      onClick={() => showToast({ tone: 'ok', title, text: 'Your file will begin downloading in a new window' })}
    >
      <Icon of={Download} small />
      {words}
    </Link>
  )
}
