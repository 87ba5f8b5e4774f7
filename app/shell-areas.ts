export type Place = { href: string; label: string }
type Area = Place & { places: Place[] }

/** The four areas and what each holds, in the order shown. */
export const areas: Area[] = [
  {
    href: '/discover',
    label: 'Discover',
    places: [
      { href: '/discover', label: 'New in the catalogue' },
      { href: '/discover/results/', label: 'Results' },
      { href: '/discover/advancedSearch', label: 'Advanced search' },
      { href: '/discover/thesaurus', label: 'Subject and name headings' },
      { href: '/discover/temp/folder', label: 'Temporary folder' },
      { href: '/savedList', label: 'Saved folders' },
      { href: '/savedSearches', label: 'Saved searches' },
    ],
  },
  {
    href: '/',
    label: 'Download',
    places: [
      { href: '/', label: 'Quick request' },
      { href: '/myDownloads', label: 'My downloads' },
      { href: '/digitalContent', label: 'Digital content' },
      { href: '/collections', label: 'Collections' },
      { href: '/authorities', label: 'Authority files' },
    ],
  },
  {
    href: '/catServices',
    label: 'Cataloguing',
    places: [
      { href: '/catServices', label: 'Services' },
      { href: '/myCatalogueRequests', label: 'My requests' },
      { href: '/CreateCatalogueRequest', label: 'New request' },
      { href: '/standards', label: 'Subject headings standard' },
    ],
  },
  {
    href: '/myProfile',
    label: 'Account',
    places: [
      { href: '/myProfile', label: 'Profile' },
      { href: '/mySettings', label: 'Settings' },
      { href: '/myContacts', label: 'Contacts' },
      { href: '/schoolDetails', label: 'School' },
      { href: '/myStudents', label: 'Students' },
      { href: '/subscriptions', label: 'Subscriptions' },
      { href: '/invoices', label: 'Invoices' },
    ],
  },
]

/** Screens below a place of the navigation, which they light up. */
const below: [start: string, place: string][] = [
  ['/downloadRequest', '/myDownloads'],
  ['/myDownloads/', '/myDownloads'],
  ['/discover/details/', '/discover/results/'],
  ['/savedListDetails/', '/savedList'],
  ['/sharedFolder/', '/savedList'],
  ['/cataloguePostageSlip/', '/myCatalogueRequests'],
  ['/CatalogueRequestDeatils/', '/myCatalogueRequests'],
  ['/CreateCatalogueRequest/', '/CreateCatalogueRequest'],
  ['/standards/', '/standards'],
  ['/schoolSettings', '/mySettings'],
  ['/billing/', '/invoices'],
  ['/payInvoice', '/invoices'],
  ['/subscription/', '/subscriptions'],
]

/** Where in the navigation a path stands; nowhere for sign-in and payment screens. */
export function placeOf(path: string): { area: Area; place: Place } | undefined {
  const plain = (text: string) => text.replace(/(.)\/$/, '$1')
  const wanted = below.find(([start]) => path.startsWith(start))?.[1] ?? path
  for (const area of areas)
    for (const place of area.places) if (plain(place.href) === plain(wanted)) return { area, place }
  return undefined
}
