import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { accountApi } from '../contract.ts'
import { languageApi } from '../language/contract.ts'
import { chooseLanguage, chooseSchoolLanguage, readSchoolLanguage } from '../language/server/language.ts'
import { addPasskey, beginPasskey } from '../passkeys/server/add-passkey.ts'
import { listPasskeys, removePasskey, renamePasskey } from '../passkeys/server/passkeys.ts'
import { secondFactorApi } from '../second-factor/contract.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../second-factor/server/second-factor.ts'
import { passkeysApi, proofApi, sessionsApi } from '../sign-in/contract.ts'
import { mountBackChannel } from '../sign-in/server/back-channel.ts'
import { openIssuers } from '../sign-in/server/issuer.ts'
import { endOtherSessions, endOwnSession, ownSessions } from '../sign-in/server/own-sessions.ts'
import { serveStyle } from '../sign-in/server/page-style.ts'
import { beginProof, giveProof, waysToProve } from '../sign-in/server/prove-again.ts'
import { beginSignIn, finishSignIn, signOut, signOutEverywhere } from '../sign-in/server/sign-in.ts'
import { beginSamlSignIn, mountSaml } from '../sign-in-services/server/saml-sign-in.ts'
import { timeZoneApi } from '../time-zone/contract.ts'
import { chooseTimeZone, readSchoolTimeZone } from '../time-zone/server/time-zone.ts'
import { currentCustomer, currentUser } from './account.ts'

export async function accountRoutes(http: FastifyInstance, app: App) {
  serveStyle(http)
  const issuers = await openIssuers(http, app)
  await mountBackChannel(http, app, issuers)
  await mountSaml(http, app)
  serve(http, app, accountApi, {
    login: async (query, call) =>
      (await beginSamlSignIn(app, query, call)) ?? (await beginSignIn(app, issuers, query, call)),
    currentUser: (_, { caller }) => currentUser(app, caller),
    currentCustomer: (_, { caller }) => currentCustomer(app, caller),
    loginCallback: (_, call) => finishSignIn(app, issuers, null, call),
    serviceCallback: ({ service }, call) => finishSignIn(app, issuers, service, call),
    logout: (_, call) => signOut(app, issuers, call),
  })
  serve(http, app, sessionsApi, {
    ownSessions: (_, { caller }) => ownSessions(app, caller),
    endSession: ({ id }, { caller }) => endOwnSession(app, caller, id),
    endOtherSessions: (_, { caller }) => endOtherSessions(app, caller),
    signOutEverywhere: (_, call) => signOutEverywhere(app, issuers, call.caller, call),
  })
  serve(http, app, proofApi, {
    waysToProve: (_, { caller }) => waysToProve(app, caller),
    beginProof: (_, { caller }) => beginProof(app, caller),
    giveProof: (given, { caller, request }) => giveProof(app, caller, given, request),
  })
  serve(http, app, passkeysApi, {
    passkeys: (_, { caller }) => listPasskeys(app, caller),
    beginPasskey: (_, { caller }) => beginPasskey(app, caller),
    addPasskey: (given, { caller, request }) => addPasskey(app, caller, given, request),
    renamePasskey: (given, { caller }) => renamePasskey(app, caller, given),
    removePasskey: (given, { caller }) => removePasskey(app, caller, given),
  })
  serve(http, app, languageApi, {
    chooseLanguage: async ({ language }, { caller, reply }) => ({
      response: await chooseLanguage(app, caller, language, reply),
    }),
    schoolLanguage: async (_, { caller }) => ({ response: await readSchoolLanguage(app.db, caller.customerId) }),
    chooseSchoolLanguage: async ({ language }, { caller, ...call }) => ({
      response: await chooseSchoolLanguage(app, caller, language, call),
    }),
  })
  serve(http, app, timeZoneApi, {
    schoolTimeZone: async (_, { caller }) => ({ response: await readSchoolTimeZone(app, caller.customerId) }),
    chooseTimeZone: async ({ timeZone }, { caller }) => ({ response: await chooseTimeZone(app, caller, timeZone) }),
  })
  serve(http, app, secondFactorApi, {
    secondFactor: async (_, { caller }) => ({ response: await readSecondFactor(app, caller) }),
    beginSecondFactor: (_, { caller }) => beginSecondFactor(app, caller),
    confirmSecondFactor: (given, { caller }) => confirmSecondFactor(app, caller, given),
    renewRecoveryCodes: (_, { caller }) => renewRecoveryCodes(app, caller),
    removeSecondFactor: (_, { caller }) => removeSecondFactor(app, caller),
  })
}
