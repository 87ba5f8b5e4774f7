/** Sign-ins and attempts: there are many, and a school must not read those of its people. */
export const signInActions = [
  'signed_in',
  'signed_out',
  'sign_in_refused',
  'pin_entered',
  'pin_refused',
  'library_system_signed_in',
  'library_system_refused',
] as const

export const auditKinds = ['changes', 'sign-ins', 'commands'] as const

/** Prefix of the user name for a command given on the machine itself. */
export const commandLineMark = 'command line'

type Actor = { changedBy: string; cameFrom: string }

export const isAddress = (cameFrom: string): boolean => cameFrom !== '' && !cameFrom.startsWith(commandLineMark)

/** Who did it, including actors outside the portal. */
export const whoInWords = ({ changedBy, cameFrom }: Actor): string =>
  changedBy ||
  (cameFrom === '' ? 'By the portal itself' : isAddress(cameFrom) ? 'Nobody signed in' : `At the ${cameFrom}`)

/** Actions in words. One that is missing here is derived from its name. */
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
  secret_key_rotated: 'Secret key replaced',
  secrets_reset: 'Secrets replaced',
  person_added: 'Account added',
  person_shut_out: 'Account shut out',
  person_let_in: 'Account let in again',
  password_link_issued: 'Link for a new password issued',
  passkey_added: 'Passkey added',
  passkey_renamed: 'Passkey renamed',
  passkey_removed: 'Passkey removed',
  second_factor_set_up: 'Authenticator app set up',
  second_factor_removed: 'Authenticator app removed',
  second_factor_reset: 'Second factor reset',
  recovery_codes_renewed: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  sessions_ended: 'Sign-ins ended',
  sign_in_linked: 'Linked with the sign-in of another service',
  person_joined: 'Joined by a sign-in service of the school',
  student_invited: 'Student invited',
  student_changed: 'Student changed',
  student_removed: 'Student removed',
  colleague_invited: 'Colleague invited',
  colleague_removed: 'Colleague removed',
  z3950_password_reset: 'New Z39.50 password made',
  library_system_signed_in: 'Library system signed in, first of the day',
  library_system_refused: 'Library system refused, first of the day',
  library_system_chosen: 'Library system chosen',
  access_key_made: 'Access key made',
  access_key_changed: 'Access key changed',
  access_key_renewed: 'Access key renewed',
  access_key_withdrawn: 'Access key withdrawn',
  webhook_made: 'Webhook made',
  webhook_changed: 'Webhook changed',
  webhook_renewed: 'Secret of a webhook renewed',
  webhook_removed: 'Webhook removed',
  webhook_switched_off: 'Webhook switched off by failures',
  webhook_sent_again: 'Delivery to a webhook sent again',
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
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  sign_in_refused: 'Sign-in refused',
  pin_entered: 'PIN entered',
  pin_refused: 'PIN refused',
  password_link_asked: 'Link for a new password asked for',
  audit_exported: 'Audit log taken as a table',
  invoice_taken: 'Invoice of a school taken as PDF',
  job_retried: 'Failed job tried again',
  items_catalogued: 'Catalogue request answered with a record',
  items_declined: 'Catalogue request declined',
  items_checked_in: 'Parcel checked in',
  check_in_undone: 'Check-in undone',
  requester_written_to: 'Message on a catalogue request',
  backup_made: 'Backup made',
  backup_restored: 'Backup restored',
  records_loaded: 'Records loaded',
  records_removed: 'Records removed',
  headings_loaded: 'Headings loaded',
  headings_removed: 'Headings removed',
  covers_loaded: 'Covers loaded',
  index_rebuilt: 'Index rebuilt',
  authorities_released: 'Authority files released',
  collections_loaded: 'Collections loaded',
  collections_removed: 'Collections removed',
}

export const namedActions: readonly string[] = Object.keys(actions)

/** The actions whose words contain this text. */
export const actionsLike = (text: string): string[] =>
  namedActions.filter((action) => actionInWords(action).toLowerCase().includes(text.toLowerCase()))

/** In display order. */
export const fields: Record<string, string> = {
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
  librarySystem: 'Library system',
  protocol: 'Protocol',
  outcome: 'Outcome',
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
  records: 'Records',
  headings: 'Authority records',
  files: 'Files',
  rows: 'Rows of the database',
  takenAt: 'Backup of',
  method: 'Signed in by',
  recoveryCodesLeft: 'Recovery codes left',
}

/** Turns `priceList_changed` and `priceList` into words. */
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
