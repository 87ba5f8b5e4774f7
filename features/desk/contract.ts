import { z } from 'zod'
import { Role } from '#features/account/contract.ts'
import { badDomain } from '#features/school/students/rules.ts'
import { nameRule } from '#kit/bare-link.ts'
import { dayText, get, post, problems } from '#kit/contract.ts'
import { issuedPurposes, linkPurposes, subscriptionTypes } from './rules.ts'

const id = z.string().min(1).max(100)
const day = dayText()
const page = { page: z.coerce.number().int().min(1).max(10_000).default(1) }
const text = { text: z.string().trim().max(200).optional() }
const listOf = <T extends z.ZodType>(line: T) => z.object({ response: z.array(line), totalCount: z.number().int() })

export const OrganisationLine = z.object({
  id: z.string(),
  customerNo: z.string(),
  name: z.string(),
  type: z.string(),
  /** Type names of its current subscriptions. */
  currentTypes: z.array(z.string()),
  /** Last day of the latest subscription; null if there never was one. */
  lastEndDate: z.string().nullable(),
  dueForRenewal: z.boolean(),
  people: z.number().int(),
})
export type OrganisationLine = z.infer<typeof OrganisationLine>

export const PersonLine = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  customerId: z.string().nullable(),
  organisation: z.string(),
  disabled: z.boolean(),
  /** Has a password, or has signed in through an outside issuer. */
  canSignIn: z.boolean(),
  /** True with an authenticator app or a passkey. */
  secondFactor: z.boolean(),
  /** Number of live sessions. */
  sessions: z.number().int(),
  lastSeenDate: z.string().nullable(),
})
export type PersonLine = z.infer<typeof PersonLine>

export const SubscriptionLine = z.object({
  id: z.string(),
  customerId: z.string(),
  organisation: z.string(),
  customerNo: z.string(),
  subscriptionType: z.object({ name: z.string() }),
  productCode: z.string(),
  product: z.object({ name: z.string() }),
  effectiveStartDate: z.string(),
  effectiveEndDate: z.string(),
  /** Whether it is due for renewal, as the school sees it. */
  dueForRenewal: z.boolean(),
  /** The desk's mark, one of the reasons to be due. */
  markedDue: z.boolean(),
  state: z.enum(['current', 'future', 'ended']),
})
export type SubscriptionLine = z.infer<typeof SubscriptionLine>

export const LinkLine = z.object({
  id: z.string(),
  purpose: z.string(),
  state: z.enum(['waiting', 'used', 'expired', 'withdrawn']),
  customerId: z.string().nullable(),
  organisation: z.string(),
  /** The recipient, if it is for one person. */
  person: z.string(),
  issuedBy: z.string(),
  createdDate: z.string(),
  expiresDate: z.string(),
  usedDate: z.string().nullable(),
})
export type LinkLine = z.infer<typeof LinkLine>

export const JobLine = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'again', 'working', 'failed']),
  tries: z.number().int(),
  /** Names and ids that the job is about. */
  about: z.string(),
  /** Why the last attempt failed; '' if none has. */
  reason: z.string(),
  createdDate: z.string(),
  /** When it will run next, or last ran. */
  nextDate: z.string(),
})
export type JobLine = z.infer<typeof JobLine>

/** Refusals since midnight at the provider, by the method that was tried. */
const refusal = { method: z.string(), count: z.number().int(), latestDate: z.string() }
const term = {
  /** The latest day on which the organisation has a subscription; null for the provider or if it never had one. */
  subscribedUntil: z.string().nullable(),
  subscribed: z.boolean(),
}
/** The service that the school’s people must use because the school has turned its passwords off. */
const onlyService = z.string().nullable()

const PersonSignIn = z.object({
  person: PersonLine,
  hasPassword: z.boolean(),
  /** When the person last chose a password; null if never, or before that was recorded. */
  passwordDate: z.string().nullable(),
  /** Names of the outside sign-in services that the account is linked to; '' is the one of the settings. */
  services: z.array(z.string()),
  onlyService,
  authenticatorApp: z.boolean(),
  passkeys: z.number().int(),
  /** Latest sign-in in the audit log. */
  lastSignIn: z.object({ happenedDate: z.string(), method: z.string() }).nullable(),
  refusedToday: z.array(z.object(refusal)),
  ...term,
})

const OrganisationSignIn = z.object({
  people: z.number().int(),
  /** People who are enabled and have a password or a linked sign-in service. */
  canSignIn: z.number().int(),
  disabled: z.number().int(),
  secondFactor: z.number().int(),
  onlyService,
  lastSignIn: z.object({ happenedDate: z.string(), method: z.string(), username: z.string() }).nullable(),
  /** The usernames refused most often, at most 10. */
  refusedToday: z.array(z.object({ username: z.string(), ...refusal })),
  ...term,
})

