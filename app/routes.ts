import type { FastifyInstance } from 'fastify'
import { consentRoutes } from '#features/account/consent/server/routes.ts'
import { profileRoutes } from '#features/account/profile/server/profile-routes.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { signInServiceRoutes } from '#features/account/sign-in-services/server/routes.ts'
import { headingRoutes } from '#features/catalogue/headings/server/routes.ts'
import { loadRoutes } from '#features/catalogue/loads/server/routes.ts'
import { searchRoutes } from '#features/catalogue/searches/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { deskFindRoutes } from '#features/desk/find/server/routes.ts'
import { deskHomeRoutes } from '#features/desk/home/server/home-routes.ts'
import { messageRoutes } from '#features/desk/messages/server/routes.ts'
import { deskRoutes } from '#features/desk/server/routes.ts'
import { authorityRoutes } from '#features/downloads/authorities/server/routes.ts'
import { collectionRoutes } from '#features/downloads/collections/server/routes.ts'
import { downloadRoutes } from '#features/downloads/server/routes.ts'
import { settingsPreviewRoutes } from '#features/downloads/settings-preview/server/routes.ts'
import { folderRoutes } from '#features/folders/server/routes.ts'
import { keptFolderRoutes } from '#features/folders/temporary/server/kept-folder.ts'
import { helpRoutes } from '#features/help/server/routes.ts'
import { checkSignInRoutes } from '#features/library-systems/check-sign-in/server/routes.ts'
import { oaiRoutes } from '#features/library-systems/oai/server/routes.ts'
import { restRoutes } from '#features/library-systems/rest/server/routes.ts'
import { sruRoutes } from '#features/library-systems/sru/server/routes.ts'
import { openWebRoutes } from '#features/open-web/server/routes.ts'
import { attachmentRoutes } from '#features/requests/attachments/server/routes.ts'
import { answerRoutes } from '#features/requests/cataloguing/answers/server/answer-routes.ts'
import { mergeRoutes } from '#features/requests/cataloguing/merges/server/merge-routes.ts'
import { noteRoutes } from '#features/requests/cataloguing/notes/server/notes-routes.ts'
import { cataloguingRoutes } from '#features/requests/cataloguing/server/routes.ts'
import { templateRoutes } from '#features/requests/cataloguing/templates/server/template-routes.ts'
import { confirmRoutes } from '#features/requests/confirm/server/confirm-routes.ts'
import { requestRoutes } from '#features/requests/server/routes.ts'
import { timelineRoutes } from '#features/requests/timeline/server/timeline-routes.ts'
import { accessKeyRoutes } from '#features/school/access-keys/server/routes.ts'
import { activationRoutes } from '#features/school/activation/server/routes.ts'
import { depotRoutes } from '#features/school/depots/server/routes.ts'
import { organisationRoutes } from '#features/school/organisation/server/routes.ts'
import { rosterRoutes } from '#features/school/roster/server/routes.ts'
import { scimRoutes } from '#features/school/scim/server/routes.ts'
import { settingsRoutes } from '#features/school/settings/server/routes.ts'
import { studentRoutes } from '#features/school/students/server/routes.ts'
import { z3950Routes } from '#features/school/z3950/server/routes.ts'
import { billingRoutes } from '#features/shop/billing/server/routes.ts'
import { cartRoutes } from '#features/shop/cart/server/routes.ts'
import { settleInvoice } from '#features/shop/invoices/server/settle-invoice.ts'
import { orderRoutes } from '#features/shop/orders/server/routes.ts'
import { settleOrder } from '#features/shop/orders/server/settle-order.ts'
import { paymentRoutes } from '#features/shop/payments/server/routes.ts'
import { shopRoutes } from '#features/shop/products/server/routes.ts'
import { subscriptionRoutes } from '#features/shop/subscriptions/server/routes.ts'
import { auditRoutes } from '#platform/audit/server/routes.ts'
import { humanCheckRoutes } from '#platform/human-check/server/routes.ts'
import { mailRoutes } from '#platform/mail/server/routes.ts'
import { webhookRoutes } from '#platform/webhooks/server/routes.ts'
import type { App } from './app.ts'

export async function mountFeatures(http: FastifyInstance, app: App) {
  await accountRoutes(http, app)
  signInServiceRoutes(http, app)
  profileRoutes(http, app)
  activationRoutes(http, app)
  auditRoutes(http, app)
  catalogueRoutes(http, app)
  cataloguingRoutes(http, app)
  noteRoutes(http, app)
  answerRoutes(http, app)
  mergeRoutes(http, app)
  templateRoutes(http, app)
  headingRoutes(http, app)
  authorityRoutes(http, app)
  depotRoutes(http, app)
  deskRoutes(http, app)
  deskHomeRoutes(http, app)
  deskFindRoutes(http, app)
  downloadRoutes(http, app)
  collectionRoutes(http, app)
  folderRoutes(http, app)
  keptFolderRoutes(http, app)
  shopRoutes(http, app)
  cartRoutes(http, app)
  billingRoutes(http, app)
  orderRoutes(http, app)
  await paymentRoutes(http, app, {
    order: settleOrder,
    invoice: settleInvoice,
  })
  messageRoutes(http, app)
  consentRoutes(http, app)
  mailRoutes(http, app)
  loadRoutes(http, app)
  humanCheckRoutes(http, app)
  helpRoutes(http, app)
  attachmentRoutes(http, app)
  requestRoutes(http, app)
  timelineRoutes(http, app)
  confirmRoutes(http, app)
  searchRoutes(http, app)
  settingsRoutes(http, app)
  settingsPreviewRoutes(http, app)
  studentRoutes(http, app)
  rosterRoutes(http, app)
  z3950Routes(http, app)
  checkSignInRoutes(http, app)
  accessKeyRoutes(http, app)
  await scimRoutes(http, app)
  webhookRoutes(http, app)
  restRoutes(http, app)
  await sruRoutes(http, app)
  await oaiRoutes(http, app)
  openWebRoutes(http, app)
  organisationRoutes(http, app)
  subscriptionRoutes(http, app)
}
