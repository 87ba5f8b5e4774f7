import { Download } from 'lucide-react'
import { useState } from 'react'
import { DownloadDialog } from '#features/downloads/web/downloads-parts.tsx'
import { foldersApi } from '#features/folders/contract.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'

/**
 * Downloads a saved folder without leaving the screen. It is a link to the data file, so that it can be copied and
 * opened elsewhere; a press asks for content and format, and requests the folder's records under its name.
 */
export function DownloadFolder({
  folder,
  square = false,
  look,
}: {
  folder: { id: string; listName: string; recordLength: number }
  square?: boolean
  look?: 'main'
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <LinkButton
        look={look ?? (square ? 'bare' : undefined)}
        square={square}
        icon={Download}
        href={addressOf(foldersApi.downloadFolder, { folderId: folder.id })}
        title={square ? 'Download' : undefined}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {square ? `Download ${folder.listName}` : 'Download'}
      </LinkButton>
      {open && (
        <LazyPart>
          <DownloadDialog
            name={folder.listName}
            count={folder.recordLength}
            make={async (choice, options) => {
              const { response } = await call(foldersApi.folderItems, { folderId: folder.id }, options)
              const searchFolderJson = response.map(({ bibId }) => ({ bibId }))
              const input = { searchFolderJson, requestName: folder.listName, ...choice }
              return call(foldersApi.downloadTemporaryFolder, input, options)
            }}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </>
  )
}
