import type { Day } from '#kit/day.ts'
import type { Role } from '#kit/roles.ts'

/** The desk's labels, lowest role first. */
export const roleNames: Record<Role, string> = {
  student: 'Student',
  staff: 'Staff',
  'organisation-admin': 'Organisation admin',
  'primary-contact': 'Primary contact',
  desk: 'Customer team',
  administrator: 'Administrator',
}

export const schoolRoles = ['student', 'staff', 'organisation-admin', 'primary-contact'] as const
export const providerRoles = ['desk', 'administrator'] as const

export type SubscriptionState = 'current' | 'future' | 'ended'

/** Both ends are included. */
export const subscriptionState = (startsOn: Day, endsOn: Day, today: Day): SubscriptionState =>
  endsOn < today ? 'ended' : startsOn > today ? 'future' : 'current'

/** The types of subscription in the specification's rules. */
export const subscriptionTypes = [
  'SUBSCRIPTION',
  'TRIAL',
  'COMPLIMENTARY',
  'COMPLIMENTARY_LECTURER',
  'COMPLIMENTARY_VENDOR',
  'COMPLIMENTARY_STUDENT',
  'Z3950_ONLY',
] as const

/** Purposes of one-time links. */
export const linkPurposes = [
  'free-trial',
  'complimentary',
  'complimentary-student',
  'privacy-consent',
  'change-password',
  'confirm-email',
  'invite-student',
  'invite-person',
] as const

/** Purposes that the desk issues itself; other links are made where they are needed. */
export const issuedPurposes = ['free-trial', 'complimentary', 'complimentary-student', 'privacy-consent'] as const

export const purposeNames: Record<(typeof linkPurposes)[number], string> = {
  'free-trial': 'Free trial',
  complimentary: 'Complimentary access',
  'complimentary-student': 'Complimentary student access',
  'privacy-consent': 'Privacy consent',
  'change-password': 'Password',
  'confirm-email': 'Email address',
  'invite-student': 'Student’s invitation',
  'invite-person': 'Colleague’s invitation',
}
