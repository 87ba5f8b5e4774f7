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
          ? 'It is a school’s, and your account belongs to none. At the desk you find all organisations.'
          : 'The staff of your school looks after this.'
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
