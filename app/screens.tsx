import { type ComponentType, lazy } from 'react'
import { SignedInOnly } from '#features/account/web/account-parts.tsx'
import { OwnShop, SignedInShop } from '#features/shop/products/web/shop-parts.tsx'
import { lazyScreen, type Route } from '#kit/web/routes.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'

type Load = () => Promise<ComponentType>
const open = (path: string, load: Load, { drawn = false } = {}): Route => ({ path, screen: lazyScreen(load), drawn })
const signedIn = (path: string, load: Load): Route => ({ ...open(path, load), around: SignedInOnly })
/** A screen of the shop; if `CMS_URL` is another site, leads there. */
const inShop = (path: string, load: Load): Route => ({ ...open(path, load), around: OwnShop })
const inShopSignedIn = (path: string, load: Load): Route => ({ ...open(path, load), around: SignedInShop })
/** Shows records, with other features' actions for them. */
const ofRecords = (load: Load) => async () => {
  const [Screen, { withRecordPieces }] = await Promise.all([load(), import('./record-pieces.tsx')])
  return withRecordPieces(Screen)
}

const SettingsPreview = lazy(async () => ({
  default: (await import('#features/downloads/settings-preview/web/settings-preview.tsx')).SettingsPreview,
}))

/** Loads when the browser is idle, so that it never delays the scan field. */
const HomeOverview = lazyWhenIdle(async () => (await import('./home/home-overview.tsx')).HomeOverview)

/** Replaces every screen until a required second factor has been given. */
export const secondFactor = open(
  '',
  async () => (await import('#features/account/second-factor/web/second-factor-screen.tsx')).SecondFactorScreen,
)

/**
 * Every address of the portal; a screen's script is loaded when a link to it is first pointed at. From these lines the
 * build takes the scripts that the server names in the page of an address: see app/build/first-files.ts. Of those that
 * are `drawn` the server also draws the first view: see app/build/server-drawing.ts.
 */
