import type { Generated } from 'kysely'
import type { Role } from '#kit/roles.ts'

export type SignInMethod = 'password' | 'passkey' | 'issuer'

/** Rows of migration 001, with what came since. Dates are `YYYY-MM-DD`, instants are Date. */
export type AccountTables = {
  installation: { key: string; value: unknown }
  customer: {
    id: string
    customerNo: string
    name: string
    type: Generated<string>
    emailDomain: Generated<string>
    apiUserId: string
    accessKeyHash: string | null
    accessKeyHint: string | null
    /** Who made it: it may do what they may. */
    accessKeyUserId: string | null
    accessKeyMadeAt: Date | null
    accessKeyUsedAt: Date | null
    pinHash: string | null
    nextPinHash: string | null
    streetAddress1: Generated<string>
    streetAddress2: Generated<string>
    suburbCity: Generated<string>
    state: Generated<string>
    country: Generated<string>
    postCode: Generated<string>
    yearLevel: Generated<string>
    contactsVersion: Generated<number>
    createdAt: Generated<Date>
  }
  appUser: {
    id: string
    customerId: string | null
    username: string
    email: string
    firstName: string
    lastName: string
    role: Role
    passwordHash: string | null
    /** Migration 015; null until it is changed for the first time. */
    passwordChangedAt: Generated<Date | null>
    subject: string | null
    /** The issuer whose name it is; null where that was not kept yet. */
    subjectIssuer: Generated<string | null>
    disabledAt: Date | null
    demo: Generated<boolean>
    createdAt: Generated<Date>
  }
  /** Migration 015. Only those that may not come again are kept. */
  formerPassword: { id: string; userId: string; passwordHash: string; replacedAt: Date }
  contact: {
    id: string
    customerId: string
    firstName: string
    lastName: string
    email: string
    primaryContact: Generated<boolean>
    invoicingContact: Generated<boolean>
    libraryContact: Generated<boolean>
    marketingMaterial: Generated<boolean>
    type: 'PRIMARY' | 'LIBRARY' | 'BILLING'
  }
  subscription: {
    id: string
    customerId: string
    typeName: string
    productCode: string
    productName: string
    startsOn: string
    endsOn: string
    /** Marked by the provider's team; features/shop/subscriptions/rules.ts tells what is due besides. */
    dueForRenewal: Generated<boolean>
    enrollmentSize: Generated<number | null>
    createdAt: Generated<Date>
    invoiceNumber: Generated<string>
    purchaseOrder: Generated<string>
    payorName: Generated<string>
    /** The one-time link that it was activated by. */
    linkId: Generated<string | null>
    /** The order that it was bought by. */
    orderId: Generated<string | null>
  }
  /** `settings` holds only what was saved. */
  customerSettings: { customerId: string; settings: unknown; updatedAt: Generated<Date> }
  session: {
    tokenHash: string
    id: string
    userId: string
    idToken: string | null
    userAgent: Generated<string>
    method: Generated<SignInMethod | ''>
    provedAt: Date | null
    /** Two factors were given in it. */
    secondFactor: Generated<boolean>
    /** `sid` at an outside issuer. */
    issuerSession: Generated<string | null>
    createdAt: Generated<Date>
    lastSeenAt: Generated<Date>
    expiresAt: Date
  }
  signIn: {
    stateHash: string
    browserHash: string
    nonce: string
    codeVerifier: string
    redirect: string
    asksPerson: Generated<boolean>
    expiresAt: Date
  }
  guess: { subject: string; failures: number; windowEndsAt: Date; blockedUntil: Date | null }
  oidcPayload: {
    model: string
    id: string
    payload: unknown
    grantId: string | null
    uid: string | null
    consumedAt: Date | null
    expiresAt: Date | null
  }
}
