import { mailPasswordLink } from '#features/account/server/password-links.ts'
import { forgetAudit, sealAuditHourly } from '#features/audit/server/jobs.ts'
import { authorityJobs } from '#features/authorities/server/jobs.ts'
import { billingJobs } from '#features/billing/server/jobs.ts'
import { forgetCarts } from '#features/cart/server/cart.ts'
import { downloadJobs } from '#features/downloads/server/jobs.ts'
import { mailJobs } from '#features/mail/server/jobs.ts'
import { requestJobs } from '#features/requests/server/jobs.ts'
import { searchJobs } from '#features/searches/server/look-for-news.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { App } from './app.ts'

/** Every kind of background work; the queue knows no others. */
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
  ...searchJobs,
]