export const screens: Route[] = [
  signedIn('/', async () => {
    const { QuickRequestScreen } = await import('#features/downloads/quick-request/web/quick-request-screen.tsx')
    return () => <QuickRequestScreen Below={HomeOverview} />
  }),
  signedIn(
    '/myDownloads',
    async () => (await import('#features/downloads/my-downloads/web/my-downloads-screen.tsx')).MyDownloadsScreen,
  ),
  signedIn(
    '/downloadRequest/$requestId?',
    async () => (await import('#app/download-request.tsx')).DownloadRequestScreen,
  ),
  signedIn(
    '/digitalContent',
    async () =>
      (await import('#features/downloads/digital-content/web/digital-content-screen.tsx')).DigitalContentScreen,
  ),
  signedIn(
    '/collections',
    async () => (await import('#features/downloads/collections/web/collections-screen.tsx')).CollectionsScreen,
  ),
  signedIn(
    '/myDownloads/changed',
    async () =>
      (await import('#features/downloads/changed-records/web/changed-records-screen.tsx')).ChangedRecordsScreen,
  ),
  open(
    '/discover',
    ofRecords(async () => (await import('#features/catalogue/discover/web/discover-screen.tsx')).DiscoverScreen),
    { drawn: true },
  ),
  open(
    '/discover/results/',
    ofRecords(async () => (await import('#features/catalogue/web/results-screen.tsx')).ResultsScreen),
    { drawn: true },
  ),
  signedIn(
    '/discover/advancedSearch',
    async () => (await import('#features/catalogue/advanced/web/advanced-search-screen.tsx')).AdvancedSearchScreen,
  ),
  signedIn(
    '/discover/details/$sourceId',
    ofRecords(async () => (await import('#features/catalogue/record/web/record-screen.tsx')).RecordScreen),
  ),
  signedIn(
    '/discover/shelf',
    ofRecords(async () => (await import('#features/catalogue/shelf/web/shelf-screen.tsx')).ShelfScreen),
  ),
  open(
    '/discover/thesaurus',
    async () => (await import('#features/catalogue/headings/web/thesaurus-screen.tsx')).ThesaurusScreen,
  ),
  signedIn('/catServices', async () => (await import('#shell/services-screen.tsx')).ServicesScreen),
  signedIn(
    '/standards/$id?',
    async () => (await import('#features/catalogue/headings/web/standard-screen.tsx')).StandardScreen,
  ),
  open(
    '/discover/temp/folder',
    async () => (await import('#features/folders/temporary/web/temporary-folder-screen.tsx')).TemporaryFolderScreen,
  ),
  signedIn(
    '/savedList',
    async () => (await import('#features/folders/saved/web/saved-folders-screen.tsx')).SavedFoldersScreen,
  ),
  signedIn(
    '/savedListDetails/$folderId',
    async () => (await import('#features/folders/saved/web/saved-folder-screen.tsx')).SavedFolderScreen,
  ),
  signedIn(
    '/savedSearches',
    async () => (await import('#features/catalogue/searches/web/saved-searches-screen.tsx')).SavedSearchesScreen,
  ),
  signedIn(
    '/sharedFolder/$token',
    async () => (await import('#features/folders/saved/web/shared-folder-screen.tsx')).SharedFolderScreen,
  ),
  signedIn('/mySettings', async () => {
    const { MySettingsScreen } = await import('#features/school/settings/web/my-settings-screen.tsx')
    return () => <MySettingsScreen Preview={SettingsPreview} />
  }),
  signedIn(
    '/myContacts',
    async () => (await import('#features/school/organisation/web/my-contacts-screen.tsx')).MyContactsScreen,
  ),
  signedIn(
    '/schoolDetails',
    async () => (await import('#features/school/organisation/web/school-details-screen.tsx')).SchoolDetailsScreen,
  ),
  signedIn(
    '/schoolSettings',
    async () => (await import('#features/school/organisation/web/school-settings-screen.tsx')).SchoolSettingsScreen,
  ),
  signedIn(
    '/authorities',
    async () => (await import('#features/downloads/authorities/web/authorities-screen.tsx')).AuthoritiesScreen,
  ),
  signedIn('/desk', async () => (await import('#app/home/desk-home-screen.tsx')).DeskHomeScreen),
  signedIn(
    '/desk/organisations',
    async () => (await import('#features/desk/web/organisations-screen.tsx')).OrganisationsScreen,
  ),
  signedIn(
    '/desk/messages',
    async () => (await import('#features/desk/messages/web/desk-messages-screen.tsx')).DeskMessagesScreen,
  ),
  signedIn(
    '/myProfile',
    async () => (await import('#features/account/profile/web/my-profile-screen.tsx')).MyProfileScreen,
  ),
  open(
    '/forgotPassword',
    async () => (await import('#features/account/passwords/web/forgot-password-screen.tsx')).ForgotPasswordScreen,
  ),
  open(
    '/changePassword',
    async () => (await import('#features/account/passwords/web/change-password-screen.tsx')).ChangePasswordScreen,
  ),
  open(
    '/changeEmail',
    async () => (await import('#features/account/profile/web/change-email-screen.tsx')).ChangeEmailScreen,
  ),
  signedIn(
    '/desk/organisations/$customerId',
    async () => (await import('#features/desk/web/organisation-screen.tsx')).OrganisationScreen,
  ),
  signedIn('/desk/users', async () => (await import('#features/desk/web/people-screen.tsx')).PeopleScreen),
  signedIn(
    '/desk/subscriptions',
    async () => (await import('#features/desk/web/subscriptions-screen.tsx')).SubscriptionsScreen,
  ),
  signedIn('/desk/depots', async () => (await import('#features/desk/depots/web/depots-screen.tsx')).DepotsScreen),
  signedIn(
    '/desk/signInServices',
    async () => (await import('#features/desk/sign-in-services/web/sign-in-services-screen.tsx')).SignInServicesScreen,
  ),
  signedIn('/desk/links', async () => (await import('#features/desk/web/links-screen.tsx')).LinksScreen),
  signedIn('/desk/loads', async () => (await import('#features/catalogue/loads/web/loads-screen.tsx')).LoadsScreen),
  signedIn(
    '/desk/loads/$loadId',
    async () => (await import('#features/catalogue/loads/web/load-screen.tsx')).LoadScreen,
  ),
  signedIn('/desk/audit', async () => (await import('#features/desk/web/audit-screen.tsx')).AuditScreen),
  signedIn('/desk/jobs', async () => (await import('#features/desk/web/jobs-screen.tsx')).JobsScreen),
  signedIn(
    '/desk/cataloguing',
    async () => (await import('#features/requests/cataloguing/queue/web/queue-screen.tsx')).QueueScreen,
  ),
  signedIn(
    '/desk/cataloguing/$itemId',
    async () => (await import('#features/requests/cataloguing/web/work-screen.tsx')).WorkScreen,
  ),
  signedIn(
    '/desk/answerTemplates',
    async () => (await import('#features/requests/cataloguing/templates/web/templates-screen.tsx')).TemplatesScreen,
  ),
  signedIn(
    '/desk/checkin',
    async () => (await import('#features/requests/check-in/web/check-in-screen.tsx')).CheckInScreen,
  ),
  signedIn(
    '/desk/orders',
    async () => (await import('#features/shop/orders/web/desk-orders-screen.tsx')).DeskOrdersScreen,
  ),
  signedIn(
    '/desk/products',
    async () => (await import('#features/shop/products/desk/web/desk-products-screen.tsx')).DeskProductsScreen,
  ),
  signedIn(
    '/desk/products/$productCode',
    async () => (await import('#features/shop/products/desk/web/desk-product-screen.tsx')).DeskProductScreen,
  ),
  signedIn(
    '/desk/payments',
    async () => (await import('#features/shop/payments/web/desk-payments-screen.tsx')).DeskPaymentsScreen,
  ),
  signedIn(
    '/desk/payments/$id',
    async () => (await import('#features/shop/payments/web/desk-payment-screen.tsx')).DeskPaymentScreen,
  ),
  signedIn(
    '/myStudents',
    async () => (await import('#features/school/students/web/my-students-screen.tsx')).MyStudentsScreen,
  ),
  signedIn(
    '/myStudents/roster',
    async () => (await import('#features/school/roster/web/roster-screen.tsx')).RosterScreen,
  ),
  signedIn(
    '/myColleagues',
    async () => (await import('#features/school/students/web/my-colleagues-screen.tsx')).MyColleaguesScreen,
  ),
  open(
    '/invitation',
    async () => (await import('#features/school/students/web/invitation-screen.tsx')).InvitationScreen,
  ),
  signedIn(
    '/subscriptions',
    async () => (await import('#features/shop/subscriptions/web/subscriptions-screen.tsx')).SubscriptionsScreen,
  ),
  signedIn(
    '/subscription/details',
    async () =>
      (await import('#features/shop/subscriptions/web/subscription-details-screen.tsx')).SubscriptionDetailsScreen,
  ),
  open(
    '/orderDetails',
    async () => (await import('#features/shop/orders/web/order-review-screen.tsx')).OrderReviewScreen,
  ),
  open('/payment', async () => (await import('#features/shop/orders/web/payment-screen.tsx')).PaymentScreen),
  open('/payment/receipt', async () => (await import('#features/shop/billing/web/receipt-screen.tsx')).ReceiptScreen),
  open(
    '/payInvoice/$customerNo?/$InvoiceNumber?',
    async () => (await import('#features/shop/invoices/web/pay-invoice-screen.tsx')).PayInvoiceScreen,
  ),
  signedIn('/invoices', async () => (await import('#features/shop/invoices/web/invoices-screen.tsx')).InvoicesScreen),
  signedIn(
    '/billing/details',
    async () => (await import('#features/shop/billing/web/billing-details-screen.tsx')).BillingDetailsScreen,
  ),
  signedIn(
    '/desk/invoices',
    async () => (await import('#features/shop/invoices/web/desk-invoices-screen.tsx')).DeskInvoicesScreen,
  ),
  open(
    '/freeTrial',
    async () => (await import('#features/school/activation/web/activation-screen.tsx')).FreeTrialScreen,
  ),
  open(
    '/complimentary',
    async () => (await import('#features/school/activation/web/activation-screen.tsx')).ComplimentaryScreen,
  ),
  open(
    '/complimentary/student',
    async () => (await import('#features/school/activation/web/activation-screen.tsx')).ComplimentaryStudentScreen,
  ),
  open(
    '/privacy-policy-consent',
    async () => (await import('#features/account/consent/web/consent-screen.tsx')).ConsentScreen,
  ),
  signedIn(
    '/myCatalogueRequests',
    async () => (await import('#features/requests/web/my-requests-screen.tsx')).MyRequestsScreen,
  ),
  signedIn(
    '/cataloguePostageSlip/$id',
    async () => (await import('#features/requests/postage-slip/web/postage-slip-screen.tsx')).PostageSlipScreen,
  ),
  signedIn(
    '/CatalogueRequestDeatils/$id',
    async () => (await import('#features/requests/web/details-screen.tsx')).DetailsScreen,
  ),
  signedIn(
    '/CreateCatalogueRequest/$id?',
    async () => (await import('#features/requests/form/web/create-request-screen.tsx')).CreateRequestScreen,
  ),
  inShop('/cms', async () => (await import('#features/shop/products/web/shop-screen.tsx')).ShopScreen),
  inShop('/cms/products', async () => (await import('#features/shop/products/web/products-screen.tsx')).ProductsScreen),
  inShop(
    '/cms/products/$productCode',
    async () => (await import('#features/shop/products/web/product-screen.tsx')).ProductScreen,
  ),
  inShopSignedIn('/cms/cart', async () => (await import('#features/shop/cart/web/cart-screen.tsx')).CartScreen),
  open('/help/$area?', async () => (await import('#features/help/web/help-screen.tsx')).HelpScreen),
  open('/contact', async () => (await import('#features/help/web/help-screen.tsx')).HelpScreen),
  open('/status', async () => (await import('#features/help/web/help-screen.tsx')).HelpScreen),
  open('/privacy', async () => (await import('#features/help/web/help-screen.tsx')).HelpScreen),
  open('/terms', async () => (await import('#features/help/web/help-screen.tsx')).HelpScreen),
  open('/accessibility', async () => (await import('#features/help/web/help-screen.tsx')).HelpScreen),
  open('/signed-in', async () => (await import('#features/account/sign-in/web/signed-in-screen.tsx')).SignedInScreen),
]
