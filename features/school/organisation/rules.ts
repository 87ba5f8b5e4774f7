import { type DetailName, detailNames, organisationDetails } from '#features/account/contract.ts'
import { addressFaults } from '#kit/address-faults.ts'

/** The specification's lists; '' is not given yet. */
export const schoolTypes = [
  'Government school',
  'Independent school',
  'Catholic school',
  'School (other)',
  'Tertiary',
] as const
export const yearLevels = ['Primary', 'Secondary', 'Pre-school', 'Other'] as const

export const pinLength = 6
/** Wrong PINs of one person before a lock, and the lock's length. */
export const pinTries = 5
export const pinLockMinutes = 15
/** Daily limits of wrong PINs: per person, and for everyone but the primary contact together. */
export const pinTriesADay = 10
export const pinTriesOfOthersADay = 100
export const unlockMinutes = 15
/** Daily limit of emailed PINs: the primary contact's requests, and separately everyone else's. */
export const pinMailsADay = 3

export const maxNameLength = 100

export type ContactDraft = {
  firstName: string
  lastName: string
  email: string
  primaryContact: boolean
  invoicingContact: boolean
  libraryContact: boolean
  marketingMaterial: boolean
}

/** A new contact's initial values. */
export const newContact: ContactDraft = {
  firstName: '',
  lastName: '',
  email: '',
  primaryContact: false,
  invoicingContact: false,
  libraryContact: true,
  marketingMaterial: false,
}

export const noInvoicing = 'There should be atleast one invoicing contact'
export const noPrimary = 'There should be one primary contact'
const noName = 'Please enter a name'
const noAddress = 'Please enter a single email address'
const tooLong = `Please use at most ${maxNameLength} characters`

/** PRIMARY takes precedence; LIBRARY covers library with or without invoicing, BILLING invoicing alone. */
export function contactType(
  contact: Omit<ContactDraft, 'firstName' | 'lastName' | 'email' | 'marketingMaterial'>,
): 'PRIMARY' | 'LIBRARY' | 'BILLING' {
  if (contact.primaryContact) return 'PRIMARY'
  return contact.invoicingContact && !contact.libraryContact ? 'BILLING' : 'LIBRARY'
}

/** Faults of one contact, by field. */
export function contactFaults({ firstName, lastName, email }: ContactDraft) {
  const faults: Partial<Record<'firstName' | 'lastName' | 'email', string>> = {}
  if (!firstName.trim() && !lastName.trim()) faults.firstName = noName
  if (firstName.trim().length > maxNameLength) faults.firstName = tooLong
  if (lastName.trim().length > maxNameLength) faults.lastName = tooLong
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(email.trim()) || email.length > 254) faults.email = noAddress
  return faults
}

/** A fault of the contacts as a whole, or undefined. */
export function contactsFault(contacts: readonly ContactDraft[]): 'invoicing' | 'primary' | undefined {
  if (!contacts.some(({ invoicingContact }) => invoicingContact)) return 'invoicing'
  return contacts.filter(({ primaryContact }) => primaryContact).length === 1 ? undefined : 'primary'
}

export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<ContactDraft, 'firstName' | 'lastName' | 'email'>): string => `${firstName} ${lastName}`.trim() || email

/**
 * Faults of an organisation's details after a change, by field: of what has changed, and with the country also of state
 * and postcode. Parts of the address may be missing.
 */
export function detailFaults(details: Record<DetailName, string>, changed: readonly string[]) {
  const faults: Partial<Record<DetailName, string>> = {}
  const ofAddress: typeof faults = addressFaults(details, { complete: false })
  const dependent = changed.includes('country') ? ['state', 'postCode'] : []
  for (const name of detailNames.filter((each) => changed.includes(each) || dependent.includes(each))) {
    const { maxLength } = organisationDetails[name]
    if (ofAddress[name]) faults[name] = ofAddress[name]
    if (details[name].trim().length > maxLength) faults[name] = `Please use at most ${maxLength} characters`
    else if (name === 'name' && details.name.trim() === '') faults.name = 'Please enter your organisation’s name'
  }
  return faults
}
