import { may, type Who } from '#kit/roles.ts'
import { words } from './messages/messages.ts'

/** `who`: the role it requires, as for API calls. `group`: of an area with many places. */
export type Place = { href: string; label: string; who: Who; group?: string }
export type Area = { href: string; label: string; places: Place[] }

const grouped = (group: string, places: Place[]): Place[] => places.map((place) => ({ ...place, group }))

/** The areas and their places, in the order shown; the desk is the provider's, the others a school's. */
const areas: Area[] = [
  {
    href: '/desk',
    label: 'Desk',
    places: [
      { href: '/desk', label: 'Overview', who: 'desk' },
      ...grouped('Work', [
        { href: '/desk/cataloguing', label: 'Cataloguing', who: 'desk' },
        { href: '/desk/checkin', label: 'Check-in', who: 'desk' },
        { href: '/desk/messages', label: 'Messages', who: 'desk' },
      ]),
      ...grouped('Schools', [
        { href: '/desk/organisations', label: 'Organisations', who: 'desk' },
        { href: '/desk/users', label: 'People', who: 'desk' },
        { href: '/desk/subscriptions', label: 'Subscriptions', who: 'desk' },
        { href: '/desk/links', label: 'Trials and links', who: 'desk' },
      ]),
      ...grouped('Money', [
        { href: '/desk/orders', label: 'Orders', who: 'desk' },
        { href: '/desk/invoices', label: 'Invoices', who: 'desk' },
        { href: '/desk/payments', label: 'Payments', who: 'desk' },
        { href: '/desk/products', label: 'Products', who: 'desk' },
      ]),
      ...grouped('Set-up', [
        { href: '/desk/depots', label: 'Depots', who: 'desk' },
        { href: '/desk/loads', label: 'Loads', who: 'desk' },
        { href: '/desk/signInServices', label: 'Sign-in', who: 'desk' },
        { href: '/desk/audit', label: 'Audit log', who: 'desk' },
        { href: '/desk/jobs', label: 'Jobs', who: 'desk' },
      ]),
    ],
  },
  {
    href: '/discover',
    label: words.discover,
    places: [
      { href: '/discover', label: words.newInCatalogue, who: 'visitor' },
      { href: '/discover/results/', label: words.results, who: 'visitor' },
      { href: '/discover/advancedSearch', label: words.advancedSearch, who: 'student' },
      { href: '/discover/thesaurus', label: words.thesaurus, who: 'visitor' },
      { href: '/discover/temp/folder', label: words.temporaryFolder, who: 'visitor' },
      { href: '/savedList', label: words.savedFolders, who: 'staff' },
      { href: '/savedSearches', label: words.savedSearches, who: 'staff' },
    ],
  },
  {
    href: '/',
    label: words.download,
    places: [
      { href: '/', label: words.quickRequest, who: 'staff' },
      { href: '/myDownloads', label: words.myDownloads, who: 'staff' },
      { href: '/digitalContent', label: words.digitalContent, who: 'staff' },
      { href: '/collections', label: words.collections, who: 'staff' },
      { href: '/authorities', label: words.authorityFiles, who: 'staff' },
    ],
  },
  {
    href: '/catServices',
    label: words.cataloguing,
    places: [
      { href: '/catServices', label: words.services, who: 'student' },
      { href: '/myCatalogueRequests', label: words.myRequests, who: 'staff' },
      { href: '/CreateCatalogueRequest', label: words.newRequest, who: 'staff' },
      { href: '/standards', label: words.headingsStandard, who: 'student' },
    ],
  },
  {
    href: '/cms',
    label: words.shop,
    places: [
      { href: '/cms', label: words.overview, who: 'staff' },
      { href: '/cms/products', label: words.products, who: 'staff' },
      { href: '/cms/cart', label: words.cart, who: 'staff' },
    ],
  },
  {
    href: '/myProfile',
    label: words.account,
    places: [
      { href: '/myProfile', label: words.profile, who: 'student' },
      { href: '/mySettings', label: words.settings, who: 'staff' },
      { href: '/myContacts', label: words.contacts, who: 'staff' },
      { href: '/schoolDetails', label: words.school, who: 'staff' },
      { href: '/myStudents', label: words.students, who: 'organisation-admin' },
      { href: '/myColleagues', label: words.colleagues, who: 'organisation-admin' },
      { href: '/subscriptions', label: words.subscriptions, who: 'staff' },
      { href: '/invoices', label: words.invoices, who: 'staff' },
      { href: '/billing/details', label: words.billing, who: 'staff' },
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
  ['/discover/shelf', '/discover'],
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
  ['/desk/organisations/', '/desk/organisations'],
  ['/desk/cataloguing/', '/desk/cataloguing'],
  ['/desk/answerTemplates', '/desk/cataloguing'],
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

/** Neighbouring places of one group, or a place without a group. */
export type PlaceGroup = { label: string | undefined; places: [Place, ...Place[]] }

export function groupsOf(places: readonly Place[]): PlaceGroup[] {
  const groups: PlaceGroup[] = []
  for (const place of places) {
    const last = groups.at(-1)
    if (last && place.group !== undefined && last.label === place.group) last.places.push(place)
    else groups.push({ label: place.group, places: [place] })
  }
  return groups
}
