import { Download } from 'lucide-react'
import { useState } from 'react'
import { foldersApi } from '#features/folders/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { LinkButton } from '#ui/button.tsx'

/**
 * Downloads the data file of a saved folder. It is a link, so that it can be copied and opened elsewhere; on a press,
 * the page fetches the file, so that a refusal is shown here and not in an empty window.
 */
export function DownloadFolder({
  folder,
  square = false,
  look,
  onFailure,
}: {
  folder: { id: string; listName: string }
  square?: boolean
  look?: 'main'
  onFailure: (error: unknown) => void
}) {
  const [busy, setBusy] = useState(false)
  const address = addressOf(foldersApi.downloadFolder, { folderId: folder.id })
  return (
    <LinkButton
      look={look ?? (square ? 'bare' : undefined)}
      square={square}
      icon={Download}
      href={address}
      title={square ? 'Download' : undefined}
      aria-disabled={busy || undefined}
      onClick={async (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        if (busy) return
        setBusy(true)
        announce(`${folder.listName} is being downloaded`)
        try {
          const { saveFile } = await import('./save-file.ts')
          announce(`${await saveFile(address)} saved`)
        } catch (error) {
          onFailure(error)
        } finally {
          setBusy(false)
        }
      }}
    >
      {square ? `Download ${folder.listName}` : 'Download'}
    </LinkButton>
  )
}
