import { useQuery } from '@tanstack/react-query'
import { Folder, Menu as MenuIcon, ShoppingCart } from 'lucide-react'
import { Fragment, Suspense, useEffect, useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { useCartCount } from '#features/cart/web/cart-parts.tsx'
import { FirstCategories } from '#features/collections/web/collections-parts.tsx'
import { useFolderCount } from '#features/folders/web/folders-parts.tsx'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import { Link } from '#ui/link.tsx'
import { AccountMenu } from './shell-account.tsx'
import { areas, placeOf } from './shell-areas.ts'
import { CategoriesButton } from './shell-categories.tsx'
import { SearchBox } from './shell-search.tsx'

/** What stays seen of the place before the current one. */
const margin = 60

export function Header() {
  const path = useLocation().pathname
  const here = placeOf(path)
  const hasCollections = useHasCollections()
  const places = useRef<HTMLElement>(null)
  // On a phone the row is longer than the screen: the place that is shown must be seen in it.
  useEffect(() => {
    const current = here?.place && places.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) places.current!.scrollLeft = current.offsetLeft - places.current!.offsetLeft - margin
  }, [here?.place])
  return (
    <header className="top">
      <div className="top-row">
        <SmallMenu />
        <Link className="brand" href="/discover">
          <span className="shelf" aria-hidden>
            <i />
            <i />
            <i />
            <i />
          </span>
          <span className="brand-name">{settings.providerName} Data</span>
        </Link>
        <nav className="areas" aria-label="Areas">
          {areas.map((area) => (
            <Link key={area.label} href={area.href} aria-current={area === here?.area ? 'true' : undefined}>
              {area.label}
            </Link>
          ))}
        </nav>
        <SearchBox />
        <div className="tools">
          <FolderLink current={path === '/discover/temp/folder'} />
          <CartLink />
          <AccountMenu />
        </div>
      </div>
      {here && (
        <nav className="sub tabs" ref={places} aria-label={here.area.label}>
          {here.area.places.map((place) => (
            <Fragment key={place.href}>
              <Link href={place.href} data-label={place.label} aria-current={place === here.place ? 'page' : undefined}>
                {place.label}
              </Link>
              {place.href === '/collections' && hasCollections && <CategoriesButton />}
            </Fragment>
          ))}
        </nav>
      )}
    </header>
  )
}

/** The calls are for a school's staff. Until it is known who is there, as for them: the row must not jump. */
function useHasCollections() {
  const { data: me } = useQuery(currentUser)
  return me === undefined || isSchoolStaff(me)
}

function FolderLink({ current }: { current: boolean }) {
  const count = useFolderCount()
  return (
    <Link className="tool" href="/discover/temp/folder" aria-current={current ? 'page' : undefined}>
      <Icon of={Folder} />
      <span className="word">Folder</span>
      <span className="count" hidden={count === 0}>
        {count.toLocaleString()}
        <span className="only-heard"> {count === 1 ? 'record' : 'records'}</span>
      </span>
    </Link>
  )
}

/** The shop is for a school's staff: students and visitors have no cart. */
function CartLink() {
  const { data: signedIn } = useQuery(currentUser)
  const shops = isSchoolStaff(signedIn ?? null)
  const count = useCartCount(shops ? signedIn?.user.id : undefined)
  if (!shops) return null
  return (
    <a className="tool" href={`${settings.cmsUrl}/cart`}>
      <Icon of={ShoppingCart} />
      <span className="word">Cart</span>
      {count !== undefined && count > 0 && (
        <span className="count">
          {count.toLocaleString()}
          <span className="only-heard"> {count === 1 ? 'item' : 'items'}</span>
        </span>
      )}
    </a>
  )
}

/** The areas and their places on a narrow screen. */
function SmallMenu() {
  const [open, setOpen] = useState(false)
  const here = placeOf(useLocation().pathname)
  const hasCollections = useHasCollections()
  return (
    <>
      <Button
        look="bare"
        square
        icon={MenuIcon}
        className="small-menu"
        aria-haspopup="dialog"
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onClick={() => setOpen(true)}
      >
        Menu
      </Button>
      {open && (
        <Dialog title={`${settings.providerName} Data`} shape="drawer" onClose={() => setOpen(false)}>
          <nav className="small-places" aria-label="Areas">
            {areas.map((area) => (
              <section key={area.label}>
                <h3>{area.label}</h3>
                {area.places.map((place) => (
                  <Fragment key={place.href}>
                    <a
                      href={place.href}
                      aria-current={place === here?.place ? 'page' : undefined}
                      onClick={(event) => {
                        event.preventDefault()
                        setOpen(false)
                        goTo(place.href)
                      }}
                    >
                      {place.label}
                    </a>
                    {place.href === '/collections' && hasCollections && (
                      <div className="small-categories">
                        <Suspense>
                          <FirstCategories onGo={() => setOpen(false)} />
                        </Suspense>
                      </div>
                    )}
                  </Fragment>
                ))}
              </section>
            ))}
          </nav>
        </Dialog>
      )}
    </>
  )
}
