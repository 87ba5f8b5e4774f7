import { may, type Who } from '#kit/roles.ts'

/** `who`: the role it requires, as for API calls. */
export type Place = { href: string; label: string; who: Who }
export type Area = { href: string; label: string; places: Place[] }

/** The areas and their places, in the order shown; the desk is the provider's, the others a school's. */
const areas: Area[] = [
  {
    href: '/desk',
    label: 'Desk',
    places: [
      { href: '/desk', label: 'Organisations', who: 'desk' },
      { href: '/desk/users', label: 'People', who: 'desk' },
      { href: '/desk/cataloguing', label: 'Cataloguing', who: 'desk' },
      { href: '/desk/checkin', label: 'Check-in', who: 'desk' },
      { href: '/desk/subscriptions', label: 'Subscriptions', who: 'desk' },
      { href: '/desk/orders', label: 'Orders', who: 'desk' },
      { href: '/desk/invoices', label: 'Invoices', who: 'desk' },
      { href: '/desk/payments', label: 'Payments', who: 'desk' },
      { href: '/desk/links', label: 'Trials and links', who: 'desk' },
      { href: '/desk/products', label: 'Products', who: 'desk' },
      { href: '/desk/depots', label: 'Depots', who: 'desk' },
      { href: '/desk/messages', label: 'Messages', who: 'desk' },
      { href: '/desk/signInServices', label: 'Sign-in', who: 'administrator' },
      { href: '/desk/loads', label: 'Loads', who: 'desk' },
      { href: '/desk/audit', label: 'Audit log', who: 'desk' },
      { href: '/desk/jobs', label: 'Jobs', who: 'desk' },
    ],
  },
  {
    href: '/discover',
    label: 'Discover',
    places: [
      { href: '/discover', label: 'New in the catalogue', who: 'visitor' },
      { href: '/discover/results/', label: 'Results', who: 'visitor' },
      { href: '/discover/advancedSearch', label: 'Advanced search', who: 'student' },
      { href: '/discover/thesaurus', label: 'Subject and name headings', who: 'visitor' },
      { href: '/discover/temp/folder', label: 'Temporary folder', who: 'visitor' },
      { href: '/savedList', label: 'Saved folders', who: 'staff' },
      { href: '/savedSearches', label: 'Saved searches', who: 'staff' },
    ],
  },
  {
    href: '/',
    label: 'Download',
    places: [
      { href: '/', label: 'Quick request', who: 'staff' },
      { href: '/myDownloads', label: 'My downloads', who: 'staff' },
      { href: '/digitalContent', label: 'Digital content', who: 'staff' },
      { href: '/collections', label: 'Collections', who: 'staff' },
      { href: '/authorities', label: 'Authority files', who: 'staff' },
    ],
  },
  {
    href: '/catServices',
    label: 'Cataloguing',
    places: [
      { href: '/catServices', label: 'Services', who: 'student' },
      { href: '/myCatalogueRequests', label: 'My requests', who: 'staff' },
      { href: '/CreateCatalogueRequest', label: 'New request', who: 'staff' },
      { href: '/standards', label: 'Subject headings standard', who: 'student' },
    ],
  },
  {
    href: '/cms',
    label: 'Shop',
    places: [
      { href: '/cms', label: 'Overview', who: 'staff' },
      { href: '/cms/products', label: 'Products', who: 'staff' },
      { href: '/cms/cart', label: 'Cart', who: 'staff' },
    ],
  },
  {
    href: '/myProfile',
    label: 'Account',
    places: [
      { href: '/myProfile', label: 'Profile', who: 'student' },
      { href: '/mySettings', label: 'Settings', who: 'staff' },
      { href: '/myContacts', label: 'Contacts', who: 'staff' },
      { href: '/schoolDetails', label: 'School', who: 'staff' },
      { href: '/myStudents', label: 'Students', who: 'organisation-admin' },
      { href: '/myColleagues', label: 'Colleagues', who: 'organisation-admin' },
      { href: '/subscriptions', label: 'Subscriptions', who: 'staff' },
      { href: '/invoices', label: 'Invoices', who: 'staff' },
      { href: '/billing/details', label: 'Billing', who: 'staff' },
    ],
  },
]

/**
 * The navigation of a role. A visitor gets that of school staff: places that are not for visitors lead to sign-in and
 * back.
 */
export const areasFor = (role: Who): Area[] =>
  areas.flatMap((area) => {
    const places = area.places.filter(({ who }) => may(role === 'visitor' ? 'staff' : role, who))
    return places.length === 0
      ? []
      : [{ ...area, href: places.some(({ href }) => href === area.href) ? area.href : places[0]!.href, places }]
  })

/** Screens that are not in the navigation, with the place they highlight. */
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
  ['/schoolSettings', '/schoolDetails'],
  ['/myStudents/', '/myStudents'],
  ['/payInvoice', '/invoices'],
  ['/subscription/', '/subscriptions'],
  ['/cms/products/', '/cms/products'],
  ['/desk/organisations/', '/desk'],
  ['/desk/cataloguing/', '/desk/cataloguing'],
  ['/desk/loads/', '/desk/loads'],
  ['/desk/payments/', '/desk/payments'],
  ['/desk/products/', '/desk/products'],
]

/** The place of a path in the navigation; undefined for sign-in and payment screens. */
export function placeOf(path: string, shown: readonly Area[]): { area: Area; place: Place } | undefined {
  const plain = (text: string) => text.replace(/(.)\/$/, '$1')
  const target = below.find(([start]) => path.startsWith(start))?.[1] ?? path
  for (const area of shown)
    for (const place of area.places) if (plain(place.href) === plain(target)) return { area, place }
  return undefined
}
