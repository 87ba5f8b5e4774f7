import { useQueryClient } from '@tanstack/react-query'
import { Bell, CircleUser, Keyboard, LogOut, Settings } from 'lucide-react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff, roleOf } from '#features/account/rules.ts'
import { signOut } from '#features/account/web/account-parts.tsx'
import { showMessages } from '#features/desk/messages/web/messages-parts.tsx'
import { isOfProvider } from '#kit/roles.ts'
import { goTo } from '#kit/web/history.ts'
import { keyIsOn, type SingleKey, switchKey } from '#kit/web/single-keys.ts'
import { OverlayMenu } from '#ui/overlay/lazy-overlays.ts'
import type { MenuGroup, OpenMenu } from '#ui/overlay/menu.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { chooseTheme, chosenTheme, type Theme, themeNames, themes } from '#ui/theme.ts'

const keyNames: [SingleKey, string][] = [
  ['slash-key', '/ goes to the search'],
  ['page-keys', 'N and P turn the page'],
]
const deskKeyNames: [SingleKey, string][] = [...keyNames, ['list-keys', 'J and K go through the queue']]

const accountOf = (me: CurrentUser): MenuGroup => ({
  id: 'account',
  items: [
    { id: '/myProfile', label: 'Profile', icon: CircleUser },
    ...(isSchoolStaff(me) ? [{ id: '/mySettings', label: 'Settings', icon: Settings }] : []),
    { id: 'messages', label: 'Messages', icon: Bell },
  ],
})
const end: MenuGroup = { id: 'end', items: [{ id: 'sign-out', label: 'Sign out', icon: LogOut }] }

/** The settings when the menu opens. */
const display = (keys: [SingleKey, string][]): MenuGroup[] => [
  {
    id: 'theme',
    label: 'Colours',
    items: themes.map((each) => ({ id: `theme:${each}`, label: themeNames[each], ticked: each === chosenTheme() })),
  },
  {
    id: 'keys',
    label: 'Keyboard',
    items: [
      ...keys.map(([id, label]) => ({ id, label, icon: Keyboard, ticked: keyIsOn(id) })),
      { id: 'key-help', label: 'What the keys do', icon: Keyboard },
    ],
  },
]

/** Content of the account menu; visitors get only theme and keys. */
export function AccountMenuItems({
  anchor,
  close,
  signedIn,
  person,
  onKeyboardHelp,
}: OpenMenu & { signedIn: CurrentUser | null; person: string; onKeyboardHelp: () => void }) {
  const cache = useQueryClient()
  const keys = isOfProvider(roleOf(signedIn)) ? deskKeyNames : keyNames
  const choose = (id: string) => {
    close()
    const key = keys.find(([name]) => name === id)?.[0]
    if (key) switchKey(key, !keyIsOn(key))
    else if (id === 'key-help') onKeyboardHelp()
    else if (id === 'messages') showMessages()
    else if (id === 'sign-out') signOut(cache).catch(toastFailure)
    else if (id.startsWith('theme:')) chooseTheme(id.slice('theme:'.length) as Theme)
    else goTo(id)
  }
  return (
    <OverlayMenu
      label={signedIn ? 'Account' : 'Display'}
      head={
        signedIn && (
          <>
            {person}
            <span>{signedIn.user.email}</span>
            {signedIn.customer && <span>{signedIn.customer.name}</span>}
          </>
        )
      }
      groups={signedIn ? [accountOf(signedIn), ...display(keys), end] : display(keys)}
      anchor={anchor}
      onClose={close}
      onChoose={choose}
    />
  )
}
