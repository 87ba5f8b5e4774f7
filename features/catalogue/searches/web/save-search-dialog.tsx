import { useState } from 'react'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { words as say } from '../../messages.ts'
import { SearchForm } from './search-form.tsx'
import { useKeepSearch } from './use-saved-searches.ts'

export function SaveSearchDialog(props: {
  title: string
  address: string
  bodybuilderquery: string
  email: string
  /** Names of the person's other searches. */
  others: readonly string[]
  onSaved: (id: string) => void
  onClose: () => void
}) {
  const { title, address, bodybuilderquery, email, others, onSaved, onClose } = props
  const [mail, setMail] = useState(true)
  const { keep } = useKeepSearch()
  return (
    <SearchForm
      title={say.saveThisSearch}
      action={say.save}
      startWith={title}
      hintOf={(name) => (others.includes(name) ? say.nameTaken : undefined)}
      onClose={onClose}
      save={async (name) => {
        const { response } = await call(searchesApi.saveSearch, { name, address, bodybuilderquery, mail })
        onSaved(response.id)
        keep(response)
        toastSuccess(say.searchSaved({ name: response.name }))
      }}
    >
      <Checkbox
        label={say.emailMe}
        checked={mail}
        aria-describedby="mail-of-search"
        onChange={(event) => setMail(event.target.checked)}
      />
      <p className="hint" id="mail-of-search">
        {say.mailsOfSearch({ email })}
      </p>
    </SearchForm>
  )
}
