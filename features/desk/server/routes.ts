import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { deskApi } from '../contract.ts'
import { addPerson, issuePasswordLink } from './add-person.ts'
import { changePerson, endSessionsOf, resetSecondFactor } from './change-person.ts'
import { issueDeskLink } from './issue-desk-link.ts'
import { listJobs, retryJob } from './jobs-list.ts'
import { listLinks, withdrawLink } from './links-list.ts'
import { addOrganisation, showOrganisation } from './organisation.ts'
import { listOrganisations } from './organisations.ts'
import { listPeople, personLine } from './people.ts'
import { addSubscription, changeSubscription, listSubscriptions } from './subscriptions.ts'

export const deskRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, deskApi, {
    deskOrganisations: (asked) => listOrganisations(app, asked),
    deskOrganisation: ({ customerId }) => showOrganisation(app, customerId),
    addOrganisation: async (given, { caller }) => {
      const { userId, ...response } = await addOrganisation(app, caller, given)
      return { response: { ...response, mailedTo: await mailFirstPassword(app, caller, userId) } }
    },
    deskPeople: (asked) => listPeople(app, asked),
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
    resetSecondFactor: async ({ userId }, { caller }) => ({ response: await resetSecondFactor(app, caller, userId) }),
    endSessionsOf: async ({ userId }, { caller }) => ({ response: await endSessionsOf(app, caller, userId) }),
    deskSubscriptions: (asked) => listSubscriptions(app, asked),
    addSubscription: async (given, { caller }) => ({ response: await addSubscription(app, caller, given) }),
    changeSubscription: async (given, { caller }) => ({ response: await changeSubscription(app, caller, given) }),
    deskLinks: (asked) => listLinks(app, asked),
    issueDeskLink: async (given, { caller }) => ({ response: await issueDeskLink(app, caller, given) }),
    withdrawDeskLink: async ({ linkId }, { caller }) => ({ response: await withdrawLink(app, caller, linkId) }),
    deskJobs: (asked) => listJobs(app, asked),
    retryJob: ({ jobId }, { caller }) => retryJob(app, caller, jobId),
  })

/** Where people sign in at another provider, they have their password there. */
const mailFirstPassword = async (app: App, caller: Parameters<typeof issuePasswordLink>[1], userId: string) =>
  app.env.oidc ? '' : (await issuePasswordLink(app, caller, userId, { mail: true })).mailedTo
