import { School, Search } from 'lucide-react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { searchByTitle } from './search-by-title.ts'

/** As the server has it: staff of a customer and whoever stands above them. */
export const mayRequest = (me: CurrentUser): boolean => isSchoolStaff(me)

/** Said before anything has been filled in. */
export function NotForThem({ me, title = 'Quick request' }: { me: CurrentUser; title?: string }) {
  return (
    <EmptyState
      top
      icon={School}
      title="You are not allowed to do this."
      hint={
        me.customer === null
          ? 'Records are requested for a school or organisation, and your account belongs to none. You can search the catalogue and look at its records.'
          : 'Records are requested by the staff of your library. You can search the catalogue and look at its records.'
      }
    >
      <title>{title}</title>
      <LinkButton look="main" href={searchByTitle()} icon={Search}>
        Search the catalogue
      </LinkButton>
    </EmptyState>
  )
}
