import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'

const PolicySection = z.object({ heading: z.string(), paragraphs: z.array(z.string()) })
export type PolicySection = z.infer<typeof PolicySection>

export const Policy = z.object({
  version: z.string(),
  effectiveDate: z.string(),
  sections: z.array(PolicySection),
  /** Separate questions of the form; accepting the policy itself is another one. */
  consentTo: z.string(),
})
export type Policy = z.infer<typeof Policy>

export const consentApi = {
  privacyPolicy: get('/rest/gdpr-privacy-policy', {
    who: 'visitor',
    summary: 'The current privacy policy',
    input: z.strictObject({}),
    reply: z.object({ response: Policy }),
  }),
  validateConsentLink: get('/rest/gdpr-privacy-policy/validate-uuid/:uuid', {
    who: 'visitor',
    summary: 'Whether a consent link has been used, and the policy it asks about',
    input: z.strictObject({ uuid: z.string() }),
    reply: z.object({
      response: z.object({
        isUuidConsumed: z.boolean(),
        /** Null once the link has been used. */
        policy: Policy.nullable(),
        /** The person's or organisation's name; empty when the link has neither. */
        addressee: z.string(),
      }),
    }),
  }),
  updateConsent: post('/rest/gdpr-privacy-policy/update-consent', {
    who: 'visitor',
    summary: 'Answer the privacy policy from a one-time link; either answer may be no',
    input: z.strictObject({
      uuid: z.string('The link has no uuid.'),
      hasConsented: z.boolean('Please choose whether you consent.'),
      hasAccepted: z.boolean('Please choose whether you accept the privacy policy.'),
      /** The version that was shown: an answer to an older policy is refused. */
      policyVersion: z.string().optional(),
    }),
    reply: z.object({ messages: z.array(z.string()) }),
  }),
}

export const consentProblem = problems({
  consent_submitted: [409, 'Consent has already been submitted'],
  link_unknown: [400, 'This link is not valid. Please check that you copied all of it.'],
  link_expired: [400, 'This link has expired.'],
  policy_changed: [409, 'The privacy policy has changed since you opened it. Please read it again.'],
})
