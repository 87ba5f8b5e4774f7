import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { samlPathsOf } from '../rules.ts'
import type { Identity } from './people-of-service.ts'
import { identityIn } from './saml-assertion.ts'
import { assertionNs, childrenNamed, type Element, readSamlXml, signatureNs } from './saml-xml.ts'
import type { Service } from './sign-in-services.ts'

/** The request that starts a sign-in: the service must name it in its answer. */
type Begun = { requestId: string; relayState: string; asksPerson: boolean }

/** The service's claims, and when it last asked the person. */
export type SamlAnswer = { identity: Identity; askedAt: Date }

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
/** Clocks of the service and of this machine may differ by so much. */
export const skewMs = 60_000

type Site = { publicUrl: string }

/** This site as a service provider, as the identity provider's administrator registers it. */
export function ourMetadata(site: Site, serviceId: string): string {
  const xml = openSaml(site, {
    id: serviceId,
    signOnUrl: '',
    certificates: [neverUsed],
  }).generateServiceProviderMetadata(null)
  // A new identifier at each reading would look like a change.
  return xml.replace(/ ID="[^"]*"/, '')
}

/** The address that takes the browser to the service with a request for a sign-in. */
export function signInAddress(site: Site, service: Service, { requestId, relayState, asksPerson }: Begun) {
  const saml = openSaml(site, service, { generateUniqueId: () => requestId, forceAuthn: asksPerson })
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/**
 * Reads the service's answer to this request. Throws unless its assertion is signed by one of the service's
 * certificates and meant for this site, this request and this moment.
 */
export async function readAnswer(site: Site, service: Service, response: string, requestId: string, now: Date) {
  const xml = Buffer.from(response, 'base64').toString('utf8')
  refuseOddXml(xml)
  const read = readSamlXml(xml)
  refuseOddSignatures(read)
  const { profile } = await openSaml(site, service, {
    validateInResponseTo: ValidateInResponseTo.always,
    // The row of the pending sign-in is the memory: the caller has found it there.
    cacheProvider: {
      getAsync: async (key) => (key === requestId ? now.toISOString() : null),
      saveAsync: async (key, value) => ({ createdAt: now.getTime(), value: key && value }),
      removeAsync: async (key) => key,
    },
  }).validatePostResponseAsync({ SAMLResponse: response })
  const signed = profile?.getAssertionXml?.()
  if (!signed) throw new Error('it says nothing about a person')
  const recipient = site.publicUrl + samlPathsOf(service.id).answer
  return identityIn(
    { response: read, assertion: readSamlXml(signed) },
    { issuer: service.issuer, recipient, requestId, now },
  )
}

/** The library needs one even to make our metadata. */
const neverUsed = 'MA=='

function openSaml(
  { publicUrl }: Site,
  { id, signOnUrl, certificates }: Pick<Service, 'id' | 'signOnUrl' | 'certificates'>,
  more: Partial<ConstructorParameters<typeof SAML>[0]> = {},
) {
  const paths = samlPathsOf(id)
  return new SAML({
    issuer: publicUrl + paths.metadata,
    audience: publicUrl + paths.metadata,
    callbackUrl: publicUrl + paths.answer,
    entryPoint: signOnUrl,
    idpCert: certificates,
    identifierFormat: persistent,
    wantAssertionsSigned: true,
    // Most services sign only the assertion. A signed response is checked by `getVerifiedXml` all the same.
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    acceptedClockSkewMs: skewMs,
    ...more,
  })
}

/** SHA-1 and keyed digests are out, as is every transformation but the two that SAML allows. */
const algorithms = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/**
 * Parsers disagree about comments, CDATA, instructions and document types, and signatures do not cover comments. No
 * identity provider needs them.
 */
function refuseOddXml(xml: string) {
  if (/<!|<\?/.test(xml.replace(/^\s*<\?xml [^?<>]*\?>/, ''))) throw new Error('it has comments or the like')
  for (const [, , algorithm] of xml.matchAll(/Algorithm\s*=\s*(["'])(.*?)\1/gs))
    if (!algorithms.has(algorithm!)) throw new Error(`it uses ${algorithm!.slice(0, 100)}`)
}

/** The response and its assertion may each have one signature: every other costs time, and proves nothing. */
function refuseOddSignatures(response: Element) {
  const signable = [response, ...childrenNamed(response, `${assertionNs}Assertion`)]
  const own = signable.map((each) => childrenNamed(each, signature).length)
  if (own.some((count) => count > 1)) throw new Error('it has several signatures of one element')
  if (signaturesIn(response) > own.reduce((sum, count) => sum + count, 0))
    throw new Error('neither the response nor its assertion is signed')
}

const signature = `${signatureNs}Signature`
const signaturesIn = ({ children }: Element): number =>
  children.reduce((sum, each) => sum + (each.name === signature ? 1 : 0) + signaturesIn(each), 0)
