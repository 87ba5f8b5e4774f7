import './footer.css'
import { contactAddress } from '#features/help/web/contact-address.ts'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { Link } from '#ui/link.tsx'
import { helpPlaces } from './help-places.ts'
import { words } from './messages/messages.ts'

/** At the end of every page. Loaded when the browser is idle; it begins below the window, so that nothing moves. */
export function Footer() {
  const { pathname, href } = useLocation()
  return (
    <footer className="page-foot no-print">
      <nav aria-label={words.helpAndLegal}>
        <ul>
          {helpPlaces.map((place) => (
            <li key={place.href}>
              <Link
                href={place.href}
                aria-current={place.href === pathname ? 'page' : undefined}
                onClick={(event) => {
                  if (place.href !== '/contact' || event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  goTo(contactAddress(href, document.title))
                }}
              >
                {place.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <span>
        {settings.providerName} Data{settings.version && ` · ${words.version({ number: settings.version })}`}
      </span>
    </footer>
  )
}
