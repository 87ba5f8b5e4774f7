import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, CircleUser, Contrast, Keyboard, LogIn, LogOut, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { currentUser, signInAddress, signOut } from '#features/account/web/account-parts.tsx'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { keyIsOn, type SingleKey, switchKey } from '#kit/web/single-keys.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuButton, type MenuGroup } from '#ui/menu.tsx'
import { chooseTheme, chosenTheme, type Theme, themeNames, themes } from '#ui/theme.ts'
import { showToast } from '#ui/toast.tsx'

/** The signed-in person's menu; for a visitor the way in and the look of the pages. */
export function AccountMenu() {
  const { data: signedIn, isPending } = useQuery(currentUser)
  const here = useLocation().href
  if (isPending) return <span className="account-place" />
  if (signedIn) return <PersonMenu signedIn={signedIn} />
  return (
    <>
      <DisplayMenu />
      <LinkButton href={signInAddress(here)} look="main" icon={LogIn}>
        Sign in
      </LinkButton>
    </>
  )
}

function PersonMenu({ signedIn: { user, customer } }: { signedIn: CurrentUser }) {
  const cache = useQueryClient()
  const display = useDisplayChoices()
  const person = `${user.firstName} ${user.lastName}`.trim() || user.username
  const choose = (id: string) => {
    if (id === 'sign-out') {
      signOut(cache).catch((error: Error) => showToast({ tone: 'bad', text: error.message }))
    } else if (id.startsWith('/')) goTo(id)
    else display.choose(id)
  }
  return (
    <>
      <MenuButton
        label="Account"
        look="bare"
        className="account"
        head={
          <>
            {person}
            <span>{user.email}</span>
            {customer && <span>{customer.name}</span>}
          </>
        }
        groups={[
          {
            id: 'account',
            items: [
              { id: '/myProfile', label: 'Profile', icon: CircleUser },
              { id: '/mySettings', label: 'Settings', icon: Settings },
            ],
          },
          ...display.groups,
          { id: 'end', items: [{ id: 'sign-out', label: 'Sign out', icon: LogOut }] },
        ]}
        onChoose={choose}
      >
        <Icon of={CircleUser} />
        <span className="account-name">{customer?.name ?? person}</span>
        <Icon of={ChevronDown} small />
      </MenuButton>
      {display.help}
    </>
  )
}

function DisplayMenu() {
  const { groups, choose, help } = useDisplayChoices()
  return (
    <>
      <MenuButton label="Display" look="bare" square icon={Contrast} groups={groups} onChoose={choose}>
        Display
      </MenuButton>
      {help}
    </>
  )
}

const KeyboardHelp = lazy(async () => ({ default: (await import('./shell-keyboard-help.tsx')).KeyboardHelp }))

const keyNames: [SingleKey, string][] = [
  ['slash-key', '/ goes to the search'],
  ['page-keys', 'N and P turn the page'],
]

function useDisplayChoices() {
  const [theme, setTheme] = useState(chosenTheme)
  const [keys, setKeys] = useState(() => keyNames.map(([name]) => name).filter(keyIsOn))
  const [helps, setHelps] = useState(false)
  const groups: MenuGroup[] = [
    {
      id: 'theme',
      label: 'Colours',
      items: themes.map((each) => ({ id: `theme:${each}`, label: themeNames[each], ticked: each === theme })),
    },
    {
      id: 'keys',
      label: 'Keyboard',
      items: [
        ...keyNames.map(([id, label]) => ({ id, label, icon: Keyboard, ticked: keys.includes(id) })),
        { id: 'key-help', label: 'What the keys do', icon: Keyboard },
      ],
    },
  ]
  const choose = (id: string) => {
    const key = keyNames.find(([name]) => name === id)?.[0]
    if (key) {
      switchKey(key, !keys.includes(key))
      setKeys(keyNames.map(([name]) => name).filter(keyIsOn))
    } else if (id === 'key-help') setHelps(true)
    if (!id.startsWith('theme:')) return
    const chosen = id.slice('theme:'.length) as Theme
    chooseTheme(chosen)
    setTheme(chosen)
  }
  const help = helps && (
    <Suspense>
      <KeyboardHelp onClose={() => setHelps(false)} />
    </Suspense>
  )
  return { groups, choose, help }
}