const Organisation = OrganisationLine.omit({ people: true }).extend({
  emailDomain: z.string(),
  createdDate: z.string(),
  contacts: z.array(
    z.object({ id: z.string(), name: z.string(), email: z.string(), type: z.string(), invoicing: z.boolean() }),
  ),
  people: z.array(PersonLine),
  subscriptions: z.array(SubscriptionLine),
  links: z.array(LinkLine),
  downloads: z.number().int(),
  lastDownloadDate: z.string().nullable(),
})
export type Organisation = z.infer<typeof Organisation>

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(...nameRule)
const personName = z
  .string()
  .trim()
  .max(100)
  .refine(...nameRule)
const email = z.string().trim().max(254)
const line = z.string().trim().max(100)
/** For an organisation without an account; it completes what is missing before it orders. */
const address = z
  .strictObject({
    streetAddress1: line.default(''),
    streetAddress2: line.default(''),
    suburbCity: line.default(''),
    state: line.default(''),
    postCode: line.max(20).default(''),
    country: line.default(''),
  })
  .optional()

export const NewPerson = z.strictObject({
  /** Null for the provider's own people. */
  customerId: id.nullable(),
  email,
  firstName: personName,
  lastName: personName,
  role: Role,
})

/** A new one-time link; its address is returned once and stored nowhere. */
const Issued = z.object({ address: z.string(), expiresDate: z.string(), mailedTo: z.string() })
export type Issued = z.infer<typeof Issued>

export const deskApi = {
  deskOrganisations: get('/rest/desk/organisations', {
    who: 'desk',
    summary: 'Organisations by name, number, email domain, or the name or email of their people and contacts',
    input: z.strictObject({ ...page, ...text, state: z.enum(['current', 'trial', 'due', 'none']).optional() }),
    reply: listOf(OrganisationLine),
  }),
  deskOrganisation: get('/rest/desk/organisations/:customerId', {
    who: 'desk',
    summary: 'Everything about one organisation',
    input: z.strictObject({ customerId: id }),
    reply: z.object({ response: Organisation }),
  }),
  addOrganisation: post('/rest/desk/organisations', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Add an organisation and its primary contact, who is emailed a link to choose a password',
    input: z.strictObject({
      name,
      emailDomain: z.string().trim().max(200).default(''),
      firstName: personName,
      lastName: personName,
      email,
      address,
    }),
    reply: z.object({ response: z.object({ id: z.string(), customerNo: z.string(), mailedTo: z.string() }) }),
  }),
  organisationSignIn: get('/rest/desk/organisations/:customerId/sign-in', {
    who: 'desk',
    summary: 'Whether people of an organisation can sign in: accounts, subscription, last sign-in, today’s refusals',
    input: z.strictObject({ customerId: id }),
    reply: z.object({ response: OrganisationSignIn }),
  }),
  deskPeople: get('/rest/desk/users', {
    who: 'desk',
    summary: 'People of all organisations and the provider’s own',
    input: z.strictObject({
      ...page,
      ...text,
      role: Role.optional(),
      state: z.enum(['active', 'disabled', 'never']).optional(),
    }),
    reply: listOf(PersonLine),
  }),
  addPerson: post('/rest/desk/users', {
    who: 'desk',
    freshProof: 'always',
    summary:
      'Add a person, who is emailed a link to choose a password; only administrators add the provider’s own people',
    input: NewPerson,
    reply: z.object({ response: PersonLine }),
  }),
  changePerson: post('/rest/desk/users/:userId', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Change a person’s role, or disable or enable their account',
    input: z.strictObject({ userId: id, role: Role.optional(), disabled: z.boolean().optional() }),
    reply: z.object({ response: PersonLine }),
  }),
  resetPassword: post('/rest/desk/users/:userId/reset', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Issue a one-time link to choose a password; emailed, or returned to be handed over',
    input: z.strictObject({ userId: id, mail: z.boolean().default(true) }),
    reply: z.object({ response: Issued }),
  }),
  personSignIn: get('/rest/desk/users/:userId/sign-in', {
    who: 'desk',
    summary: 'Whether a person can sign in: account, password, second factor, last sign-in and today’s refusals',
    input: z.strictObject({ userId: id }),
    reply: z.object({ response: PersonSignIn }),
  }),
  resetSecondFactor: post('/rest/desk/users/:userId/reset-second-factor', {
    who: 'desk',
    freshProof: 'always',
    summary:
      'Remove a person’s authenticator app, recovery codes and passkeys, and end their sessions; they are emailed',
    input: z.strictObject({ userId: id }),
    reply: z.object({ response: PersonLine }),
  }),
  endSessionsOf: post('/rest/desk/users/:userId/sign-out', {
    who: 'desk',
    summary: 'End all sessions of a person',
    input: z.strictObject({ userId: id }),
    reply: z.object({ response: PersonLine }),
  }),
  deskSubscriptions: get('/rest/desk/subscriptions', {
    who: 'desk',
    summary: 'Subscriptions of all organisations: the next to end first, then ended ones, latest first',
    input: z.strictObject({
      ...page,
      ...text,
      state: z.enum(['current', 'ending', 'renewals', 'due', 'future', 'ended']).optional(),
      type: z.enum(subscriptionTypes).optional(),
    }),
    reply: listOf(SubscriptionLine),
  }),
  addSubscription: post('/rest/desk/subscriptions', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Give an organisation a subscription',
    input: z.strictObject({
      customerId: id,
      type: z.enum(subscriptionTypes),
      productCode: z.string().trim().min(1).max(40),
      productName: name,
      effectiveStartDate: day,
      effectiveEndDate: day,
    }),
    reply: z.object({ response: SubscriptionLine }),
  }),
  changeSubscription: post('/rest/desk/subscriptions/:subscriptionId', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Change when a subscription starts and ends, or mark it as due for renewal early',
    input: z.strictObject({
      subscriptionId: id,
      effectiveStartDate: day.optional(),
      effectiveEndDate: day.optional(),
      markedDue: z.boolean().optional(),
    }),
    reply: z.object({ response: SubscriptionLine }),
  }),
  deskLinks: get('/rest/desk/links', {
    who: 'desk',
    summary: 'One-time links, newest first, without their secrets',
    input: z.strictObject({
      ...page,
      ...text,
      purpose: z.enum(linkPurposes).optional(),
      state: z.enum(['waiting', 'used', 'expired', 'withdrawn']).optional(),
    }),
    reply: listOf(LinkLine),
  }),
  issueDeskLink: post('/rest/desk/links', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Issue a one-time link for a trial, complimentary access or consent, to an organisation or an applicant',
    input: z.strictObject({
      purpose: z.enum(issuedPurposes),
      customerId: id.optional(),
      applicant: z
        .strictObject({
          organisation: name,
          firstName: personName,
          lastName: personName,
          email,
          address,
        })
        .optional(),
      linkDays: z.number().int().min(1).max(365).default(30),
      mail: z.boolean().default(false),
    }),
    reply: z.object({ response: Issued }),
  }),
  withdrawDeskLink: post('/rest/desk/links/:linkId/withdraw', {
    who: 'desk',
    summary: 'Withdraw a link that has not been used',
    input: z.strictObject({ linkId: id }),
    reply: z.object({ response: LinkLine }),
  }),
  deskJobs: get('/rest/desk/jobs', {
    who: 'desk',
    summary: 'Queued, running and failed background jobs, newest first',
    input: z.strictObject({ ...page, state: z.enum(['waiting', 'again', 'working', 'failed']).optional() }),
    reply: listOf(JobLine),
  }),
  retryJob: post('/rest/desk/jobs/:jobId/retry', {
    who: 'desk',
    summary: 'Retry a failed job',
    input: z.strictObject({ jobId: id }),
    reply: z.object({ response: z.object({ id: z.string() }) }),
  }),
}

