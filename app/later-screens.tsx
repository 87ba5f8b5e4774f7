import { lazy } from 'react'

const SettingsPreview = lazy(async () => ({
  default: (await import('#features/downloads/settings-preview/web/settings-preview.tsx')).SettingsPreview,
}))

/** Screens on which few visits begin, by name. */
export const changedRecords = async () =>
  (await import('#features/downloads/changed-records/web/changed-records-screen.tsx')).ChangedRecordsScreen
export const sharedFolder = async () =>
  (await import('#features/folders/saved/web/shared-folder-screen.tsx')).SharedFolderScreen
export const savedSearches = async () =>
  (await import('#features/catalogue/searches/web/saved-searches-screen.tsx')).SavedSearchesScreen
export const mySettings = async () => {
  const { MySettingsScreen } = await import('#features/school/settings/web/my-settings-screen.tsx')
  return () => <MySettingsScreen Preview={SettingsPreview} />
}
export const authorities = async () =>
  (await import('#features/downloads/authorities/web/authorities-screen.tsx')).AuthoritiesScreen
export const justSignedIn = async () =>
  (await import('#features/account/sign-in/web/signed-in-screen.tsx')).SignedInScreen
export const organisations = async () =>
  (await import('#features/desk/web/organisations-screen.tsx')).OrganisationsScreen
export const services = async () => (await import('#shell/services-screen.tsx')).ServicesScreen
export const standard = async () =>
  (await import('#features/catalogue/headings/web/standard-screen.tsx')).StandardScreen
export const myProfile = async () =>
  (await import('#features/account/profile/web/my-profile-screen.tsx')).MyProfileScreen
export const forgotPassword = async () =>
  (await import('#features/account/passwords/web/forgot-password-screen.tsx')).ForgotPasswordScreen
export const changePassword = async () =>
  (await import('#features/account/passwords/web/change-password-screen.tsx')).ChangePasswordScreen
export const changeEmail = async () =>
  (await import('#features/account/profile/web/change-email-screen.tsx')).ChangeEmailScreen
export const myContacts = async () =>
  (await import('#features/school/organisation/web/my-contacts-screen.tsx')).MyContactsScreen
export const schoolDetails = async () =>
  (await import('#features/school/organisation/web/school-details-screen.tsx')).SchoolDetailsScreen
export const schoolSettings = async () =>
  (await import('#features/school/organisation/web/school-settings-screen.tsx')).SchoolSettingsScreen
export const deskOrganisation = async () =>
  (await import('#features/desk/web/organisation-screen.tsx')).OrganisationScreen
export const deskPeople = async () => (await import('#features/desk/web/people-screen.tsx')).PeopleScreen
export const deskSubscriptions = async () =>
  (await import('#features/desk/web/subscriptions-screen.tsx')).SubscriptionsScreen
export const deskLinks = async () => (await import('#features/desk/web/links-screen.tsx')).LinksScreen
export const deskJobs = async () => (await import('#features/desk/web/jobs-screen.tsx')).JobsScreen
export const deskLoads = async () => (await import('#features/catalogue/loads/web/loads-screen.tsx')).LoadsScreen
export const deskLoad = async () => (await import('#features/catalogue/loads/web/load-screen.tsx')).LoadScreen
export const deskAudit = async () => (await import('#features/desk/web/audit-screen.tsx')).AuditScreen
export const deskMessages = async () =>
  (await import('#features/desk/messages/web/desk-messages-screen.tsx')).DeskMessagesScreen
export const secondFactor = async () =>
  (await import('#features/account/second-factor/web/second-factor-screen.tsx')).SecondFactorScreen
export const myStudents = async () =>
  (await import('#features/school/students/web/my-students-screen.tsx')).MyStudentsScreen
export const myColleagues = async () =>
  (await import('#features/school/students/web/my-colleagues-screen.tsx')).MyColleaguesScreen
export const invitation = async () =>
  (await import('#features/school/students/web/invitation-screen.tsx')).InvitationScreen
export const subscriptions = async () =>
  (await import('#features/shop/subscriptions/web/subscriptions-screen.tsx')).SubscriptionsScreen
export const subscriptionDetails = async () =>
  (await import('#features/shop/subscriptions/web/subscription-details-screen.tsx')).SubscriptionDetailsScreen
export const freeTrial = async () =>
  (await import('#features/school/activation/web/free-trial-screen.tsx')).FreeTrialScreen
export const complimentary = async () =>
  (await import('#features/school/activation/web/complimentary-screen.tsx')).ComplimentaryScreen
export const complimentaryStudent = async () =>
  (await import('#features/school/activation/web/complimentary-student-screen.tsx')).ComplimentaryStudentScreen
export const consent = async () => (await import('#features/account/consent/web/consent-screen.tsx')).ConsentScreen
export const myRequests = async () => (await import('#features/requests/web/my-requests-screen.tsx')).MyRequestsScreen
export const requestDetails = async () => (await import('#features/requests/web/details-screen.tsx')).DetailsScreen
export const deskCataloguing = async () =>
  (await import('#features/requests/cataloguing/web/queue-screen.tsx')).QueueScreen
export const deskWork = async () => (await import('#features/requests/cataloguing/web/work-screen.tsx')).WorkScreen
export const deskCheckIn = async () =>
  (await import('#features/requests/check-in/web/check-in-screen.tsx')).CheckInScreen
export const postageSlip = async () =>
  (await import('#features/requests/postage-slip/web/postage-slip-screen.tsx')).PostageSlipScreen
export const createRequest = async () =>
  (await import('#features/requests/form/web/create-request-screen.tsx')).CreateRequestScreen
export const deskDepots = async () => (await import('#features/desk/depots/web/depots-screen.tsx')).DepotsScreen
export const shop = async () => (await import('#features/shop/products/web/shop-screen.tsx')).ShopScreen
export const products = async () => (await import('#features/shop/products/web/products-screen.tsx')).ProductsScreen
export const product = async () => (await import('#features/shop/products/web/product-screen.tsx')).ProductScreen
export const cart = async () => (await import('#features/shop/cart/web/cart-screen.tsx')).CartScreen
export const deskPayments = async () =>
  (await import('#features/shop/payments/web/desk-payments-screen.tsx')).DeskPaymentsScreen
export const deskPayment = async () =>
  (await import('#features/shop/payments/web/desk-payment-screen.tsx')).DeskPaymentScreen
export const orderReview = async () =>
  (await import('#features/shop/orders/web/order-review-screen.tsx')).OrderReviewScreen
export const payment = async () => (await import('#features/shop/orders/web/payment-screen.tsx')).PaymentScreen
export const receipt = async () => (await import('#features/shop/billing/web/receipt-screen.tsx')).ReceiptScreen
export const payInvoice = async () =>
  (await import('#features/shop/invoices/web/pay-invoice-screen.tsx')).PayInvoiceScreen
export const deskOrders = async () =>
  (await import('#features/shop/orders/web/desk-orders-screen.tsx')).DeskOrdersScreen
export const deskProducts = async () =>
  (await import('#features/shop/products/desk/web/desk-products-screen.tsx')).DeskProductsScreen
export const deskProduct = async () =>
  (await import('#features/shop/products/desk/web/desk-product-screen.tsx')).DeskProductScreen
export const invoices = async () => (await import('#features/shop/invoices/web/invoices-screen.tsx')).InvoicesScreen
export const billingDetails = async () =>
  (await import('#features/shop/billing/web/billing-details-screen.tsx')).BillingDetailsScreen
export const deskInvoices = async () =>
  (await import('#features/shop/invoices/web/desk-invoices-screen.tsx')).DeskInvoicesScreen
