import type { CurrentUser } from '#features/account/contract.ts'
import { Forbidden } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'

/** Replaces a screen about a school for people who are not its staff. */
export function NotForOthers({ me, title }: { me: CurrentUser | null; title: string }) {
  const ofProvider = me !== null && me.customer === null
  return (
    <Forbidden
      title={title}
      hint={
        ofProvider
          ? 'This page is for schools, and your account doesn’t belong to one. You’ll find all organisations at the desk.'
          : 'Staff at your school manage this.'
      }
    >
      {ofProvider ? (
        <LinkButton look="main" href="/desk">
          Go to the desk
        </LinkButton>
      ) : (
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      )}
    </Forbidden>
  )
}
