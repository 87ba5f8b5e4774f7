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
        ? 'Records are requested for a school or organisation, and your account belongs to none. You can search the catalogue and look at its records.'
        : 'Records are requested by the staff of your library. You can search the catalogue and look at its records.'
    }
  >
    <LinkButton look="main" href={searchByTitle()} icon={Search}>
      Search the catalogue
    </LinkButton>
  </Forbidden>
)
