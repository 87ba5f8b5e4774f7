import { z } from 'zod'
import { dayText, get, post, problems } from '#kit/contract.ts'

export const Role = z.enum(['student', 'staff', 'organisation-admin', 'primary-contact', 'desk', 'administrator'])

export const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(Role),
})

export const CustomerSubscription = z.object({
  id: z.string(),
  subscriptionType: z.object({ name: z.string() }),
  productCode: z.string(),
  product: z.object({ name: z.string() }),
  effectiveStartDate: z.string(),
  effectiveEndDate: dayText(),
  dueForRenewal: z.boolean(),
})

export const Contact = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  primaryContact: z.boolean(),
  invoicingContact: z.boolean(),
  libraryContact: z.boolean(),
  marketingMaterial: z.boolean(),
  type: z.enum(['PRIMARY', 'LIBRARY', 'BILLING']),
})
export type Contact = z.infer<typeof Contact>

/**
 * A school's details, in display order: each a column of the customer, with its label and the most
 * characters. Replies, the table's type, checks, the read-only view and the audit's comparison are derived from it.
 */
export const organisationDetails = {
  name: { label: 'Name', maxLength: 200 },
  streetAddress1: { label: 'Street address', maxLength: 200 },
  streetAddress2: { label: 'Street address (line 2)', maxLength: 200 },
  suburbCity: { label: 'Suburb or city', maxLength: 100 },
  state: { label: 'State or region', maxLength: 100 },
  postCode: { label: 'Postcode', maxLength: 20 },
  country: { label: 'Country', maxLength: 100 },
  /** Several lines, as on a parcel; empty if parcels go to the address above. */
  deliveryAddress: { label: 'Delivery address', maxLength: 500 },
} as const
export type DetailName = keyof typeof organisationDetails
export const detailNames = Object.keys(organisationDetails) as DetailName[]

export const eachDetail = <T>(of: (name: DetailName) => T) =>
  Object.fromEntries(detailNames.map((name) => [name, of(name)])) as Record<DetailName, T>

export const Organisation = z.object({
  ...eachDetail(() => z.string()),
  /** School type and year level from the specification's lists; '' when not given. */
  type: z.string(),
  yearLevel: z.string(),
})
export type Organisation = z.infer<typeof Organisation>
/** Members of an organisation that people see; also the customer's columns. */
export const organisationMembers: (keyof Organisation)[] = [...detailNames, 'type', 'yearLevel']

export const Customer = z.object({
  id: z.string(),
  customerNo: z.string(),
  name: z.string(),
  subscriptions: z.array(CustomerSubscription),
  emailDomain: z.string(),
  /** IANA name of the zone in which the school sees dates and times. */
  timeZone: z.string().optional(),
  /** Absent for students. */
  contacts: z.array(Contact).optional(),
  /** Version of the contacts list: a save sends it back, to detect concurrent changes. */
  contactsVersion: z.number().int().optional(),
  organisation: Organisation.optional(),
  apiUser: z.object({ id: z.string() }).optional(),
  /** The newest key's last four characters, '' without a key; primary contact only. */
  accessKey: z.string().optional(),
})
export type Customer = z.infer<typeof Customer>

/** `customer` is null for the provider's staff. */
export const CurrentUser = z.object({
  user: User,
  customer: Customer.nullable(),
  /** A required second factor is missing; until it is given the caller has no roles and no customer. */
  missingFactor: z.enum(['set-up', 'sign-in']).optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const accountApi = {
  currentUser: get('/rest/user/current', {
    who: 'student',
    withoutFactor: 'always',
    summary: 'The signed-in user and their customer; 403 for a visitor',
    reply: CurrentUser,
  }),
  currentCustomer: get('/rest/customer/current', {
    who: 'student',
    forKeys: 'any',
    summary: 'The signed-in user’s customer',
    reply: z.object({ customer: Customer }),
  }),
  login: get('/rest/user/login', {
    who: 'visitor',
    summary: 'Sign in, then go to `redirect`: a path, or an address of this site; anything else goes to the home page',
    // An invalid address is not refused: it leads home.
    input: z.object({
      redirect: z.string().optional().catch(undefined),
      /** Makes the issuer ask for credentials even if it remembers the person. */
      prompt: z.literal('login').optional().catch(undefined),
      /** The id of a sign-in service; without one, the portal’s own sign-in. */
      service: z.string().max(100).optional().catch(undefined),
      /** The address that the person entered, for the service. */
      hint: z.email().max(254).optional().catch(undefined),
    }),
    answers: 'redirect',
  }),
  loginCallback: get('/rest/user/login/callback', {
    who: 'visitor',
    summary: 'Where the OpenID issuer sends the browser back to',
    input: z.looseObject({}),
    answers: 'redirect',
  }),
  serviceCallback: get('/rest/user/login/callback/:service', {
    who: 'visitor',
    summary: 'Where a sign-in service sends the browser back to',
    input: z.looseObject({ service: z.string() }),
    answers: 'redirect',
  }),
  logout: post('/rest/user/logout', {
    who: 'visitor',
    summary: 'End this session here and at the issuer',
    reply: z.object({ endSessionUrl: z.string() }),
  }),
}

export const accountProblem = problems({
  sign_in_required: [403, 'Please sign in.'],
  not_allowed: [403, 'You don’t have permission to do this.'],
  no_customer: [404, 'You don’t belong to a school or organisation.'],
})
