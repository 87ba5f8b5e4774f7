/** OpenID Connect or SAML 2.0. */
export const serviceKinds = ['oidc', 'saml'] as const
export type ServiceKind = (typeof serviceKinds)[number]

export const presets = ['', 'google', 'microsoft'] as const
export type Preset = (typeof presets)[number]

/** The people with an address in the school's domain who may join by signing in. */
export const joinings = ['nobody', 'student', 'staff'] as const
export type Joining = (typeof joinings)[number]

export const servicesAtMost = 200

/** The fields that a preset fills in. */
export const presetFields: Record<Exclude<Preset, ''>, { id: string; name: string; issuer: string }> = {
  google: { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: {
    id: 'microsoft',
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/organizations/v2.0',
  },
}

/** Path to which an OpenID Connect service returns the browser. It must be registered at the service. */
export const callbackPathOf = (id: string) => `/rest/user/login/callback/${id}`

/** Our addresses for a service of SAML. The first is also our entity ID there. */
export const samlPathsOf = (id: string) => ({
  metadata: `/sign-in/saml/${id}/metadata`,
  answer: `/sign-in/saml/${id}`,
  finish: `/sign-in/saml/${id}/finish`,
})

/** Path that starts a sign-in at a service. */
export const signInPathOf = (id: string, redirect?: string) =>
  `/rest/user/login?service=${encodeURIComponent(id)}${redirect === undefined ? '' : `&redirect=${encodeURIComponent(redirect)}`}`

export const isServiceId = (text: string) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text)

/** Microsoft answers there for the organisations of everyone: each of them asserts any address. */
export const isForAnyTenant = (issuer: string) =>
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i.test(issuer)

/** Google and a Microsoft service for any organisation have people from anywhere. */
export const mayTrustAddresses = ({ preset, issuer }: { preset: Preset; issuer: string }) =>
  preset !== 'google' && !isForAnyTenant(issuer)

type ServiceFields = {
  kind: ServiceKind
  preset: Preset
  id: string
  name: string
  customerId: string | null
  issuer: string
  clientId: string
  signOnUrl: string
  certificates: readonly string[]
  trustsAddresses: boolean
  forProvider: boolean
}

/** Faults of a service by field, for the desk's form and the server. `portal` is our own origin. */
export function serviceErrors(service: ServiceFields, hasSecret: boolean, portal: string): Record<string, string> {
  const { kind, preset, issuer, signOnUrl } = service
  const isOurs = (address: string) =>
    URL.parse(address)?.origin === portal && 'This is the address of this portal. Please enter the service’s address.'
  const ofKind =
    kind === 'oidc'
      ? {
          issuer: isOurs(issuer) || (!isSafeAddress(issuer) && 'Please enter an address that starts with https://.'),
          clientId: service.clientId === '' && 'Please enter the client ID.',
          clientSecret: !hasSecret && 'Please enter the client secret.',
        }
      : {
          issuer: isOurs(issuer) || (issuer === '' && 'Please enter the entity ID.'),
          signOnUrl:
            isOurs(signOnUrl) ||
            (!isSafeAddress(signOnUrl, true) && 'Please enter an address that starts with https://.'),
          certificates: service.certificates.length === 0 && 'Please enter a certificate.',
        }
  const errors = {
    id: !isServiceId(service.id) && 'Please use only lower-case letters, digits and hyphens, 40 at most.',
    name: service.name === '' && 'Please enter a name.',
    ...ofKind,
    trustsAddresses:
      service.trustsAddresses &&
      !mayTrustAddresses({ preset, issuer }) &&
      'Anyone can sign in there, so its addresses need confirmation.',
    forProvider:
      service.forProvider && service.customerId !== null && 'A school’s service can’t sign in our own people.',
  }
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== false))
}

/** Plain http is for this machine only. Google's address for sign-ins by SAML has a query. */
function isSafeAddress(text: string, mayHaveQuery = false): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash || (url.search && !mayHaveQuery)) return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  )
}

type Claims = Record<string, unknown>

/**
 * The address that the service confirms to be the person's; undefined if it confirms none. Google vouches only for its
 * own addresses and those of its customers' domains, Microsoft only for domains that the organisation has proved.
 */
export function confirmedEmail(
  { preset, trustsAddresses }: { preset: Preset; trustsAddresses: boolean },
  claims: Claims,
): string | undefined {
  const email = emailOf(claims)
  if (email === undefined) return undefined
  if (trustsAddresses && claims.email_verified !== false) return email
  return isConfirmed(preset, claims, email) ? email : undefined
}

function isConfirmed(preset: Preset, claims: Claims, email: string): boolean {
  if (preset === 'microsoft') return claims.xms_edov === true || claims.xms_edov === 1 || claims.xms_edov === '1'
  if (claims.email_verified !== true) return false
  if (preset !== 'google') return true
  return /@(gmail|googlemail)\.com$/i.test(email) || (typeof claims.hd === 'string' && claims.hd !== '')
}

/** PostgreSQL text cannot hold NUL. */
export const emailOf = ({ email }: Claims) =>
  typeof email === 'string' && email.length <= 254 && !email.includes('\0') && /^[^@\s]+@[^@\s]+$/.test(email)
    ? email
    : undefined
