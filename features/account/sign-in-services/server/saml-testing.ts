import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

export type KeyPair = { key: string; certificate: string }

/** A key with a certificate that it signs itself. */
export function makeKeyPair(days = 2): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'))
  try {
    const args = `req -x509 -newkey rsa:2048 -nodes -subj /CN=idp.example -days ${days} -keyout key -out certificate`
    execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'ignore' })
    const [key, certificate] = ['key', 'certificate'].map((each) => readFileSync(join(folder, each), 'utf8'))
    return { key: key!, certificate: certificate! }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [assertionNs, protocolNs] = ['assertion', 'protocol'].map((each) => `urn:oasis:names:tc:SAML:2.0:${each}`)
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'

/** An answer's contents. All of it can be wrong in a test. */
export type Answer = {
  id: string
  issuer: string
  audience: string
  recipient: string
  destination: string
  requestId: string
  nameId: string
  format: string
  /** Attributes of the person by name. */
  attributes: Record<string, string>
  /** Seconds from now. */
  from: number
  until: number
  askedAt: number
  status: string
}

const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/**
 * An assertion in the very form that signatures cover (exclusive canonical XML): each name declared where it is used,
 * attributes in order, no empty-element tags.
 */
export function assertionOf(answer: Answer): string {
  const confirmation = `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${answer.requestId === '' ? '' : ` InResponseTo="${answer.requestId}"`} NotOnOrAfter="${after(answer.until)}" Recipient="${answer.recipient}"></saml:SubjectConfirmationData></saml:SubjectConfirmation>`
  const attributes = Object.entries(answer.attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')
  return [
    `<saml:Assertion xmlns:saml="${assertionNs}" ID="${answer.id}" IssueInstant="${after(0)}" Version="2.0">`,
    `<saml:Issuer>${answer.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID${answer.format && ` Format="${answer.format}"`}>${answer.nameId}</saml:NameID>${confirmation}</saml:Subject>`,
    `<saml:Conditions NotBefore="${after(answer.from)}" NotOnOrAfter="${after(answer.until)}">`,
    `<saml:AudienceRestriction><saml:Audience>${answer.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${after(answer.askedAt)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('')
}

export const responseOf = (answer: Answer, ...assertions: string[]): string =>
  [
    `<samlp:Response xmlns:samlp="${protocolNs}" Destination="${answer.destination}" ID="r-${answer.id}" InResponseTo="${answer.requestId}" IssueInstant="${after(0)}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="${assertionNs}">${answer.issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${answer.status}"></samlp:StatusCode></samlp:Status>`,
    ...assertions,
    '</samlp:Response>',
  ].join('')

/** The signature of this element, which is in canonical form. */
export function signatureOf(element: string, { key }: Pick<KeyPair, 'key'>, algorithm = rsaSha256): string {
  const hash = algorithm === rsaSha1 ? 'sha1' : 'sha256'
  const id = / ID="([^"]*)"/.exec(element)![1]
  const digest = createHash(hash).update(element).digest('base64')
  const digestMethod =
    hash === 'sha1' ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256'
  const info = [
    `<ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${algorithm}"></ds:SignatureMethod>`,
    `<ds:Reference URI="#${id}"><ds:Transforms>`,
    '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>',
    `<ds:Transform Algorithm="${exclusive}"></ds:Transform></ds:Transforms>`,
    `<ds:DigestMethod Algorithm="${digestMethod}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`,
  ].join('')
  const ds = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
  const value = sign(hash, Buffer.from(`<ds:SignedInfo ${ds}>${info}</ds:SignedInfo>`), key).toString('base64')
  return `<ds:Signature ${ds}><ds:SignedInfo>${info}</ds:SignedInfo><ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
}

/** Puts the signature where SAML has it: behind the issuer. */
export const withSignature = (element: string, signature: string): string =>
  element.replace(/<\/saml:Issuer>/, (end) => end + signature)

export const signed = (element: string, pair: Pick<KeyPair, 'key'>, algorithm = rsaSha256): string =>
  withSignature(element, signatureOf(element, pair, algorithm))

/** The identity provider's metadata, as it publishes it. */
export function metadataOf({
  issuer,
  signOnUrl,
  certificates,
}: {
  issuer: string
  signOnUrl: string
  certificates: string[]
}) {
  const keys = certificates
    .map((each) => each.replace(/-----[^-]+-----|\s/g, ''))
    .map(
      (each) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${each}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
<md:IDPSSODescriptor protocolSupportEnumeration="${protocolNs}">${keys}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}/post"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`
}

/** The request for a sign-in that an address carries, and the state that an answer repeats. */
export function readRequest(address: string) {
  const { searchParams } = new URL(address)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString()
  return { xml, id: / ID="([^"]*)"/.exec(xml)![1]!, state: searchParams.get('RelayState')! }
}

/** The attack on a service that takes any key: the public one as the secret of a keyed digest. */
export const publicKeyOf = ({ key }: KeyPair) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