export const deskProblem = problems({
  organisation_not_found: [404, 'We couldn’t find this organisation.'],
  no_second_factor: [409, 'This person has no second factor.'],
  person_not_found: [404, 'We couldn’t find this person.'],
  subscription_not_found: [404, 'We couldn’t find this subscription.'],
  link_not_found: [404, 'We couldn’t find this link.'],
  for_whom: [400, 'Please choose who the link is for.'],
  job_not_found: [404, 'This job no longer exists.'],
  not_your_own: [400, 'You can’t change your own account here. Ask someone else on the team.'],
  administrators_only: [403, 'Only administrators can change the accounts of the provider’s own people.'],
  role_of_other_side: [
    400,
    'This person can’t have this role: school roles are for schools, team roles for the customer team.',
  ],
  number_taken: [409, 'There is already an organisation with this number.'],
  account_exists: [409, 'There is already an account with this email address.'],
  passwords_elsewhere: [400, 'People sign in with another service, which manages their passwords.'],
  person_disabled: [400, 'This account is disabled. Enable it first.'],
  last_administrator: [400, 'This is the last administrator.'],
  address_invalid: [400, 'Please correct the address.'],
  bad_domain: [400, badDomain],
  product_unknown: [400, 'There is no product with this code.'],
  dates_turned: [400, 'A subscription can’t end before it starts.'],
  link_over: [409, 'This link has already been used or has expired.'],
  job_not_failed: [409, 'This job hasn’t failed, or is already being retried.'],
  not_one_address: [400, 'Please enter a single email address.'],
})
