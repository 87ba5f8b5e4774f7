import { z } from 'zod'
import { post } from '#kit/contract.ts'

/** The result of signing in as a library system. */
export const SignInCheck = z.object({
  outcome: z.enum([
    'works',
    'wrong_password',
    /** The password before the current one. */
    'former_password',
    /** The next password, which works from `takesEffectDate`. */
    'not_yet',
    'no_password',
    'switched_off',
    'no_subscription',
    'not_offered',
    /** The right password, but the server could not be reached, or refused it. */
    'unreachable',
    'refused',
  ]),
  takesEffectDate: z.string().nullable(),
  /** Number of records in the catalogue. */
  records: z.number().int(),
})
export type SignInCheck = z.infer<typeof SignInCheck>

export const checkSignInApi = {
  /** Beyond the specification. */
  checkSignIn: post('/rest/z3950settings/check', {
    who: 'staff',
    changes: false,
    summary:
      'Signs in by Z39.50 with this password, as the school’s library system would: whether it works, or why not',
    input: z.strictObject({ cust_id: z.string().max(100), password: z.string().min(1).max(200) }),
    reply: z.object({ response: SignInCheck }),
  }),
}
