import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'

export const SecondFactor = z.object({
  /** False when an outside issuer signs people in and has second factors itself. */
  available: z.boolean(),
  /** The caller's role requires one. */
  required: z.boolean(),
  /** When the authenticator app was set up; null when there is none. */
  setUpDate: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const codes = z.object({ recoveryCodes: z.array(z.string()) })

/** A code of an authenticator app, asked for after the password. */
export const secondFactorApi = {
  secondFactor: get('/rest/user/secondFactor', {
    who: 'student',
    withoutFactor: 'always',
    summary: 'Whether the caller has an authenticator app, and whether they need a second factor',
    reply: z.object({ response: SecondFactor }),
  }),
  beginSecondFactor: post('/rest/user/secondFactor/begin', {
    who: 'student',
    freshProof: 'always',
    withoutFactor: 'to-set-up',
    summary:
      'A new secret for an authenticator app, in base 32 and as an otpauth address; confirm it within 30 minutes',
    reply: z.object({ secret: z.string(), address: z.string() }),
  }),
  confirmSecondFactor: post('/rest/user/secondFactor', {
    who: 'student',
    withoutFactor: 'to-set-up',
    summary: 'Start using that secret, proved by one of its codes; returns ten recovery codes, only this once',
    input: z.strictObject({ code: z.string().max(100) }),
    reply: codes,
  }),
  renewRecoveryCodes: post('/rest/user/secondFactor/recoveryCodes', {
    who: 'student',
    freshProof: 'always',
    summary: 'Make ten new recovery codes, returned only this once; the old ones stop working',
    reply: codes,
  }),
  removeSecondFactor: post('/rest/user/secondFactor/remove', {
    who: 'student',
    freshProof: 'always',
    summary: 'Remove the authenticator app; refused where a second factor is required and there is no passkey',
  }),
}

export const secondFactorProblem = problems({
  second_factor_elsewhere: [409, 'Your organisation’s own sign-in service asks for your second factor.'],
  second_factor_not_begun: [409, 'This QR code has expired. Please start again.'],
  second_factor_not_found: [404, 'No authenticator app is set up.'],
  second_factor_required: [
    409,
    'Your role requires a second factor. Set up a passkey or an authenticator app before you remove this one.',
  ],
  code_wrong: [400, 'This code is incorrect or has already been used.'],
})
