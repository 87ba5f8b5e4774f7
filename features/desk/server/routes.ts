import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { linesAPage } from '#kit/pages.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { UnfinishedJob } from '#kit/server/jobs.ts'
import { serve } from '#kit/server/serve.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { deskApi, deskProblem, type JobLine } from '../contract.ts'
import { addPerson, issuePasswordLink } from './add-person.ts'
import { changePerson, endSessionsOf, resetSecondFactor } from './change-person.ts'
import { issueDeskLink } from './issue-desk-link.ts'
import { listLinks, withdrawLink } from './links-list.ts'
import { addOrganisation, showOrganisation } from './organisation.ts'
import { listOrganisations } from './organisations.ts'
import { listPeople, personLine } from './people.ts'
import { organisationSignIn, personSignIn } from './person-sign-in.ts'
import { addSubscription, changeSubscription, listSubscriptions } from './subscriptions.ts'

export const deskRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, deskApi, {
    deskOrganisations: (input) => listOrganisations(app, input),
    deskOrganisation: ({ customerId }) => showOrganisation(app, customerId),
    addOrganisation: async (given, { caller }) => {
      const { userId, ...response } = await addOrganisation(app, caller, given)
      return { response: { ...response, mailedTo: await mailFirstPassword(app, caller, userId) } }
    },
    organisationSignIn: ({ customerId }) => organisationSignIn(app, customerId),
    deskPeople: (input) => listPeople(app, input),
    addPerson: async (given, { caller }) => {
      const userId = await addPerson(app, caller, given)
      await mailFirstPassword(app, caller, userId)
      return { response: await personLine(app.db, userId, app.clock()) }
    },
    changePerson: async ({ userId, ...change }, { caller }) => ({
      response: await changePerson(app, caller, userId, change),
    }),
    resetPassword: async ({ userId, mail }, { caller }) => ({
      response: await issuePasswordLink(app, caller, userId, { mail }),
    }),
    personSignIn: ({ userId }) => personSignIn(app, userId),
    resetSecondFactor: async ({ userId }, { caller }) => ({ response: await resetSecondFactor(app, caller, userId) }),
    endSessionsOf: async ({ userId }, { caller }) => ({ response: await endSessionsOf(app, caller, userId) }),
    deskSubscriptions: (input) => listSubscriptions(app, input),
    addSubscription: async (given, { caller }) => ({ response: await addSubscription(app, caller, given) }),
    changeSubscription: async (given, { caller }) => ({ response: await changeSubscription(app, caller, given) }),
    deskLinks: (input) => listLinks(app, input),
    issueDeskLink: async (given, { caller }) => ({ response: await issueDeskLink(app, caller, given) }),
    withdrawDeskLink: async ({ linkId }, { caller }) => ({ response: await withdrawLink(app, caller, linkId) }),
    deskJobs: (input) => listJobs(app, input),
    retryJob: ({ jobId }, { caller }) => retryJob(app, caller, jobId),
  })

/** An outside identity provider keeps people's passwords, so no link to choose one is emailed. */
const mailFirstPassword = async (app: App, caller: Parameters<typeof issuePasswordLink>[1], userId: string) =>
  app.env.oidc ? '' : (await issuePasswordLink(app, caller, userId, { mail: true })).mailedTo

/** Background jobs that are not done. */
async function listJobs(
  { unfinishedJobs }: Pick<App, 'unfinishedJobs'>,
  { page, state }: Input<typeof deskApi.deskJobs>,
): Promise<{ response: JobLine[]; totalCount: number }> {
  const { jobs, total } = await unfinishedJobs.list({ state, from: (page - 1) * linesAPage, count: linesAPage })
  return { response: jobs.map(lineOf), totalCount: total }
}

async function retryJob(app: App, { userId }: Caller, jobId: string): Promise<{ response: { id: string } }> {
  const outcome = await app.unfinishedJobs.retry(app, jobId)
  if (outcome === 'unknown') throw deskProblem('job_not_found')
  if (outcome === 'not_failed') throw deskProblem('job_not_failed')
  await recordAudit(app.db, { now: app.clock(), customerId: null, userId, action: 'job_retried', subject: jobId })
  app.log.info({ jobId }, 'job retried by a person')
  return { response: { id: jobId } }
}

const lineOf = ({ data, createdAt, nextAt, ...job }: UnfinishedJob): JobLine => ({
  ...job,
  about: Object.entries(data)
    .filter(([, value]) => ['string', 'number'].includes(typeof value))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
    .slice(0, 300),
  createdDate: createdAt.toISOString(),
  nextDate: nextAt.toISOString(),
})
