import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { accountProblem } from '../../contract.ts'
import { changePassword, checkPasswordLink } from '../../passwords/server/change-password.ts'
import {
  changePasswordRedirect,
  requestChangePassword,
  requestForgotPassword,
} from '../../passwords/server/password-links.ts'
import { profileApi } from '../contract.ts'
import { checkEmailLink, takeEmailLink, withdrawEmail } from './email-change.ts'
import { readProfile, updatePersonal } from './profile.ts'

export const profileRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    profileApi,
    {
      profile: async (_, { caller }) => ({ response: await readProfile(app, caller) }),
      updatePersonal: async (personal, { caller }) => ({ response: await updatePersonal(app, caller, personal) }),
      withdrawEmail: async (_, { caller }) => {
        await withdrawEmail(app, caller)
        return { response: await readProfile(app, caller) }
      },
      checkEmailLink: async ({ guid }) => ({ response: await checkEmailLink(app, guid) }),
      takeEmailLink: async ({ guid }) => ({ response: await takeEmailLink(app, guid) }),
      requestChangePassword: async (_, { caller }) => ({ response: await requestChangePassword(app, caller) }),
      checkPasswordLink: async ({ guid }) => ({ response: await checkPasswordLink(app, guid) }),
      changePassword: async (given, call) => ({ response: await changePassword(app, given, call) }),
      requestForgotPassword: async (given, { request }) => ({
        response: await requestForgotPassword(app, given, request),
      }),
      changePasswordRedirect: ({ userId }, { caller, reply }) => changePasswordRedirect(app, caller, userId, reply),
    },
    {
      profile: refuseDisabled,
      updatePersonal: refuseDisabled,
      withdrawEmail: refuseDisabled,
      requestChangePassword: refuseDisabled,
      changePasswordRedirect: refuseDisabled,
    },
  )

/** Refuses people whose account was disabled while they were signed in. */
function refuseDisabled({ disabled }: Caller) {
  if (disabled) throw accountProblem('not_allowed')
}
