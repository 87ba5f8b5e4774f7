import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { type ButtonLook, LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { addToDraft } from '../../quick-request/web/draft.ts'

/** Links to the quick request with these identifiers in its field. */
export function FixLink({
  identifiers,
  look,
  children = 'Fix in a new request',
}: {
  identifiers: readonly string[]
  look?: ButtonLook
  children?: ReactNode
}) {
  const owner = useCurrentUser()?.user.id ?? ''
  return (
    <LinkButton href="/" look={look} icon={PencilLine} onClick={() => addToDraft(owner, identifiers)}>
      {children}
    </LinkButton>
  )
}

/** The same for an identifier that needs no correction. */
export function RequestAgain({ identifier }: { identifier: string }) {
  const owner = useCurrentUser()?.user.id ?? ''
  return (
    <Link href="/" onClick={() => addToDraft(owner, [identifier])}>
      Request it again
    </Link>
  )
}
