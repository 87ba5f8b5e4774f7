import { Fragment } from 'react'
import { FirstCategories } from '#features/downloads/collections/web/collections-parts.tsx'
import { contactAddress } from '#features/help/web/contact-address.ts'
import { currentPlace, goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { pageLanguage, settings } from '#kit/web/settings.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { placeOf } from './areas.ts'
import { helpPlaces } from './help-places.ts'
import { words } from './messages/messages.ts'
import { useAreas, useHasCollections } from './role.ts'

/** All places of all areas, in a drawer. */
export function SmallMenuPlaces({ onClose }: { onClose: () => void }) {
  const areas = useAreas()
  const here = placeOf(useLocation().pathname, areas)
  const hasCollections = useHasCollections()
  return (
    <Dialog title={`${settings.providerName} Data`} shape="drawer" lang={pageLanguage()} onClose={onClose}>
      <nav className="small-places" aria-label={words.areas}>
        {areas.map((area) => (
          <section key={area.label}>
            <h3>{area.label}</h3>
            {area.places.map((place, i) => (
              <Fragment key={place.href}>
                {place.group && place.group !== area.places[i - 1]?.group && <h4>{place.group}</h4>}
                <a
                  href={place.href}
                  aria-current={place === here?.place ? 'page' : undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    onClose()
                    goTo(place.href)
                  }}
                >
                  {place.label}
                </a>
                {place.href === '/collections' && hasCollections && (
                  <div className="small-categories">
                    <LazyPart quiet>
                      <FirstCategories onGo={onClose} />
                    </LazyPart>
                  </div>
                )}
              </Fragment>
            ))}
          </section>
        ))}
        <section>
          <h3>{words.help}</h3>
          {helpPlaces.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              onClick={(event) => {
                event.preventDefault()
                onClose()
                goTo(href === '/contact' ? contactAddress(currentPlace().href, document.title) : href)
              }}
            >
              {label}
            </a>
          ))}
        </section>
      </nav>
    </Dialog>
  )
}
