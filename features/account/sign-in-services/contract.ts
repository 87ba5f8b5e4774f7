import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'
import { presets, serviceKinds, servicesAtMost } from './rules.ts'
import { personName } from './school-contract.ts'

const id = z.string().max(100)
const name = z
  .string()
  .trim()
  .max(60)
  .refine(...nameRule)
const address = z.string().trim().max(500)

/** A sign-in service without its secret. */
export const SignInService = z.object({
  id: z.string(),
  kind: z.enum(serviceKinds),
  preset: z.enum(presets),
  name: z.string(),
  /** Null: offered to every school. */
  customerId: z.string().nullable(),
  organisation: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  signOnUrl: z.string(),
  certificates: z.array(z.string()),
  /** The last day on which one of them is valid; null without any. */
  certificatesExpire: z.string().nullable(),
  trustsAddresses: z.boolean(),
  forProvider: z.boolean(),
  enabled: z.boolean(),
  /** The address to which the service returns the browser; for SAML, the ACS. */
  callbackUrl: z.string(),
  /** Schools that chose it, and people who are linked with it. */
  schools: z.number().int(),
  people: z.number().int(),
})
export type SignInService = z.infer<typeof SignInService>

const Given = z.strictObject({
  id,
  name,
  issuer: address,
  clientId: z.string().trim().max(300),
  /** Left out of a change, the former one stays. */
  clientSecret: z.string().max(2000).optional(),
  signOnUrl: address,
  certificates: z.array(z.string().max(20_000)).max(10),
  trustsAddresses: z.boolean(),
  forProvider: z.boolean(),
})

export const deskServicesApi = {
  deskSignInServices: get('/rest/desk/signInServices', {
    who: 'desk',
    summary: 'The sign-in services other than the portal’s own',
    reply: z.object({ response: z.array(SignInService) }),
  }),
  addSignInService: post('/rest/desk/signInServices', {
    who: 'administrator',
    freshProof: 'always',
    summary: 'Add a sign-in service',
    input: Given.extend({
      kind: z.enum(serviceKinds).default('oidc'),
      preset: z.enum(presets).default(''),
      customerId: id.nullable().default(null),
      clientId: Given.shape.clientId.default(''),
      signOnUrl: address.default(''),
      certificates: Given.shape.certificates.default([]),
      trustsAddresses: z.boolean().default(false),
      forProvider: z.boolean().default(false),
    }),
    reply: z.object({ response: SignInService }),
  }),
  changeSignInService: post('/rest/desk/signInServices/change', {
    who: 'administrator',
    freshProof: 'always',
    summary: 'Change a sign-in service, or switch it on or off; switched off, it signs out the people it signed in',
    input: Given.partial().extend({ id, enabled: z.boolean().optional() }),
    reply: z.object({ response: SignInService }),
  }),
  removeSignInService: post('/rest/desk/signInServices/remove', {
    who: 'administrator',
    freshProof: 'always',
    summary: 'Remove a sign-in service with its links to people, who keep their accounts',
    input: z.strictObject({ id }),
  }),
  unlinkFromService: post('/rest/desk/signInLinks/remove', {
    who: 'desk',
    freshProof: 'always',
    summary:
      'Unlink one person, by username or email address, or everyone from a sign-in service; they are linked again by their address',
    input: z.strictObject({ id, username: personName }),
    reply: z.object({ response: z.object({ people: z.number().int() }) }),
  }),
  checkSignInService: post('/rest/desk/signInServices/check', {
    who: 'administrator',
    freshProof: 'always',
    summary: 'Check a sign-in service’s description of itself',
    input: z.strictObject({ id }),
    reply: z.object({ response: z.object({ works: z.boolean(), sentence: z.string() }) }),
  }),
}

/** Paste's limit: a service's metadata has a few kB, a federation's list many MB. */
export const metadataAtMost = 200_000

export const samlApi = {
  readSamlMetadata: post('/rest/desk/signInServices/readMetadata', {
    who: 'administrator',
    freshProof: 'always',
    summary: 'Read the settings for a new SAML service from its metadata',
    input: z.strictObject({ metadata: z.string().max(metadataAtMost) }),
    reply: z.object({
      response: z.object({
        issuer: z.string(),
        signOnUrl: z.string(),
        certificates: z.array(z.object({ pem: z.string(), name: z.string(), expiresDate: z.string() })),
      }),
    }),
  }),
}

export const signInServiceProblem = problems({
  service_not_found: [404, 'We couldn’t find this sign-in service.'],
  service_incomplete: [400, 'Please complete the sign-in service’s details.'],
  service_exists: [409, 'Another sign-in service already has this ID.'],
  too_many_services: [409, `You can have at most ${servicesAtMost} sign-in services.`],
  organisation_not_found: [400, 'We couldn’t find this organisation.'],
  service_not_offered: [400, 'This sign-in service is not offered to your school.'],
  domain_unfit: [400, 'People can’t join by email domain.'],
  metadata_unreadable: [400, 'We can’t read this metadata.'],
  nobody_linked: [404, 'No one is linked to this service.'],
  service_needed: [400, 'Please choose a sign-in service first.'],
})
