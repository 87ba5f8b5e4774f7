import { mailPasswordLink } from '#features/account/passwords/server/password-links.ts'
import { searchJobs } from '#features/catalogue/searches/server/look-for-news.ts'
import { authorityJobs } from '#features/downloads/authorities/server/jobs.ts'
import { downloadJobs } from '#features/downloads/server/jobs.ts'
import { requestJobs } from '#features/requests/server/jobs.ts'
import { rosterJobs } from '#features/school/roster/server/jobs.ts'
import { billingJobs } from '#features/shop/billing/server/jobs.ts'
import { forgetCarts } from '#features/shop/cart/server/cart.ts'
import type { Job } from '#kit/server/jobs.ts'
import { forgetAudit, sealAuditHourly } from '#platform/audit/server/jobs.ts'
import { mailJobs } from '#platform/mail/server/jobs.ts'
import { webhookJobs } from '#platform/webhooks/server/jobs.ts'
import type { App } from './app.ts'

/** Every kind of background work; the queue accepts no others. */
// biome-ignore lint/suspicious/noExplicitAny: each job keeps its own data type inside
export const jobs: Job<App, any>[] = [
  mailPasswordLink,
  forgetAudit,
  sealAuditHourly,
  ...authorityJobs,
  forgetCarts,
  ...billingJobs,
  ...downloadJobs,
  ...mailJobs,
  ...requestJobs,
  ...rosterJobs,
  ...searchJobs,
  ...webhookJobs,
]
