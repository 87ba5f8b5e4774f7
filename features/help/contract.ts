import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'

export const maxMessageLength = 5000
export const maxPageLength = 500

/** A message to the customer team. Signed-in people are known by their account: their name and address are ignored. */
export const ContactMessage = z.strictObject({
  message: z
    .string()
    .trim()
    .min(1, 'Please enter a message.')
    .max(maxMessageLength, `Please enter at most ${maxMessageLength} characters.`),
  /** The screen it is about, as its path; '' if none. */
  page: z.string().max(maxPageLength).default(''),
  /** A download request's, catalogue request's, order's or invoice's number. */
  requestNumber: z.string().trim().max(100, 'Please enter at most 100 characters.').default(''),
  name: z
    .string()
    .trim()
    .max(200, 'Please enter at most 200 characters.')
    .refine(...nameRule)
    .default(''),
  emailId: z.string().max(300, 'Please enter a single email address.').default(''),
  /** Visitors only. */
  recaptcha_token: z.string().optional(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** Steps of a new school, each true once anyone there has taken it. */
export const FirstSteps = z.object({ librarySystem: z.boolean(), download: z.boolean(), colleague: z.boolean() })
export type FirstSteps = z.infer<typeof FirstSteps>

/** The services that the status page lists. */
export const ServiceName = z.enum(['catalogue', 'accounts', 'downloads', 'mails'])
export type ServiceName = z.infer<typeof ServiceName>

/** `sinceDate`: when a fault was first noticed; null while the service works. */
export const ServiceState = z.object({ name: ServiceName, works: z.boolean(), sinceDate: z.string().nullable() })
export type ServiceState = z.infer<typeof ServiceState>

export const helpApi = {
  contact: post('/rest/contact', {
    who: 'visitor',
    summary: 'Email a message to the customer team; a visitor also sends an address and the answer of a human check',
    input: ContactMessage,
    reply: z.object({ response: z.object({ replyTo: z.string() }) }),
  }),
  serviceStatus: get('/rest/status', {
    who: 'visitor',
    summary: 'Which services work, and since when others do not',
    input: z.strictObject({}),
    reply: z.object({ response: z.object({ checkedDate: z.string(), services: z.array(ServiceState) }) }),
  }),
  hints: get('/rest/user/hints', {
    who: 'staff',
    summary: 'Whether the caller has hidden the hints for new people, and which first steps their school has taken',
    input: z.strictObject({}),
    reply: z.object({ response: z.object({ ended: z.boolean(), steps: FirstSteps }) }),
  }),
  endHints: post('/rest/user/hints/end', {
    who: 'staff',
    summary: 'Hide the hints for new people on all the caller’s devices',
    input: z.strictObject({}),
    reply: z.object({ response: z.object({ ended: z.literal(true) }) }),
  }),
}

export const helpProblem = problems({
  no_address: [400, 'Please enter your email address.'],
})
