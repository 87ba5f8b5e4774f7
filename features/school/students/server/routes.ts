import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { currentCustomer } from '#features/account/server/account.ts'
import { isClaimedByOther } from '#features/account/sign-in-services/server/sign-in-services.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { colleaguesApi, invitationApi, studentProblem, studentsApi } from '../contract.ts'
import { badDomain, cleanDomain } from '../rules.ts'
import {
  changeColleague,
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
  removeColleague,
} from './colleagues.ts'
import { acceptInvitation, checkInvitation } from './invitation.ts'
import { inviteAgain, inviteStudents } from './invite-students.ts'
import { listStudents, removeStudents, updateStudent } from './students.ts'

export function studentRoutes(http: FastifyInstance, app: App) {
  serve(http, app, studentsApi, {
    listStudents: (input, { caller }) => listStudents(app, caller, input),
    changeEmailDomain: ({ domain }, { caller }) => changeEmailDomain(app, caller, domain),
    inviteStudents: ({ students }, { caller }) => inviteStudents(app, caller, students),
    updateStudent: (student, { caller }) => updateStudent(app, caller, student),
    inviteAgain: ({ ids }, { caller }) => inviteAgain(app, caller, ids),
    removeStudents: ({ ids }, { caller }) => removeStudents(app, caller, ids),
  })
  serve(http, app, colleaguesApi, {
    listColleagues: (_, { caller }) => listColleagues(app, caller),
    inviteColleague: (person, { caller }) => inviteColleague(app, caller, person),
    inviteColleagueAgain: ({ id }, { caller }) => inviteColleagueAgain(app, caller, id),
    changeColleague: (change, { caller }) => changeColleague(app, caller, change),
    removeColleague: ({ id }, { caller }) => removeColleague(app, caller, id),
  })
  serve(http, app, invitationApi, {
    checkInvitation: ({ id }) => checkInvitation(app, id),
    acceptInvitation: (accepted) => acceptInvitation(app, accepted),
  })
}

/** Existing students stay; the new domain applies to later invitations. */
async function changeEmailDomain(app: Pick<App, 'db' | 'clock' | 'recall'>, caller: SchoolCaller, domain: string) {
  const emailDomain = cleanDomain(domain)
  if (emailDomain === undefined) throw studentProblem('bad_domain', { errors: { domain: [badDomain] } })
  const { customerId, userId } = caller
  await app.db.transaction().execute(async (tx) => {
    const { emailDomain: former } = await tx
      .selectFrom('customer')
      .select('emailDomain')
      .where('id', '=', customerId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (former === emailDomain) return
    if (await isClaimedByOther(tx, customerId, emailDomain))
      throw studentProblem('bad_domain', {
        errors: { domain: ['Another organisation uses this domain. Please contact us.'] },
      })
    await tx.updateTable('customer').set({ emailDomain }).where('id', '=', customerId).execute()
    await recordAudit(tx, {
      now: app.clock(),
      customerId,
      userId,
      action: 'email_domain_changed',
      before: { emailDomain: former },
      after: { emailDomain },
    })
  })
  return currentCustomer(app, caller)
}
