/** What was done, in words. One that is not here is read out of its name. */
const actions: Record<string, string> = {
  contact_added: 'Contact added',
  contact_changed: 'Contact changed',
  contact_removed: 'Contact removed',
  message_changed: 'Message or banner changed',
  message_ended: 'Message or banner ended',
  message_removed: 'Message or banner removed',
  message_written: 'Message or banner written',
  organisation_changed: 'Details of the organisation changed',
  pin_renewed: 'New PIN mailed to the primary contact',
  pin_locked: 'PIN locked after wrong tries',
  role_changed: 'Role changed',
  email_domain_changed: 'E-mail domain of students changed',
  invitation_accepted: 'Invitation accepted',
  person_renamed: 'Name changed',
  password_changed: 'Password changed',
  email_change_asked: 'New e-mail address entered',
  email_changed: 'E-mail address changed',
  email_change_stopped: 'Change of an e-mail address stopped',
  settings_changed: 'Settings changed',
  person_added: 'Account added',
  person_shut_out: 'Account shut out',
  person_let_in: 'Account let in again',
  password_link_issued: 'Link for a new password issued',
  passkey_added: 'Passkey added',
  passkey_renamed: 'Passkey renamed',
  passkey_removed: 'Passkey removed',
  sessions_ended: 'Sign-ins ended',
  sign_in_linked: 'Linked with the sign-in of another service',
  student_invited: 'Student invited',
  student_changed: 'Student changed',
  student_removed: 'Student removed',
  colleague_invited: 'Colleague invited',
  colleague_removed: 'Colleague removed',
  z3950_password_reset: 'New Z39.50 password made',
  access_key_renewed: 'New access key made',
  access_key_withdrawn: 'Access key withdrawn',
  customer_opened: 'Organisation opened',
  subscription_added: 'Subscription added',
  subscription_changed: 'Subscription changed',
  subscription_activated: 'Subscription activated by a link',
  subscription_renewal_in_cart: 'Renewal put into the cart',
  link_issued: 'Link issued',
  link_withdrawn: 'Link withdrawn',
  product_added: 'Product added',
  product_changed: 'Product changed',
  product_withdrawn: 'Product withdrawn',
  product_offered: 'Product offered again',
  price_added: 'Price added',
  price_removed: 'Planned price taken back',
  price_ended: 'Price ended',
  depot_added: 'Depot added',
  depot_changed: 'Depot changed',
  depot_withdrawn: 'Depot no longer offered',
  depot_offered: 'Depot offered again',
  order_placed: 'Order placed, to be paid by invoice',
  order_paid: 'Order placed and paid by card',
  order_cancelled: 'Order cancelled',
  order_refunded: 'Order refunded',
  quote_made: 'Quote made',
  invoice_cancelled: 'Invoice cancelled',
  invoice_refunded: 'Invoice refunded',
  invoice_paid: 'Invoice paid by transfer',
  invoice_reminded: 'Reminder of an invoice mailed',
  payment_resolved: 'Held payment decided',
  privacy_policy_answered: 'Privacy policy answered',
}

export const namedActions: readonly string[] = Object.keys(actions)

const fields: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  emailDomain: 'E-mail domain',
  primaryContact: 'Primary contact',
  invoicingContact: 'Invoicing contact',
  libraryContact: 'Library contact',
  marketingMaterial: 'Marketing material',
  streetAddress1: 'Street address',
  streetAddress2: 'Street address, second line',
  suburbCity: 'Suburb or city',
  postCode: 'Postcode',
  yearLevel: 'Year level',
  downloadFileFormat: 'File format',
  deweyPref: 'Dewey number',
  deweyHoldingPref: 'Call number',
  isbnFormat: 'ISBN',
  subjectHeadingFormat: 'Subject headings',
  isbnDuplicateHandling: 'Several records for one identifier',
  checkUnmatchedRecordsDays: 'Days for which unmatched identifiers are tried again',
  downloadImageAlone: 'Covers in a file of their own',
  enableZ3950: 'Z39.50',
  localDepot: 'Depot',
  messageDesc: 'Title',
  messageType: 'Kind',
  content: 'Text',
  startDate: 'Begins',
  endDate: 'Ends',
  customers: 'Only for',
  customerNo: 'Number',
  linkDays: 'Days for which the link works',
  effectiveStartDate: 'Starts',
  effectiveEndDate: 'Ends',
  startsOn: 'Starts',
  endsOn: 'Ends',
  takesEffectDate: 'Takes effect',
  hasConsented: 'Consented',
  hasAccepted: 'Accepted',
  withdrawn: 'No longer offered',
  unitPrice: 'Price of one',
  enrollmentFrom: 'From so many pupils and students',
  termMonths: 'Months of the subscription',
  typeName: 'Type of the subscription',
  byEnrollment: 'Price by pupils and students',
  physical: 'Sent by post',
  mostInCart: 'Most in a cart',
  purchaseOrder: 'Purchase order number',
  validUntil: 'Holds until',
  subscriptionsEnded: 'Subscriptions ended',
}

