import { counted } from '#kit/web/format.ts'
import { EmailFolder } from '../../web/email-folder.tsx'
import { savedFolderAddress } from '../../web/folder-addresses.ts'
import { RemoveDialog } from '../../web/remove-dialog.tsx'
import type { Notice } from './folder-notice.tsx'
import { SaveDialog } from './save-dialog.tsx'
import type { Saved } from './save-folder.ts'
import type { TemporaryItem } from './temporary-folder.ts'

/** `startWith`: a name chosen before signing in. */
export type TemporaryFolderDialog =
  | { what: 'save'; startWith?: string }
  | { what: 'email' }
  | { what: 'remove'; bibIds: string[] }
  | { what: 'empty' }

export function TemporaryFolderDialogs({
  open,
  items,
  sorted,
  ownAddress,
  tell,
  onRemove,
  onEmpty,
  onClose,
}: {
  open: TemporaryFolderDialog
  items: readonly TemporaryItem[]
  /** In display order. */
  sorted: readonly TemporaryItem[]
  /** Undefined for a visitor. */
  ownAddress: string | undefined
  tell: (notice: Notice) => void
  onRemove: (bibIds: string[]) => void
  onEmpty: (said?: Notice) => void
  onClose: () => void
}) {
  if (open.what === 'email') return <EmailFolder items={sorted} ownAddress={ownAddress ?? ''} onClose={onClose} />
  if (open.what === 'save')
    return (
      <SaveDialog
        items={items}
        startWith={open.startWith}
        visitor={ownAddress === undefined}
        onSaved={(saved) => tell(savedNotice(saved))}
        onEmpty={(saved) => onEmpty(savedNotice(saved))}
        onClose={onClose}
      />
    )
  return (
    <RemoveDialog
      count={open.what === 'empty' ? items.length : open.bibIds.length}
      onRemove={() => (open.what === 'empty' ? onEmpty() : onRemove(open.bibIds))}
      onClose={onClose}
    >
      {open.what === 'empty'
        ? 'This empties the temporary folder.'
        : `This removes ${open.bibIds.length === 1 ? 'it' : 'them'} from the temporary folder.`}{' '}
      You can undo this.
    </RemoveDialog>
  )
}

const savedNotice = ({ folder, messages }: Saved): Notice => ({
  tone: 'ok',
  text: `${counted(folder.recordLength, 'record')} saved as “${folder.listName}”.`,
  more: messages,
  link: { href: savedFolderAddress(folder.id), label: 'Open the saved folder' },
})
