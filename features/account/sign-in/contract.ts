import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'
import { maxPasskeyNameLength, passkeysAPerson } from '../rules.ts'

const Id = z.string().regex(/^[\w-]{1,100}$/)

export const OwnSession = z.object({
  id: z.string(),
  /** Such as `Firefox on Windows`. */
  device: z.string(),
  kind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
  /** Empty if it was not recorded. */
  method: z.enum(['', 'password', 'passkey', 'issuer']),
  createdDate: z.string(),
  lastSeenDate: z.string(),
  /** The caller's own session. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const sessionsApi = {
  ownSessions: get('/rest/user/sessions', {
    who: 'student',
    summary: 'Where the caller is signed in, this session first',
    reply: z.object({ response: z.array(OwnSession) }),
  }),
  endSession: post('/rest/user/sessions/end', {
    who: 'student',
    summary: 'End one of the caller’s other sessions',
    input: z.strictObject({ id: Id }),
  }),
  endOtherSessions: post('/rest/user/sessions/endOthers', {
    who: 'student',
    summary: 'End all the caller’s sessions except this one',
    reply: z.object({ ended: z.number() }),
  }),
  signOutEverywhere: post('/rest/user/logout/everywhere', {
    who: 'student',
    summary: 'End all the caller’s sessions; `endSessionUrl` ends this one at the issuer too',
    reply: z.object({ endSessionUrl: z.string() }),
  }),
}

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Synced by a password manager across devices. */
  synced: z.boolean(),
  createdDate: z.string(),
  /** Null before its first use. */
  lastUsedDate: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** One line of text without control characters, which neither names nor the database allow. */
const Name = z
  .string()
  .trim()
  .max(maxPasskeyNameLength)
  .regex(/^[^\u0000-\u001f\u007f]*$/)
  .refine(...nameRule)
/** The browser's answer; the library validates it. */
const Credential = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') })

export const passkeysApi = {
  passkeys: get('/rest/user/passkeys', {
    who: 'student',
    withoutFactor: 'always',
    summary: 'The caller’s passkeys; `available` is false where sign-in takes none',
    reply: z.object({ available: z.boolean(), response: z.array(Passkey) }),
  }),
  beginPasskey: post('/rest/user/passkeys/begin', {
    who: 'student',
    withoutFactor: 'to-set-up',
    freshProof: 'always',
    summary: 'What the browser needs to make a passkey',
    reply: z.object({ options: z.unknown() }),
  }),
  addPasskey: post('/rest/user/passkeys', {
    who: 'student',
    withoutFactor: 'to-set-up',
    summary: 'Save the passkey the browser made; without a name it is named after the device',
    input: z.strictObject({ name: Name.optional(), credential: Credential }),
    reply: z.object({ response: Passkey }),
  }),
  renamePasskey: post('/rest/user/passkeys/rename', {
    who: 'student',
    summary: 'Rename a passkey',
    input: z.strictObject({ id: Id, name: Name.min(1) }),
    reply: z.object({ response: Passkey }),
  }),
  removePasskey: post('/rest/user/passkeys/remove', {
    who: 'student',
    freshProof: 'always',
    summary: 'Remove a passkey, so that it no longer signs anyone in; the reply identifies it to a password manager',
    input: z.strictObject({ id: Id }),
    reply: z.object({ rpId: z.string(), credentialId: z.string() }),
  }),
}

/** Proves who is at the session before actions that a stranger at an unlocked computer must not take. */
export const proofApi = {
  waysToProve: get('/rest/user/proof', {
    who: 'student',
    withoutFactor: 'always',
    summary: 'How the caller can prove who they are: with a passkey, the password, or their own sign-in service',
    reply: z.object({
      /** Empty if the sign-in service cannot ask again and the caller has no password. */
      response: z.array(z.enum(['passkey', 'password', 'issuer'])),
      /** The id of the sign-in service that asks; absent for the portal’s own issuer. */
      service: z.string().optional(),
    }),
  }),
  beginProof: post('/rest/user/proof/begin', {
    who: 'student',
    withoutFactor: 'always',
    summary: 'What the browser needs to use one of the caller’s passkeys',
    reply: z.object({ options: z.unknown() }),
  }),
  giveProof: post('/rest/user/proof', {
    who: 'student',
    withoutFactor: 'always',
    summary: 'Prove who the caller is, with the password or a passkey; valid for 5 minutes in this session',
    input: z.strictObject({ password: z.string().max(2000).optional(), credential: Credential.optional() }),
  }),
}

export const signInProblem = problems({
  session_not_found: [404, 'This session has already ended.'],
  passkey_not_found: [404, 'This passkey has already been removed.'],
  passkeys_off: [409, 'You can’t use passkeys here: you sign in through your organisation’s own sign-in service.'],
  passkeys_full: [409, `You already have ${passkeysAPerson} passkeys. Remove one you don’t use.`],
  passkey_known: [409, 'This passkey is already in your list.'],
  passkey_refused: [400, 'We couldn’t check the passkey. Please try again.'],
  password_needed: [400, 'Please enter your password.'],
  proof_elsewhere: [409, 'Your organisation’s own sign-in service must confirm who you are.'],
  password_wrong: [400, 'Incorrect password.'],
  too_many_attempts: [429, 'Too many attempts. Please wait and try again.'],
})
