import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { deskServicesApi, samlApi } from '../contract.ts'
import { schoolSignInApi } from '../school-contract.ts'
import { checkService } from './check-service.ts'
import { addService, changeService, listServices, removeService } from './manage-services.ts'
import { readMetadata } from './saml-metadata.ts'
import { changeSchoolSignIn, schoolSignIn } from './school-sign-in.ts'
import { unlinkAtDesk, unlinkAtSchool } from './unlink.ts'

export function signInServiceRoutes(http: FastifyInstance, app: App) {
  serve(http, app, deskServicesApi, {
    deskSignInServices: () => listServices(app),
    addSignInService: (given, { caller }) => addService(app, caller, given),
    changeSignInService: (given, { caller }) => changeService(app, caller, given),
    removeSignInService: ({ id }, { caller }) => removeService(app, caller, id),
    unlinkFromService: (given, { caller }) => unlinkAtDesk(app, caller, given),
    checkSignInService: ({ id }, { request }) => checkService(app, id, request.log),
  })
  serve(http, app, samlApi, { readSamlMetadata: ({ metadata }) => readMetadata(metadata) })
  serve(http, app, schoolSignInApi, {
    schoolSignIn: (_, { caller }) => schoolSignIn(app, caller),
    changeSchoolSignIn: (given, { caller }) => changeSchoolSignIn(app, caller, given),
    unlinkPeople: (given, { caller }) => unlinkAtSchool(app, caller, given),
  })
}
