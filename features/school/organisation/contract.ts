import { z } from 'zod'
import { Contact, Customer, eachDetail } from '#features/account/contract.ts'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'
import { noInvoicing, noPrimary, schoolTypes, yearLevels } from './rules.ts'

/** A contact as sent; without an `id` it is new. `type` is derived from the roles, so a sent one is ignored. */
export const SentContact = z.strictObject({
  id: z.string().max(100).optional(),
  firstName: z
    .string()
    .max(1000)
    .refine(...nameRule)
    .default(''),
  lastName: z
    .string()
    .max(1000)
    .refine(...nameRule)
    .default(''),
  email: z.string().max(1000),
  primaryContact: z.boolean().default(false),
  invoicingContact: z.boolean().default(false),
  libraryContact: z.boolean().default(true),
  marketingMaterial: z.boolean().default(false),
  type: z.enum(['PRIMARY', 'LIBRARY', 'BILLING']).optional(),
})
export type SentContact = z.infer<typeof SentContact>

const line = z.string().max(1000).optional()
/** Only the members to change. */
export const SentOrganisation = z.strictObject({
  ...eachDetail(() => line),
  name: z
    .string()
    .max(1000)
    .refine(...nameRule)
    .optional(),
  type: z.enum(['', ...schoolTypes]).optional(),
  yearLevel: z.enum(['', ...yearLevels]).optional(),
})
export type SentOrganisation = z.infer<typeof SentOrganisation>

export const PinState = z.object({
  /** End of this session's unlock for contacts and details; null while locked. */
  unlockedUntilDate: z.string().nullable(),
  /** End of the lock after too many wrong PINs of the caller; null when not locked. */
  lockedUntilDate: z.string().nullable(),
  /** False until a first PIN has been emailed. */
  hasPin: z.boolean(),
  /** The masked address for a new PIN; '' without a primary contact. */
  mailedTo: z.string(),
})
export type PinState = z.infer<typeof PinState>
const pinState = z.object({ response: PinState })

export const organisationApi = {
  updateCustomer: post('/rest/customer/update', {
    who: 'staff',
    freshProof: 'in-part',
    summary: 'Change the complete list of contacts, and the organisation’s details; needs the PIN',
    input: z.strictObject({
      contacts: z.array(SentContact).max(200).optional(),
      /** The version that was read; a stale one is refused, because someone has changed the contacts since. */
      contactsVersion: z.number().int().optional(),
      organisation: SentOrganisation.optional(),
    }),
    reply: z.object({ customer: Customer }),
  }),
  enterPin: post('/rest/customer/pin', {
    who: 'staff',
    summary: 'Enter the caller’s own PIN to unlock contacts and details for 15 minutes of this session',
    input: z.strictObject({
      pin: z
        .string()
        .max(100)
        .regex(/^[0-9]+$/, 'A PIN must be digits only.'),
      customerId: z.string().max(100),
    }),
    reply: pinState,
  }),
  pinState: get('/rest/customer/current/pin', {
    who: 'staff',
    summary: 'Whether this session can change contacts and details, and until when',
    reply: pinState,
  }),
  lockAgain: post('/rest/customer/current/pin/lock', {
    who: 'staff',
    summary: 'Lock contacts and details again in this session',
    reply: pinState,
  }),
  retrievePin: post('/rest/customer/current/retrievePin', {
    who: 'staff',
    summary:
      'Email the primary contact a new PIN; the old one stops working, or if a colleague asked, when the new one is used',
    reply: pinState,
  }),
}

const customerId = z.string().min(1).max(100)
const contactsReply = z.object({ contacts: z.array(Contact), contactsVersion: z.number().int() })

/**
 * Repairs by the customer team for a school that cannot help itself: its primary contact, or their address, is gone.
 */
export const deskSchoolApi = {
  deskContacts: get('/rest/desk/organisations/:customerId/contacts', {
    who: 'desk',
    summary: 'The contacts of an organisation, the primary one first',
    input: z.strictObject({ customerId }),
    reply: contactsReply,
  }),
  changeContacts: post('/rest/desk/organisations/:customerId/contacts', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Change the complete list of an organisation’s contacts; the primary contact gets an email',
    input: z.strictObject({
      customerId,
      contacts: z.array(SentContact).max(200),
      contactsVersion: z.number().int(),
    }),
    reply: contactsReply,
  }),
  deskResetPin: post('/rest/desk/organisations/:customerId/pin', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Email the primary contact a new PIN; the old one stops working',
    input: z.strictObject({ customerId }),
    reply: z.object({ response: z.object({ mailedTo: z.string() }) }),
  }),
}

export const organisationProblem = problems({
  organisation_not_found: [404, 'We couldn’t find this organisation.'],
  pin_required: [403, 'Please enter the PIN first.'],
  primary_contact_only: [403, 'Only the primary contact can change this.'],
  other_customer: [403, 'This is not your organisation.'],
  pin_wrong: [400, 'Incorrect PIN.'],
  pin_locked: [429, 'Too many incorrect PINs. Please try again later.'],
  pin_mail_limit: [429, 'We can’t email any more PINs today. Please try again tomorrow.'],
  primary_address_elsewhere: [403, 'Please change this address in your profile. It changes here once you confirm it.'],
  no_primary_contact: [409, 'We can’t send a PIN because the organisation has no primary contact with an account.'],
  invoicing_contact_missing: [400, noInvoicing],
  primary_contact_missing: [400, noPrimary],
  contact_invalid: [400, 'Please correct this contact first.'],
  contact_not_found: [404, 'We couldn’t find this contact.'],
  contacts_changed: [409, 'Someone else has just changed the contacts. Please check them and try again.'],
  details_invalid: [400, 'Please correct these details first.'],
})
