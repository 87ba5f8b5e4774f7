import type { FastifyInstance } from 'fastify'
import { accessKeyRoutes } from '#features/access-key/server/routes.ts'
import { profileRoutes } from '#features/account/server/profile-routes.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { activationRoutes } from '#features/activation/server/routes.ts'
import { auditRoutes } from '#features/audit/server/routes.ts'
import { authorityRoutes } from '#features/authorities/server/routes.ts'
import { billingRoutes } from '#features/billing/server/routes.ts'
import { settleInvoice } from '#features/billing/server/settle-invoice.ts'
import { cartRoutes } from '#features/cart/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { cataloguingRoutes } from '#features/cataloguing/server/routes.ts'
import { collectionRoutes } from '#features/collections/server/routes.ts'
import { consentRoutes } from '#features/consent/server/routes.ts'
import { depotRoutes } from '#features/depots/server/routes.ts'
import { deskRoutes } from '#features/desk/server/routes.ts'
import { downloadRoutes } from '#features/downloads/server/routes.ts'
import { folderRoutes } from '#features/folders/server/routes.ts'
import { headingRoutes } from '#features/headings/server/routes.ts'
import { humanCheckRoutes } from '#features/human-check/server/routes.ts'
import { loadRoutes } from '#features/loads/server/routes.ts'
import { mailRoutes } from '#features/mail/server/routes.ts'
import { messageRoutes } from '#features/messages/server/routes.ts'
import { orderOfInvoice } from '#features/orders/server/order-of-invoice.ts'
import { orderRoutes } from '#features/orders/server/routes.ts'
import { settleOrder } from '#features/orders/server/settle-order.ts'
import { organisationRoutes } from '#features/organisation/server/routes.ts'
import { paymentRoutes } from '#features/payments/server/routes.ts'
import { attachmentRoutes } from '#features/requests/server/attach-routes.ts'
import { confirmRoutes } from '#features/requests/server/confirm-routes.ts'
import { requestRoutes } from '#features/requests/server/routes.ts'
import { timelineRoutes } from '#features/requests/server/timeline-routes.ts'
import { searchRoutes } from '#features/searches/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { shopRoutes } from '#features/shop/server/routes.ts'
import { studentRoutes } from '#features/students/server/routes.ts'
import { subscriptionRoutes } from '#features/subscriptions/server/routes.ts'
import { z3950Routes } from '#features/z3950/server/routes.ts'
import type { App } from './app.ts'

export async function mountFeatures(http: FastifyInstance, app: App) {
  await accountRoutes(http, app)
  profileRoutes(http, app)
  activationRoutes(http, app)
  auditRoutes(http, app)
  catalogueRoutes(http, app)
  cataloguingRoutes(http, app)
  headingRoutes(http, app)
  authorityRoutes(http, app)
  depotRoutes(http, app)
  deskRoutes(http, app)
  downloadRoutes(http, app)
  collectionRoutes(http, app)
  folderRoutes(http, app)
  shopRoutes(http, app)
  cartRoutes(http, app)
  billingRoutes(http, app, orderOfInvoice)
  orderRoutes(http, app)
  await paymentRoutes(http, app, {
    order: settleOrder,
    invoice: settleInvoice(orderOfInvoice),
  })
  messageRoutes(http, app)
  consentRoutes(http, app)
  mailRoutes(http, app)
  loadRoutes(http, app)
  humanCheckRoutes(http, app)
  attachmentRoutes(http, app)
  requestRoutes(http, app)
  timelineRoutes(http, app)
  confirmRoutes(http, app)
  searchRoutes(http, app)
  settingsRoutes(http, app)
  studentRoutes(http, app)
  z3950Routes(http, app)
  accessKeyRoutes(http, app)
  organisationRoutes(http, app)
  subscriptionRoutes(http, app)
}
