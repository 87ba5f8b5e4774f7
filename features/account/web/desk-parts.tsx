import type { ComponentType } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { isOfProvider } from '#kit/roles.ts'
import { LinkButton } from '#ui/button.tsx'

/** Wraps a screen of the desk: `export const JobsScreen = forDesk(Jobs)`. */
export const forDesk = (Screen: ComponentType): ComponentType =>
  function DeskScreen() {
    const me = useCurrentUser()
    // After a session has ended the screen stays, and the next call asks to sign in.
    if (me === null || isOfProvider(roleOf(me))) return <Screen />
    return (
      <Forbidden title="Desk" hint="The desk is for the provider’s customer team.">
        <LinkButton look="main" href="/">
          Go to your own pages
        </LinkButton>
      </Forbidden>
    )
  }
