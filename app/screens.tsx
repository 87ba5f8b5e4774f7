import type { ComponentType } from 'react'
import { SignedInOnly } from '#features/account/web/account-parts.tsx'
import { OwnShop, SignedInShop } from '#features/shop/products/web/shop-parts.tsx'
import { type LazyScreen, lazyScreen as lazy, type Route } from '#kit/web/routes.ts'

const open = (path: string, screen: LazyScreen): Route => ({ path, screen })
/** Screens on which few visits begin: even their import paths are in a separate script, to keep the first one small. */
const later = (name: keyof typeof import('./later-screens.tsx')) =>
  lazy(async () => (await import('./later-screens.tsx'))[name]())
/** Shows records, with other features' actions for them. */
const ofRecords = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [Screen, { withRecordPieces }] = await Promise.all([load(), import('./record-pieces.tsx')])
    return withRecordPieces(Screen)
  })
const signedIn = (path: string, screen: LazyScreen): Route => ({ path, screen, around: SignedInOnly })
/** If `CMS_URL` is another site, that one answers. */
const inShop = (path: string, screen: LazyScreen): Route => ({ path, screen, around: OwnShop })

const quickRequest = lazy(
  async () => (await import('#features/downloads/quick-request/web/quick-request-screen.tsx')).QuickRequestScreen,
)
const request = lazy(async () => (await import('#features/downloads/request/web/request-screen.tsx')).RequestScreen)
const digitalContent = lazy(
  async () => (await import('#features/downloads/digital-content/web/digital-content-screen.tsx')).DigitalContentScreen,
)
const collections = lazy(
  async () => (await import('#features/downloads/collections/web/collections-screen.tsx')).CollectionsScreen,
)
const myDownloads = lazy(
  async () => (await import('#features/downloads/my-downloads/web/my-downloads-screen.tsx')).MyDownloadsScreen,
)
const results = ofRecords(async () => (await import('#features/catalogue/web/results-screen.tsx')).ResultsScreen)
const discover = ofRecords(
  async () => (await import('#features/catalogue/discover/web/discover-screen.tsx')).DiscoverScreen,
)
const advancedSearch = lazy(
  async () => (await import('#features/catalogue/advanced/web/advanced-search-screen.tsx')).AdvancedSearchScreen,
)
const record = ofRecords(async () => (await import('#features/catalogue/record/web/record-screen.tsx')).RecordScreen)
const thesaurus = lazy(
  async () => (await import('#features/catalogue/headings/web/thesaurus-screen.tsx')).ThesaurusScreen,
)
const temporaryFolder = lazy(
  async () => (await import('#features/folders/temporary/web/temporary-folder-screen.tsx')).TemporaryFolderScreen,
)
const savedFolders = lazy(
  async () => (await import('#features/folders/saved/web/saved-folders-screen.tsx')).SavedFoldersScreen,
)
const savedFolder = lazy(
  async () => (await import('#features/folders/saved/web/saved-folder-screen.tsx')).SavedFolderScreen,
)

/** Replaces every screen until a required second factor has been given. */
export const secondFactor = open('', later('secondFactor'))

/** Every address of the portal; a screen's script is loaded when a link to it is first pointed at. */
export const screens: Route[] = [
  signedIn('/', quickRequest),
  signedIn('/myDownloads', myDownloads),
  signedIn('/downloadRequest', request),
  signedIn('/downloadRequest/$requestId', request),
  signedIn('/digitalContent', digitalContent),
  signedIn('/collections', collections),
  signedIn('/myDownloads/changed', later('changedRecords')),
  open('/discover', discover),
  open('/discover/results/', results),
  signedIn('/discover/advancedSearch', advancedSearch),
  signedIn('/discover/details/$sourceId', record),
  open('/discover/thesaurus', thesaurus),
  signedIn('/catServices', later('services')),
  signedIn('/standards', later('standard')),
  signedIn('/standards/$id', later('standard')),
  open('/discover/temp/folder', temporaryFolder),
  signedIn('/savedList', savedFolders),
  signedIn('/savedListDetails/$folderId', savedFolder),
  signedIn('/savedSearches', later('savedSearches')),
  signedIn('/sharedFolder/$token', later('sharedFolder')),
  signedIn('/mySettings', later('mySettings')),
  signedIn('/myContacts', later('myContacts')),
  signedIn('/schoolDetails', later('schoolDetails')),
  signedIn('/schoolSettings', later('schoolSettings')),
  signedIn('/authorities', later('authorities')),
  signedIn('/desk', later('organisations')),
  signedIn('/desk/messages', later('deskMessages')),
  signedIn('/myProfile', later('myProfile')),
  open('/forgotPassword', later('forgotPassword')),
  open('/changePassword', later('changePassword')),
  open('/changeEmail', later('changeEmail')),
  signedIn('/desk/organisations/$customerId', later('deskOrganisation')),
  signedIn('/desk/users', later('deskPeople')),
  signedIn('/desk/subscriptions', later('deskSubscriptions')),
  signedIn('/desk/depots', later('deskDepots')),
  signedIn('/desk/links', later('deskLinks')),
  signedIn('/desk/loads', later('deskLoads')),
  signedIn('/desk/loads/$loadId', later('deskLoad')),
  signedIn('/desk/audit', later('deskAudit')),
  signedIn('/desk/jobs', later('deskJobs')),
  signedIn('/desk/cataloguing', later('deskCataloguing')),
  signedIn('/desk/cataloguing/$itemId', later('deskWork')),
  signedIn('/desk/checkin', later('deskCheckIn')),
  signedIn('/desk/orders', later('deskOrders')),
  signedIn('/desk/products', later('deskProducts')),
  signedIn('/desk/products/$productCode', later('deskProduct')),
  signedIn('/desk/payments', later('deskPayments')),
  signedIn('/desk/payments/$id', later('deskPayment')),
  signedIn('/myStudents', later('myStudents')),
  signedIn('/myColleagues', later('myColleagues')),
  open('/invitation', later('invitation')),
  signedIn('/subscriptions', later('subscriptions')),
  signedIn('/subscription/details', later('subscriptionDetails')),
  open('/orderDetails', later('orderReview')),
  open('/payment', later('payment')),
  open('/payment/receipt', later('receipt')),
  open('/payInvoice', later('payInvoice')),
  open('/payInvoice/$customerNo/$InvoiceNumber', later('payInvoice')),
  signedIn('/invoices', later('invoices')),
  signedIn('/billing/details', later('billingDetails')),
  signedIn('/desk/invoices', later('deskInvoices')),
  open('/freeTrial', later('freeTrial')),
  open('/complimentary', later('complimentary')),
  open('/complimentary/student', later('complimentaryStudent')),
  open('/privacy-policy-consent', later('consent')),
  signedIn('/myCatalogueRequests', later('myRequests')),
  signedIn('/cataloguePostageSlip/$id', later('postageSlip')),
  signedIn('/CatalogueRequestDeatils/$id', later('requestDetails')),
  signedIn('/CreateCatalogueRequest', later('createRequest')),
  signedIn('/CreateCatalogueRequest/$id', later('createRequest')),
  inShop('/cms', later('shop')),
  inShop('/cms/products', later('products')),
  inShop('/cms/products/$productCode', later('product')),
  { path: '/cms/cart', screen: later('cart'), around: SignedInShop },
  open('/signed-in', later('justSignedIn')),
]
