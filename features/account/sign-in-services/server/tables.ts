import type { Generated } from 'kysely'
import type { Joining, Preset, ServiceKind } from '../rules.ts'

/** Rows of migration 041. */
export type SignInServiceTables = {
  signInService: {
    id: string
    kind: ServiceKind
    preset: Generated<Preset>
    name: string
    /** Null: offered to every school. */
    customerId: string | null
    /** The issuer of OpenID Connect, or the entity ID of SAML. */
    issuer: string
    clientId: Generated<string>
    /** SAML: where sign-ins are sent. */
    signOnUrl: Generated<string>
    /** SAML: PEM certificates that may sign its answers. */
    certificates: Generated<string[]>
    trustsAddresses: Generated<boolean>
    forProvider: Generated<boolean>
    enabled: Generated<boolean>
    createdAt: Date
    updatedAt: Date
  }
  /** Sealed for `sign-in-service`. */
  signInSecret: { serviceId: string; secret: string }
  schoolSignIn: {
    customerId: string
    serviceId: string | null
    domain: string | null
    joining: Generated<Joining>
    passwords: Generated<boolean>
  }
  signInLink: {
    id: Generated<string>
    userId: string
    /** Null: the issuer of the settings. */
    serviceId: string | null
    /** Null for rows older than this column. */
    issuer: string | null
    subject: string
    createdAt: Generated<Date>
  }
}
