import { Search } from 'lucide-react'
import type { CurrentUser } from '#features/account/contract.ts'
import { Forbidden } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'
import { searchByTitle } from './search-by-title.ts'

/** Shown before anything can be filled in. */
export const NoDownloads = ({ me, title }: { me: CurrentUser; title: string }) => (
  <Forbidden
    title={title}
    hint={
      me.customer === null
        ? 'Your account has no school or organisation to request records for. You can search the catalogue and view its records.'
        : 'Only library staff can request records. You can search the catalogue and view its records.'
    }
  >
    <LinkButton look="main" href={searchByTitle()} icon={Search}>
      Search the catalogue
    </LinkButton>
  </Forbidden>
)
