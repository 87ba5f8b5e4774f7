import './search-form.css'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { searchProblem } from '#features/searches/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { refusalOf } from './search-refusal.ts'

/** Asks for a search's name, and for what `children` ask. Closes once it has been saved. */
export function SearchForm(props: {
  title: string
  action: string
  startWith: string
  /** Said under the field, as of a name that another search has. */
  hintOf?: (name: string) => string | undefined
  save: (name: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}) {
  const { title, action, startWith, hintOf, save, onClose, children } = props
  const [name, setName] = useState(startWith)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf>>({})
  const form = useId()
  const field = `${form}-name`
  const refuse = (refused: ReturnType<typeof refusalOf>) => {
    setRefusal(refused)
    if (refused.onField) document.getElementById(field)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return refuse(refusalOf(searchProblem('search_name_missing')))
    setBusy(true)
    setRefusal({})
    try {
      await save(name.trim())
      onClose()
    } catch (error) {
      refuse(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="search-form" noValidate onSubmit={submit}>
        {refusal.beside && <ErrorBox messages={refusal.beside} />}
        <TextField
          id={field}
          label="Name"
          autoComplete="off"
          ref={focusAtFirst}
          value={name}
          error={refusal.onField}
          hint={hintOf?.(name.trim())}
          onChange={(event) => setName(event.target.value)}
        />
        {children}
      </form>
    </Dialog>
  )
}

/** What stands there may be replaced by typing. */
const focusAtFirst = (field: HTMLInputElement | null) => field?.select()
