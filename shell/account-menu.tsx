import { useQueryClient } from '@tanstack/react-query'
import { Bell, CircleQuestionMark, CircleUser, Compass, Keyboard, LogOut, Mail, Settings } from 'lucide-react'
import type { CurrentUser } from '#features/account/contract.ts'
import { chooseLanguage } from '#features/account/language/web/language-parts.tsx'
import { isSchoolStaff } from '#features/account/rules.ts'
import { signOut } from '#features/account/web/account-parts.tsx'
import { showMessages } from '#features/desk/messages/web/messages-parts.tsx'
import { contactAddress } from '#features/help/web/contact-address.ts'
import { languageNames, languageOf, languages } from '#kit/messages.ts'
import { currentPlace, goTo } from '#kit/web/history.ts'
import { pageLanguage } from '#kit/web/settings.ts'
import { OverlayMenu } from '#ui/overlay/lazy-overlays.ts'
import type { MenuGroup, OpenMenu } from '#ui/overlay/menu.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { chooseTheme, chosenTheme, type Theme, themeNames, themes } from '#ui/theme.ts'
import { commandKey } from './command-key.ts'
import { words } from './messages/messages.ts'
import { panels } from './open-panel.ts'

const accountOf = (me: CurrentUser): MenuGroup => ({
  id: 'account',
  items: [
    { id: '/myProfile', label: words.profile, icon: CircleUser },
    ...(isSchoolStaff(me) ? [{ id: '/mySettings', label: words.settings, icon: Settings }] : []),
    { id: 'messages', label: words.messages, icon: Bell },
  ],
})
const help: MenuGroup = {
  id: 'help',
  items: [
    { id: '/help', label: words.help, icon: CircleQuestionMark },
    { id: 'contact', label: words.contactUs, icon: Mail },
  ],
}
const end: MenuGroup = { id: 'end', items: [{ id: 'sign-out', label: words.signOut, icon: LogOut }] }

/** The settings when the menu opens. */
const display = (): MenuGroup[] => [
  {
    id: 'theme',
    label: words.theme,
    items: themes.map((each) => ({ id: `theme:${each}`, label: themeNames[each], ticked: each === chosenTheme() })),
  },
  {
    id: 'language',
    label: words.language,
    items: languages.map((each) => ({
      id: `language:${each}`,
      label: languageNames[each],
      lang: each,
      ticked: each === pageLanguage(),
    })),
  },
  {
    id: 'keys',
    label: words.keyboard,
    items: [
      { id: 'palette', label: words.goToKeys({ keys: `${commandKey}+K` }), icon: Compass },
      { id: 'keys', label: words.shortcutsKey, icon: Keyboard },
    ],
  },
]

/** Content of the account menu; visitors get only help, theme, language and keys. */
export function AccountMenuItems({
  anchor,
  close,
  signedIn,
  person,
}: OpenMenu & { signedIn: CurrentUser | null; person: string }) {
  const cache = useQueryClient()
  const choose = (id: string) => {
    close()
    if (id === 'keys' || id === 'palette') panels.open(id)
    else if (id === 'contact') goTo(contactAddress(currentPlace().href, document.title))
    else if (id === 'messages') showMessages()
    else if (id === 'sign-out') signOut(cache).catch(toastFailure)
    else if (id.startsWith('language:')) chooseLanguage(languageOf(id.slice('language:'.length))).catch(toastFailure)
    else if (id.startsWith('theme:')) chooseTheme(id.slice('theme:'.length) as Theme)
    else goTo(id)
  }
  return (
    <OverlayMenu
      label={signedIn ? words.account : words.display}
      head={
        signedIn && (
          <>
            {person}
            <span>{signedIn.user.email}</span>
            {signedIn.customer && <span>{signedIn.customer.name}</span>}
          </>
        )
      }
      groups={signedIn ? [accountOf(signedIn), ...display(), help, end] : [...display(), help]}
      anchor={anchor}
      onClose={close}
      onChoose={choose}
    />
  )
}