/** Stored values that people know by another name. */
const values: Record<string, string> = {
  MARC_21: 'MARC 21 (UTF-8)',
  MARC_21_MARC8: 'MARC 21 (MARC-8)',
  MARC_XML: 'MARCXML',
  MODS_XML: 'MODS',
  FULL_DDC: 'full',
  ABRIDGED_DDC: 'abridged',
  SCIS_DEFAULT: '082',
  HOLDINGS_852: '082 and 852',
  ISBN: 'as catalogued',
  ISBN_10: 'ISBN-10',
  ISBN_13: 'ISBN-13',
  SCOT_SCIS_HEADINGS: 'ScOT and SCIS',
  SCIS_HEADINGS: 'SCIS',
  SCOT_HEADINGS: 'ScOT',
  PROMPT_LIST: 'ask which one',
  FIRST_MATCH: 'take the first',
  ALL_MATCHES: 'take all of them',
  PRIMARY: 'primary',
  LIBRARY: 'library',
  BILLING: 'billing',
}

/** `priceList_changed` and `priceList` as words. */
const spelled = (name: string) => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const actionInWords = (action: string): string => actions[action] ?? spelled(action)
export const fieldInWords = (field: string): string => fields[field] ?? spelled(field)

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const isoDay = /^\d{4}-\d\d-\d\d$/

/** Any value that is kept with a change; '' for none. */
export function valueInWords(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return field === 'checkUnmatchedRecordsDays' && value <= 0 ? 'never' : String(value)
  if (value instanceof Date) return momentInWords(value)
  if (typeof value === 'string') {
    if (isoDay.test(value))
      return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
    if (isoInstant.test(value)) return momentInWords(new Date(value))
    if (field === 'role') return value.replaceAll('-', ' ')
    return values[value] ?? value
  }
  if (Array.isArray(value)) return value.map((each) => valueInWords(each, field)).join(', ')
  return Object.entries(value)
    .map(([name, each]) => `${fieldInWords(name)}: ${valueInWords(each, name) || 'none'}`)
    .join(', ')
}

export const momentInWords = (date: Date): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date)

/** Fields stand in the order in which they are listed above, others behind them. */
const place = (field: string) => {
  const found = Object.keys(fields).indexOf(field)
  return found < 0 ? Number.MAX_SAFE_INTEGER : found
}

export type ChangedField = { field: string; from: string; to: string }

/** What a change made of what, field by field. What follows from other fields is left out. */
export function changedFields({ before, after }: { before: object; after: object }): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((a, b) => place(a) - place(b))
  const rolesTell = ['primaryContact', 'libraryContact', 'invoicingContact'].some((role) => names.includes(role))
  // Of what is wholly new or gone, what it is not is not worth a line.
  const whole = [before, after].some((side) => Object.keys(side).length === 0)
  const wordsOf = (side: object, name: string) => {
    const value = (side as Record<string, unknown>)[name]
    return whole && value === false ? '' : valueInWords(value, name)
  }
  return names
    .filter((name) => !(name === 'type' && rolesTell))
    .map((name) => ({ field: fieldInWords(name), from: wordsOf(before, name), to: wordsOf(after, name) }))
    .filter(({ from, to }) => from !== '' || to !== '')
}
