import '#ui/qr-code.css'
import './share-dialog.css'
import { Link2, Link2Off } from 'lucide-react'
import { lazy, useState } from 'react'
import { foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { LinkField } from '#ui/form/link-field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { messagesOf } from '../../temporary/web/folder-notice.tsx'
import { sharedFolderLink } from '../../web/folder-addresses.ts'

// The code that draws it is large, and few folders are shared.
const QrCode = lazy(async () => ({ default: (await import('#ui/qr-code.tsx')).QrCode }))

/** Starts and ends sharing a folder with signed-in people of any school. */
export function ShareDialog({
  folder,
  onChanged,
  onClose,
}: {
  folder: { id: string; listName: string; shareToken: string | null }
  onChanged: (shareToken: string | null) => void
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const { shareToken } = folder
  const share = async (shared: boolean) => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { response } = await call(foldersApi.shareFolder, { folderId: folder.id, shared })
      onChanged(response.shareToken)
      announce(shared ? 'Folder shared.' : 'Sharing stopped.')
    } catch (error) {
      setRefused(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  const link = shareToken === null ? '' : sharedFolderLink(shareToken)
  return (
    <Dialog
      title="Share folder"
      onClose={onClose}
      actions={
        shareToken === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="main" icon={Link2} busy={busy} onClick={() => share(true)}>
              Create link
            </Button>
          </>
        ) : (
          <>
            <Button look="danger" icon={Link2Off} busy={busy} onClick={() => share(false)}>
              Stop sharing
            </Button>
            <Button look="main" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      {refused && <ErrorBox messages={refused} />}
      {shareToken === null ? (
        <>
          <p>
            With a link, signed-in staff at any school can view <strong>{folder.listName}</strong> and add its records
            to their own temporary folder.
          </p>
          <p className="quiet">They can’t change it. You can stop sharing at any time.</p>
        </>
      ) : (
        <div className="share stack gap-20 one-column-640">
          <LinkField
            label="Link"
            address={link}
            hint="Signed-in staff at any school can view the folder. If you stop sharing, this link stops working for good."
            copy="Copy link"
          />
          <LazyPart fallback={<div className="qr" />}>
            <QrCode text={link} label={`QR code of the link to ${folder.listName}`} />
          </LazyPart>
        </div>
      )}
    </Dialog>
  )
}
