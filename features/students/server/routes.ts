import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { colleaguesApi, invitationApi, studentsApi } from '../contract.ts'
import {
  changeColleague,
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
  removeColleague,
} from './colleagues.ts'
import { changeEmailDomain } from './email-domain.ts'
import { acceptInvitation, lookAtInvitation } from './invitation.ts'
import { inviteAgain, inviteStudents } from './invite-students.ts'
import { listStudents, removeStudents, updateStudent } from './students.ts'

export function studentRoutes(http: FastifyInstance, app: App) {
  serve(http, app, studentsApi, {
    listStudents: (asked, { caller }) => listStudents(app, caller, asked),
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
    lookAtInvitation: ({ id }) => lookAtInvitation(app, id),
    acceptInvitation: (accepted) => acceptInvitation(app, accepted),
  })
}
