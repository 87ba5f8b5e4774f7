import type { ReactNode } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'

type School = NonNullable<CurrentUser['customer']>

/** The screen for organisation admins; everyone else reads who they are. */
export function OnlyStudentAdmins({ title, children }: { title: string; children: (school: School) => ReactNode }) {
  const me = useCurrentUser()
  if (me?.customer && me.user.roles.includes('organisation-admin')) return children(me.customer)
  return (
    <Forbidden
      title={title}
      hint={
        isSchoolStaff(me)
          ? 'Your school’s organisation admins manage students. Your primary contact can make you one.'
          : 'A school’s organisation admins manage students.'
      }
    >
      <LinkButton look="main" href="/discover">
        Go to Discover
      </LinkButton>
    </Forbidden>
  )
}
