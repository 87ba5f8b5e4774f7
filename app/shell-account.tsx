import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, CircleUser, Contrast, Keyboard, LogIn, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { currentUser, signInAddress, signOut } from '#features/account/web/account-parts.tsx'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuButton, type MenuGroup } from '#ui/menu.tsx'
import { chooseTheme, chosenTheme, type Theme, themeNames, themes } from '#ui/theme.ts'
import { showToast } from '#ui/toast.tsx'
import { slashIsOn, switchSlash } from './shell-slash-key.ts'

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
  )
}

function DisplayMenu() {
  const { groups, choose } = useDisplayChoices()
  return (
    <MenuButton label="Display" look="bare" square icon={Contrast} groups={groups} onChoose={choose}>
      Display
    </MenuButton>
  )
}

function useDisplayChoices() {
  const [theme, setTheme] = useState(chosenTheme)
  const [slash, setSlash] = useState(slashIsOn)
  const groups: MenuGroup[] = [
    {
      id: 'theme',
      label: 'Colours',
      items: themes.map((each) => ({ id: `theme:${each}`, label: themeNames[each], ticked: each === theme })),
    },
    {
      id: 'keys',
      label: 'Keyboard',
      items: [{ id: 'slash', label: '/ goes to the search', icon: Keyboard, ticked: slash }],
    },
  ]
  const choose = (id: string) => {
    if (id === 'slash') {
      switchSlash(!slash)
      setSlash(!slash)
    }
    if (!id.startsWith('theme:')) return
    const chosen = id.slice('theme:'.length) as Theme
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return { groups, choose }
}
