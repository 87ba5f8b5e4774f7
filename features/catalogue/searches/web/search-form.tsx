import './search-form.css'
import type { ReactNode } from 'react'
import { searchProblem } from '#features/catalogue/searches/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import type { Refusal } from '#ui/form/use-sending.ts'
import { words as say } from '../../messages.ts'

/** Form for a search's name and the input of `children`. Closes after saving. */
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
  return (
    <TextDialog
      {...{ title, action, refusalOf, onClose }}
      label={say.name}
      initial={startWith}
      missing={searchProblem('search_name_missing').messages[0]}
      hint={hintOf}
      onSave={async (name) => {
        await save(name)
        onClose()
      }}
    >
      {(field) => (
        <>
          {field}
          {children && <div className="search-choice">{children}</div>}
        </>
      )}
    </TextDialog>
  )
}

/** An error of a search's name is shown at its field; any other above the form. */
function refusalOf(error: unknown): Refusal {
  const { code, messages } = problemOf(error)
  return code.startsWith('search_name') ? { onField: messages[0] } : { beside: messages }
}
