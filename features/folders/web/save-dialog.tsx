import './folder-dialogs.css'
import { CircleCheck, FolderPlus } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { folderNameMissing } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { signInFirst } from './after-sign-in.ts'
import { focusNow } from './focus-now.ts'
import { counted, savedFolderAddress } from './folder-words.ts'
import { NameTaken } from './name-taken.tsx'
import { refusalOf } from './refusal.ts'
import { type Saved, saveAs } from './save-folder.ts'
import type { TemporaryItem } from './temporary-folder.ts'

const title = 'Save list as named folder'

/** A name, the question when a saved folder has it already, and what was saved. */
export function SaveDialog({
  items,
  startWith,
  visitor,
  onSaved,
  onEmpty,
  onClose,
}: {
  items: readonly TemporaryItem[]
  /** A name chosen before signing in: it is saved under it at once. */
  startWith?: string | undefined
  visitor: boolean
  onSaved: (saved: Saved) => void
  onEmpty: (saved: Saved) => void
  onClose: () => void
}) {
  const [name, setName] = useState(startWith ?? '')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf>>({})
  const [taken, setTaken] = useState<string>()
  const [saved, setSaved] = useState<Saved>()
  const form = useId()
  const field = `${form}-name`

  const save = async () => {
    if (busy) return
    const folderName = name.trim()
    if (folderName === '') {
      setRefusal({ onField: folderNameMissing })
      document.getElementById(field)?.focus()
      return
    }
    if (visitor && signInFirst({ kind: 'save', folderName })) return
    setBusy(true)
    setRefusal({})
    try {
      const outcome = await saveAs(folderName, items)
      if (outcome.is === 'taken') setTaken(outcome.folderId)
      else finish(outcome.saved)
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (refused.onField) document.getElementById(field)?.focus()
    } finally {
      setBusy(false)
    }
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
    void save()
  }, [])

  if (saved) return <SavedNow saved={saved} onEmpty={() => onEmpty(saved)} onClose={onClose} />
  if (taken !== undefined)
    return (
      <NameTaken
        title={title}
        folderId={taken}
        items={items}
        onOther={(error) => {
          setTaken(undefined)
          if (error instanceof Problem) setRefusal(refusalOf(error))
        }}
        onSaved={finish}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" icon={FolderPlus} type="submit" form={form} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="folder-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        {refusal.beside && <ErrorBox messages={refusal.beside} />}
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
      </form>
    </Dialog>
  )
}

function SavedNow({ saved, onEmpty, onClose }: { saved: Saved; onEmpty: () => void; onClose: () => void }) {
  const { folder, messages } = saved
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onEmpty()
              onClose()
            }}
          >
            Empty the temporary folder
          </Button>
          <Button look="main" ref={focusNow} onClick={onClose}>
            Keep it as it is
          </Button>
        </>
      }
    >
      <div className="folder-saved">
        <Icon of={CircleCheck} />
        <div>
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
        </div>
      </div>
    </Dialog>
  )
}
