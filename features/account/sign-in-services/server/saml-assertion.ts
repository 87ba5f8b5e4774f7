import { emailOf } from '../rules.ts'
import type { Identity } from './people-of-service.ts'
import { assertionNs, childrenNamed, type Element, onlyChild, protocolNs } from './saml-xml.ts'

/** The answer's required subject. */
type Expected = { issuer: string; recipient: string; requestId: string; now: Date }

const skewMs = 60_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
/** Formats of names that may be addresses. Many services leave theirs unspecified, or write another version of SAML. */
const mayBeAddress = /^$|^urn:oasis:names:tc:SAML:[\d.]+:nameid-format:(?:emailAddress|unspecified)$/

/** Names of attributes, the usual first: with their identifier, plain, and Microsoft's. */
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const attributeNames = {
  email: ['urn:oid:0.9.2342.19200300.100.1.3', 'email', 'mail', 'emailAddress', `${claims}emailaddress`],
  firstName: ['urn:oid:2.5.4.42', 'givenName', 'firstName', 'given_name', `${claims}givenname`],
  lastName: ['urn:oid:2.5.4.4', 'sn', 'surname', 'lastName', 'family_name', `${claims}surname`],
}

/**
 * The person whom a verified assertion is about. The library has checked signature, audience and validity; this checks
 * what it leaves to us. `response` is what was sent, `assertion` the part that the signature covers.
 */
export function identityIn({ response, assertion }: { response: Element; assertion: Element }, expected: Expected) {
  checkEnvelope(response, expected)
  if (assertion.name !== `${assertionNs}Assertion` || assertion.attributes.Version !== '2.0')
    throw new Error('it is not a SAML 2.0 assertion')
  if (onlyChild(assertion, `${assertionNs}Issuer`).text.trim() !== expected.issuer)
    throw new Error('another service issued it')
  const subject = onlyChild(assertion, `${assertionNs}Subject`)
  if (!childrenNamed(subject, `${assertionNs}SubjectConfirmation`).some((each) => isConfirmed(each, expected)))
    throw new Error('it does not confirm a person for this site and this request')
  if (!onlyChild(assertion, `${assertionNs}Conditions`).attributes.NotOnOrAfter) throw new Error('it never expires')
  return { identity: identityOf(assertion, subject, expected.issuer), askedAt: askedAt(assertion, expected.now) }
}

/** Not signed if the service signs assertions only, so only a refusal may depend on it. */
function checkEnvelope(response: Element, { issuer, recipient }: Expected) {
  if (response.name !== `${protocolNs}Response`) throw new Error('it is not a response')
  const { Destination: destination } = response.attributes
  if (destination !== undefined && destination !== recipient) throw new Error('it was sent to another address')
  const [from] = childrenNamed(response, `${assertionNs}Issuer`)
  if (from && from.text.trim() !== issuer) throw new Error('it is from another service')
  const status = onlyChild(onlyChild(response, `${protocolNs}Status`), `${protocolNs}StatusCode`)
  if (status.attributes.Value !== success) throw new Error('the service reports a failure')
}

function isConfirmed(confirmation: Element, { recipient, requestId, now }: Expected): boolean {
  if (confirmation.attributes.Method !== bearer) return false
  const [data] = childrenNamed(confirmation, `${assertionNs}SubjectConfirmationData`)
  const { Recipient, InResponseTo, NotOnOrAfter, NotBefore } = data?.attributes ?? {}
  return (
    Recipient === recipient &&
    InResponseTo === requestId &&
    NotBefore === undefined &&
    NotOnOrAfter !== undefined &&
    Date.parse(NotOnOrAfter) + skewMs > now.getTime()
  )
}

/** When the person last proved who they are, at the service. */
function askedAt(assertion: Element, now: Date): Date {
  const [statement] = childrenNamed(assertion, `${assertionNs}AuthnStatement`)
  if (!statement) throw new Error('it does not say that the person signed in')
  const { AuthnInstant = '', SessionNotOnOrAfter } = statement.attributes
  if (SessionNotOnOrAfter !== undefined && !(Date.parse(SessionNotOnOrAfter) + skewMs > now.getTime()))
    throw new Error('the session at the service is over')
  const instant = Date.parse(AuthnInstant)
  if (Number.isNaN(instant)) throw new Error('it does not say when the person signed in')
  return new Date(Math.min(instant, now.getTime()))
}

function identityOf(assertion: Element, subject: Element, issuer: string): Omit<Identity, 'confirmedEmail'> {
  const nameId = onlyChild(subject, `${assertionNs}NameID`)
  const { Format: format = '' } = nameId.attributes
  const name = nameId.text.trim()
  // It changes with each sign-in, so no one could be recognised by it.
  if (format === transient) throw new Error('its name for the person changes each time')
  if (name === '') throw new Error('it does not name the person')
  const values = attributesOf(assertion)
  const value = (names: string[]) => names.flatMap((each) => values.get(each) ?? []).find((each) => each !== '') ?? ''
  const email = value(attributeNames.email) || (mayBeAddress.test(format) ? name : undefined)
  return {
    issuer,
    subject: name,
    email: emailOf({ email }),
    firstName: value(attributeNames.firstName),
    lastName: value(attributeNames.lastName),
  }
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const statement of childrenNamed(assertion, `${assertionNs}AttributeStatement`))
    for (const attribute of childrenNamed(statement, `${assertionNs}Attribute`)) {
      const texts = childrenNamed(attribute, `${assertionNs}AttributeValue`).map(({ text }) => text.trim())
      const { Name: name = '' } = attribute.attributes
      values.set(name, [...(values.get(name) ?? []), ...texts])
    }
  return values
}
