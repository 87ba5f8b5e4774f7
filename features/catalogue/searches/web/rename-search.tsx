import { type SavedSearch, searchesApi } from '#features/catalogue/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { SearchForm } from './search-form.tsx'

export const RenameSearch = ({
  search,
  onRenamed,
  onClose,
}: {
  search: { id: string; name: string }
  onRenamed: (search: SavedSearch) => void
  onClose: () => void
}) => (
  <SearchForm
    title="Rename search"
    action="Rename"
    startWith={search.name}
    onClose={onClose}
    save={async (name) => {
      if (name !== search.name) onRenamed((await call(searchesApi.changeSearch, { id: search.id, name })).response)
    }}
  />
)
