import { foldersApi } from '#features/folders/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { EmailDialog } from '#platform/mail/web/mail-parts.tsx'
import { folderJson } from '../temporary/web/save-folder.ts'

/** Mails a list of records; the server replies with the sentence to show. */
export function EmailFolder({
  items,
  ownAddress,
  onClose,
}: {
  items: readonly { bibId: string }[]
  ownAddress: string
  onClose: () => void
}) {
  return (
    <EmailDialog
      title="Email list"
      about={`${counted(items.length, 'record')}, with title, contributor, year and identifiers, in folder order.`}
      defaultAddress={ownAddress}
      send={async (emailId) => {
        const { messages } = await call(foldersApi.emailFolder, { searchFolderJson: folderJson(items), emailId })
        return messages[0] ?? 'Email Notification sent to queue'
      }}
      onClose={onClose}
    />
  )
}
