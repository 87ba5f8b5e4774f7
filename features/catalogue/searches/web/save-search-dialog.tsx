import { useState } from 'react'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
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
      title="Save this search"
      action="Save"
      startWith={title}
      hintOf={(name) => (others.includes(name) ? 'Another of your searches has this name.' : undefined)}
      onClose={onClose}
      save={async (name) => {
        const { response } = await call(searchesApi.saveSearch, { name, address, bodybuilderquery, mail })
        onSaved(response.id)
        keep(response)
        const text = `The search is saved as “${response.name}”.`
        announce(text)
        showToast({ tone: 'ok', text })
      }}
    >
      <Checkbox
        label="Mail me when new records match"
        checked={mail}
        aria-describedby="mail-of-search"
        onChange={(event) => setMail(event.target.checked)}
      />
      <p className="hint" id="mail-of-search">
        Once a day, to {email}, and only if there is something new. What is found now counts as known.
      </p>
    </SearchForm>
  )
}
