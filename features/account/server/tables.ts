import type { Generated } from 'kysely'
import type { Day, Zone } from '#kit/day.ts'
import type { Language } from '#kit/messages.ts'
import type { Role } from '#kit/roles.ts'
import type { Organisation } from '../contract.ts'

export type SignInMethod = 'password' | 'passkey' | 'issuer'

/** Rows of migration 001 and its changes. Dates are `YYYY-MM-DD`, instants are Date. */
export type AccountTables = {
  installation: { key: string; value: unknown }
  customer: Record<Exclude<keyof Organisation, 'name'>, Generated<string>> & {
    id: string
    customerNo: string
    name: string
    emailDomain: Generated<string>
    apiUserId: string
    pinHash: string | null
    nextPinHash: string | null
    contactsVersion: Generated<number>
    /** Migration 049; null until chosen. */
    language: Generated<Language | null>
    /** Migration 057; null until chosen. */
    timeZone: Generated<Zone | null>
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
    /** Migration 015; null until the first change. */
    passwordChangedAt: Generated<Date | null>
    disabledAt: Date | null
    language: Generated<Language | null>
    demo: Generated<boolean>
    createdAt: Generated<Date>
    /** Migration 050: when the person ended the hints for new people. */
    hintsEndedAt: Generated<Date | null>
  }
  /** Migration 015. Only passwords that may not be reused are kept. */
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
    startsOn: Day
    endsOn: Day
    /** Set by the provider's team; features/shop/subscriptions/rules.ts lists the other reasons. */
    dueForRenewal: Generated<boolean>
    enrollmentSize: Generated<number | null>
    createdAt: Generated<Date>
    invoiceNumber: Generated<string>
    purchaseOrder: Generated<string>
    payorName: Generated<string>
    /** The one-time link that activated it. */
    linkId: Generated<string | null>
    /** The order that bought it. */
    orderId: Generated<string | null>
  }
  /** `settings` holds only the values that were saved. */
  customerSettings: { customerId: string; settings: unknown; updatedAt: Generated<Date> }
  session: {
    tokenHash: string
    id: string
    userId: string
    idToken: string | null
    userAgent: Generated<string>
    method: Generated<SignInMethod | ''>
    provedAt: Date | null
    /** True if two factors were given. */
    secondFactor: Generated<boolean>
    /** `sid` at an outside issuer. */
    issuerSession: Generated<string | null>
    /** The service that signed the person in; null: the portal itself or the issuer of the settings. */
    serviceId: Generated<string | null>
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
    /** Null: the portal itself or the issuer of the settings. */
    serviceId: Generated<string | null>
    /** The checked answer of a SAML service; null until it answers. */
    answer: Generated<unknown>
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
