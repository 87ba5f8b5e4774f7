import { z } from 'zod'
import { get, post } from '#kit/contract.ts'
import { joinings, presets } from './rules.ts'

export const personName = z.string().trim().min(1, 'Please enter a username or an email address.').max(254).optional()

/** How a school's people sign in. Apart from the desk's contract, which School settings need not load. */
export const SchoolSignIn = z.object({
  /** Null: the school has chosen none. */
  serviceId: z.string().nullable(),
  /** Services that the school may choose, its own first. */
  services: z.array(z.object({ id: z.string(), name: z.string(), preset: z.enum(presets), own: z.boolean() })),
  emailDomain: z.string(),
  /** Why people of the domain are not led to the service and cannot join; empty if they can. */
  domainFault: z.string(),
  joining: z.enum(joinings),
  passwords: z.boolean(),
  /** The school’s people who are linked with the service. */
  linked: z.number().int(),
  /** Address where the school’s people sign in directly. */
  address: z.string(),
})
export type SchoolSignIn = z.infer<typeof SchoolSignIn>

export const schoolSignInApi = {
  schoolSignIn: get('/rest/customer/current/signIn', {
    who: 'primary-contact',
    summary: 'How the people of the caller’s school sign in',
    reply: z.object({ response: SchoolSignIn }),
  }),
  changeSchoolSignIn: post('/rest/customer/current/signIn', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Choose the sign-in service of the caller’s school, who may join by it, and whether passwords remain',
    input: z.strictObject({
      serviceId: z.string().max(100).nullable(),
      joining: z.enum(joinings),
      passwords: z.boolean(),
    }),
    reply: z.object({ response: SchoolSignIn }),
  }),
  unlinkPeople: post('/rest/customer/current/signIn/unlink', {
    who: 'primary-contact',
    freshProof: 'always',
    summary:
      'Unlink one person of the caller’s school, by username or email address, or everyone from its sign-in service',
    input: z.strictObject({ username: personName }),
    reply: z.object({ response: z.object({ people: z.number().int() }) }),
  }),
}
