import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleUser, Contrast, LogIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { currentUser, signInAddress } from '#features/account/web/account-parts.tsx'
import { useLocation } from '#kit/web/router.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuTrigger } from '#ui/menu.tsx'

const loadMenu = () => import('./shell-account-menu.tsx')
const AccountMenuItems = lazy(async () => ({ default: (await loadMenu()).AccountMenuItems }))
const KeyboardHelp = lazy(async () => ({ default: (await import('./shell-keyboard-help.tsx')).KeyboardHelp }))

/** The signed-in person's menu; for a visitor the way in and the look of the pages. What it holds comes when it opens. */
export function AccountMenu() {
  const { data: signedIn, isPending } = useQuery(currentUser)
  const here = useLocation().href
  const [helps, setHelps] = useState(false)
  if (isPending) return <span className="account-place" />
  const person = signedIn && (`${signedIn.user.firstName} ${signedIn.user.lastName}`.trim() || signedIn.user.username)
  return (
    <>
      <MenuTrigger
        look="bare"
        {...(person ? { className: 'account' } : { square: true, icon: Contrast })}
        onNear={() => void loadMenu().catch(() => undefined)}
        menu={(open) => (
          <AccountMenuItems
            {...open}
            signedIn={signedIn ?? null}
            person={person ?? ''}
            onKeyboardHelp={() => setHelps(true)}
          />
        )}
      >
        {person ? (
          <>
            <Icon of={CircleUser} />
            <span className="account-name">{signedIn.customer?.name ?? person}</span>
            <Icon of={ChevronDown} small />
          </>
        ) : (
          'Display'
        )}
      </MenuTrigger>
      {!person && (
        <LinkButton href={signInAddress(here)} look="main" icon={LogIn}>
          Sign in
        </LinkButton>
      )}
      {helps && (
        <Suspense>
          <KeyboardHelp onClose={() => setHelps(false)} />
        </Suspense>
      )}
    </>
  )
}
