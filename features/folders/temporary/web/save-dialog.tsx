import { FolderPlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { folderNameMissing } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { counted } from '#kit/web/in-words.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { Link } from '#ui/link.tsx'
import { savedFolderAddress } from '../../web/folder-words.ts'
import { refusalOf } from '../../web/refusal.ts'
import { signInFirst } from './after-sign-in.ts'
import { NameTaken } from './name-taken.tsx'
import { type Saved, saveAs } from './save-folder.ts'
import type { TemporaryItem } from './temporary-folder.ts'

const title = 'Save list as named folder'

/** Asks for a name, what to do if a folder has it already, and shows the result. */
export function SaveDialog({
  items,
  startWith,
  visitor,
  onSaved,
  onEmpty,
  onClose,
}: {
  items: readonly TemporaryItem[]
  /** A name chosen before signing in: saves under it at once. */
  startWith?: string | undefined
  visitor: boolean
  onSaved: (saved: Saved) => void
  onEmpty: (saved: Saved) => void
  onClose: () => void
}) {
  const [name, setName] = useState(startWith ?? '')
  const [taken, setTaken] = useState<string>()
  const [saved, setSaved] = useState<Saved>()
  const field = useId()
  const { busy, refusal, refuse, send } = useSending(field, refusalOf)

  const save = () => {
    const folderName = name.trim()
    if (folderName === '') return refuse({ onField: folderNameMissing })
    if (visitor && signInFirst({ kind: 'save', folderName })) return
    void send(async () => {
      const outcome = await saveAs(folderName, items)
      if (outcome.is === 'taken') setTaken(outcome.folderId)
      else finish(outcome.saved)
    })
  }
  const finish = (done: Saved) => {
    setSaved(done)
    onSaved(done)
  }

  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (startWith === undefined || begun.current) return
    begun.current = true
    save()
  }, [])

  if (taken !== undefined && !saved)
    return (
      <NameTaken
        title={title}
        folderId={taken}
        items={items}
        onOther={(error) => {
          setTaken(undefined)
          if (error instanceof Problem) refuse(refusalOf(error))
        }}
        onSaved={finish}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={title}
      action="Save"
      icon={FolderPlus}
      busy={busy}
      refused={refusal.beside}
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
              Keep it as it is
            </Button>
          </>
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        id={field}
        label="Folder name"
        hint={`${counted(items.length, 'record')}. Everybody of your school finds the folder under Saved folders.${
          visitor ? ' You are asked to sign in first.' : ''
        }`}
        autoComplete="off"
        ref={focusNow}
        value={name}
        error={refusal.onField}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

const SavedNow = ({ saved: { folder, messages } }: { saved: Saved }) => (
  <>
    <p>
      <strong>{folder.listName}</strong> is saved, {counted(folder.recordLength, 'record')}.{' '}
      <Link href={savedFolderAddress(folder.id)}>Open it</Link>
    </p>
    {messages.map((message) => (
      <p key={message} className="quiet">
        {message}
      </p>
    ))}
    <p className="quiet">The records are still in the temporary folder too.</p>
  </>
)
