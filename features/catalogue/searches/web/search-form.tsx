import './search-form.css'
import { type ReactNode, useId, useState } from 'react'
import { searchProblem } from '#features/catalogue/searches/contract.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { refusalOf } from './search-refusal.ts'

/** Asks for a search's name and the input of `children`. Closes after saving. */
export function SearchForm(props: {
  title: string
  action: string
  startWith: string
  /** A hint under the field, such as that another search has the name. */
  hintOf?: (name: string) => string | undefined
  save: (name: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}) {
  const { title, action, startWith, hintOf, save, onClose, children } = props
  const [name, setName] = useState(startWith)
  const field = useId()
  const { busy, refusal, refuse, send } = useSending(field, refusalOf)
  const submit = () => {
    if (name.trim() === '') return refuse(refusalOf(searchProblem('search_name_missing')))
    void send(async () => {
      await save(name.trim())
      onClose()
    })
  }
  return (
    <FormDialog title={title} action={action} busy={busy} refused={refusal.beside} onSubmit={submit} onClose={onClose}>
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
      {children && <div className="search-choice">{children}</div>}
    </FormDialog>
  )
}

/** Selects the text, so that typing replaces it. */
const focusAtFirst = (field: HTMLInputElement | null) => field?.select()
