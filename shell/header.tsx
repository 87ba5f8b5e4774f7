import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleUser, Contrast, Folder, LogIn, Menu as MenuIcon, ShoppingCart } from 'lucide-react'
import { Fragment, lazy, useEffect, useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser, signInAddress } from '#features/account/web/account-parts.tsx'
import { ConnectFolder, useFolderCount } from '#features/folders/web/folders-parts.tsx'
import { WaitingCount } from '#features/requests/web/requests-parts.tsx'
import { useCartCount } from '#features/shop/cart/web/cart-parts.tsx'
import { grouped, nounOf } from '#kit/web/format.ts'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { MenuTrigger } from '#ui/overlay/menu.tsx'
import { groupsOf, type PlaceGroup, placeOf } from './areas.ts'
import { CategoriesButton } from './categories.tsx'
import { words } from './messages/messages.ts'
import { useAreas, useHasCollections } from './role.ts'
import { SearchBox } from './search.tsx'

const DeskCount = lazy(async () => ({ default: (await import('./desk/desk-count.tsx')).DeskCount }))

/** Pixels of neighbouring places that stay visible. */
const margin = 60

export function Header() {
  const path = useLocation().pathname
  const areas = useAreas()
  const here = placeOf(path, areas)
  const hasCollections = useHasCollections()
  const isStaff = isSchoolStaff(useQuery(currentUser).data ?? null)
  const places = useRef<HTMLElement>(null)
  const current = here?.place.href
  const count = here?.area.places.length
  // The row may be wider than the screen: scroll only as far as needed to show the current place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of the role can follow the first drawing
  useEffect(() => {
    const row = places.current
    const link = current && row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !link) return
    const start = link.offsetLeft - row.offsetLeft - margin
    const end = start + link.offsetWidth + 2 * margin
    if (start < row.scrollLeft) row.scrollLeft = start
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth
  }, [current, count])
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
        <nav className="areas hide-1080" aria-label={words.areas}>
          {areas.map((area) => (
            <Link key={area.label} href={area.href} aria-current={area === here?.area ? 'true' : undefined}>
              {area.label}
            </Link>
          ))}
        </nav>
        <SearchBox />
        <div className="tools">
          <FolderLink current={path === '/discover/temp/folder'} />
          <CartLink current={path === '/cms/cart'} />
          <AccountMenu />
        </div>
      </div>
      {here && (
        <nav className="sub tabs" ref={places} aria-label={here.area.label}>
          {groupsOf(here.area.places).map(({ label, places }) =>
            label && !places.includes(here.place) ? (
              <FoldedGroup key={label} label={label} places={places} />
            ) : (
              <Fragment key={places[0].href}>
                {label && <span className="sub-group">{label}</span>}
                {places.map((place) => (
                  <Fragment key={place.href}>
                    <Link
                      href={place.href}
                      data-label={place.label}
                      aria-current={place === here.place ? 'page' : undefined}
                    >
                      {place.label}
                    </Link>
                    {place.href === '/collections' && hasCollections && <CategoriesButton />}
                    {place.href === '/myCatalogueRequests' && isStaff && <WaitingCount />}
                    {place.who === 'desk' && (
                      <LazyPart quiet>
                        <DeskCount at={[place]} />
                      </LazyPart>
                    )}
                  </Fragment>
                ))}
                {label && <span className="sub-end" />}
              </Fragment>
            ),
          )}
        </nav>
      )}
    </header>
  )
}

/** A group of places that is not the current one: leads to its first place. */
function FoldedGroup({ label, places }: { label: string; places: PlaceGroup['places'] }) {
  return (
    <>
      <Link className="sub-folded" href={places[0].href} title={places.map(({ label }) => label).join(', ')}>
        {label}
      </Link>
      <LazyPart quiet>
        <DeskCount at={places} />
      </LazyPart>
    </>
  )
}

function FolderLink({ current }: { current: boolean }) {
  const { data: me } = useQuery(currentUser)
  const count = useFolderCount()
  return (
    <Link className="tool" href="/discover/temp/folder" aria-current={current ? 'page' : undefined}>
      <Icon of={Folder} />
      <span className="word">{words.folder}</span>
      <span className="count" hidden={count === 0}>
        {grouped(count)}
        <span className="only-heard"> {nounOf(count, words.record, words.records)}</span>
      </span>
      {me !== undefined && (
        <LazyPart quiet>
          <ConnectFolder who={me?.user.id ?? ''} isStaff={me !== null && isSchoolStaff(me)} />
        </LazyPart>
      )}
    </Link>
  )
}

/** The cart is for school staff: students and visitors have none. */
function CartLink({ current }: { current: boolean }) {
  const { data: signedIn } = useQuery(currentUser)
  const shops = isSchoolStaff(signedIn ?? null)
  const count = useCartCount(shops ? signedIn?.user.id : undefined)
  if (!shops) return null
  return (
    <Link className="tool" href={`${settings.cmsUrl}/cart`} aria-current={current ? 'page' : undefined}>
      <Icon of={ShoppingCart} />
      <span className="word">{words.cart}</span>
      {count !== undefined && count > 0 && (
        <span className="count">
          {grouped(count)}
          <span className="only-heard"> {nounOf(count, words.item, words.items)}</span>
        </span>
      )}
    </Link>
  )
}

const loadSmallMenu = () => import('./small-menu.tsx')
const SmallMenuPlaces = lazy(async () => ({ default: (await loadSmallMenu()).SmallMenuPlaces }))

/** The areas and their places on a narrow screen. */
function SmallMenu() {
  const [open, setOpen] = useState(false)
  const prepare = () => {
    prepareOverlays()
    void loadSmallMenu().catch(() => undefined)
  }
  return (
    <>
      <Button
        look="bare"
        square
        icon={MenuIcon}
        className="small-menu"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {words.menu}
      </Button>
      {open && (
        <LazyPart>
          <SmallMenuPlaces onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}

const loadMenu = () => import('./account-menu.tsx')
const AccountMenuItems = lazy(async () => ({ default: (await loadMenu()).AccountMenuItems }))

/** The signed-in person's menu; for a visitor sign-in and theme. Its content is loaded when it opens. */
function AccountMenu() {
  const { data: signedIn, isPending } = useQuery(currentUser)
  const here = useLocation().href
  if (isPending) return <span className="account-place" />
  const person = signedIn && (`${signedIn.user.firstName} ${signedIn.user.lastName}`.trim() || signedIn.user.username)
  return (
    <>
      <MenuTrigger
        look="bare"
        {...(person ? { className: 'account' } : { square: true, icon: Contrast })}
        onNear={() => void loadMenu().catch(() => undefined)}
        menu={(open) => <AccountMenuItems {...open} signedIn={signedIn ?? null} person={person ?? ''} />}
      >
        {person ? (
          <>
            <Icon of={CircleUser} />
            <span className="account-name">{signedIn.customer?.name ?? person}</span>
            <Icon of={ChevronDown} small />
          </>
        ) : (
          words.display
        )}
      </MenuTrigger>
      {!person && (
        <LinkButton href={signInAddress(here)} look="main" icon={LogIn}>
          {words.signIn}
        </LinkButton>
      )}
    </>
  )
}
