import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { folderNameMissing } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { counted } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import type { Refusal } from '#ui/form/use-sending.ts'
import { Link } from '#ui/link.tsx'
import { savedFolderAddress } from '../../web/folder-addresses.ts'
import { refusalOf } from '../../web/refusal.ts'
import { signInFirst } from './after-sign-in.ts'
import { NameTaken } from './name-taken.tsx'
import { type Saved, saveAs } from './save-folder.ts'
import type { TemporaryItem } from './temporary-folder.ts'

const title = 'Save list as named folder'

/** A folder has the name already. `answer` ends the question, with why another name is needed. */
type Taken = { folderId: string; answer: (refusal?: Refusal) => void }

/** Reads a name, resolves a clash with another folder's name, and shows the result. */
export function SaveDialog({
  items,
  startWith,
  visitor,
  onSaved,
  onEmpty,
  onClose,
}: {
  items: readonly TemporaryItem[]
  /** Name chosen before signing in; the folder is saved under it at once. */
  startWith?: string | undefined
  visitor: boolean
  onSaved: (saved: Saved) => void
  onEmpty: (saved: Saved) => void
  onClose: () => void
}) {
  const [taken, setTaken] = useState<Taken>()
  const [saved, setSaved] = useState<Saved>()
  const finish = (done: Saved) => {
    setSaved(done)
    onSaved(done)
  }
  const save = async (folderName: string) => {
    if (visitor && signInFirst({ kind: 'save', folderName })) return undefined
    const outcome = await saveAs(folderName, items)
    if (outcome.is !== 'taken') {
      finish(outcome.saved)
      return undefined
    }
    const refusal = await new Promise<Refusal | undefined>((answer) => setTaken({ folderId: outcome.folderId, answer }))
    setTaken(undefined)
    return refusal
  }
  return (
    <TextDialog
      title={title}
      action="Save"
      icon={FolderPlus}
      label="Folder name"
      hint={`${counted(items.length, 'record')}. Everyone at your school can see it under Saved folders.${
        visitor ? ' You’ll need to sign in first.' : ''
      }`}
      initial={startWith}
      saveAtOnce={startWith !== undefined}
      missing={folderNameMissing}
      refusalOf={refusalOf}
      instead={
        taken && (
          <NameTaken
            title={title}
            folderId={taken.folderId}
            items={items}
            onOther={(error) => taken.answer(error instanceof Problem ? refusalOf(error) : undefined)}
            onSaved={(done) => {
              finish(done)
              taken.answer()
            }}
            onClose={onClose}
          />
        )
      }
      done={saved && <SavedNow saved={saved} />}
      doneActions={
        saved && (
          <>
            <Button
              onClick={() => {
                onEmpty(saved)
                onClose()
              }}
            >
              Empty the temporary folder
            </Button>
            <Button look="main" ref={focusNow} onClick={onClose}>
              Keep its records
            </Button>
          </>
        )
      }
      onSave={save}
      onClose={onClose}
    />
  )
}

const SavedNow = ({ saved: { folder, messages } }: { saved: Saved }) => (
  <>
    <p>
      <strong>{folder.listName}</strong> saved with {counted(folder.recordLength, 'record')}.{' '}
      <Link href={savedFolderAddress(folder.id)}>Open it</Link>
    </p>
    {messages.map((message) => (
      <p key={message} className="quiet">
        {message}
      </p>
    ))}
    <p className="quiet">The records are also still in the temporary folder.</p>
  </>
)
