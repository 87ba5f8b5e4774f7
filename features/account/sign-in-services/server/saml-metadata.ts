import { X509Certificate } from 'node:crypto'
import { signInServiceProblem } from '../contract.ts'
import { childrenNamed, type Element, metadataNs, readSamlXml, signatureNs } from './saml-xml.ts'

/** An identity provider's metadata, as far as the form needs it. */
export type IdpMetadata = { issuer: string; signOnUrl: string; certificates: string[] }

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'

/** Reads metadata for the desk's form, with the facts of each certificate. */
export function readMetadata(xml: string) {
  try {
    const { certificates, ...service } = readIdpMetadata(xml)
    return { response: { ...service, certificates: certificates.map((pem) => ({ pem, ...aboutCertificate(pem) })) } }
  } catch (error) {
    throw signInServiceProblem('metadata_unreadable', { errors: { metadata: [(error as Error).message] } })
  }
}

/** Reads an identity provider's metadata; throws a sentence for the person who pasted it. */
export function readIdpMetadata(xml: string): IdpMetadata {
  const found = providersIn(wellFormed(xml.trim()))
  const [provider, ...others] = found
  if (!provider) throw new Error('This metadata describes no identity provider (IDPSSODescriptor).')
  if (others.length > 0)
    throw new Error('This metadata describes several identity providers. Paste the metadata of one.')
  const { entity, descriptor } = provider
  const redirect = childrenNamed(descriptor, `${metadataNs}SingleSignOnService`).find(
    ({ attributes }) => attributes.Binding === redirectBinding,
  )
  if (!redirect?.attributes.Location)
    throw new Error('This identity provider doesn’t accept sign-ins by redirect (HTTP-Redirect).')
  const certificates = certificatesIn(descriptor)
  if (certificates.length === 0) throw new Error('This metadata has no certificate for signing.')
  return { issuer: entity.attributes.entityID ?? '', signOnUrl: redirect.attributes.Location, certificates }
}

/** An address is never fetched from here: it could lead into the provider's own network. */
function wellFormed(xml: string): Element {
  if (/^https?:\/\/\S+$/i.test(xml))
    throw new Error('This is the address of the metadata. Open it in your browser, then paste the XML it shows.')
  try {
    return readSamlXml(xml)
  } catch (error) {
    const reason = (error as Error).message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    throw new Error(`We can’t read this XML: ${reason}.`)
  }
}

/** All identity providers in the metadata, including a federation's list. */
function providersIn(element: Element): { entity: Element; descriptor: Element }[] {
  if (element.name === `${metadataNs}EntitiesDescriptor`) return element.children.flatMap(providersIn)
  if (element.name !== `${metadataNs}EntityDescriptor`) return []
  return childrenNamed(element, `${metadataNs}IDPSSODescriptor`)
    .filter(({ attributes }) => attributes.protocolSupportEnumeration?.split(/\s+/).includes(protocol))
    .map((descriptor) => ({ entity: element, descriptor }))
}

/** A key without a use signs as well as encrypts. */
function certificatesIn(descriptor: Element): string[] {
  const keys = childrenNamed(descriptor, `${metadataNs}KeyDescriptor`).filter(
    ({ attributes }) => attributes.use === undefined || attributes.use === 'signing',
  )
  const texts = keys
    .flatMap((key) => childrenNamed(key, `${signatureNs}KeyInfo`))
    .flatMap((info) => childrenNamed(info, `${signatureNs}X509Data`))
    .flatMap((data) => childrenNamed(data, `${signatureNs}X509Certificate`))
  return [...new Set(texts.map(({ text }) => asPem(text)))]
}

/** A certificate as PEM, from PEM or from its bare Base64; throws if it is none, or too weak. */
export function asPem(text: string): string {
  const bare = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  const certificate = certificateOf(bare)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < 2048)
    throw new Error('A certificate has no RSA key of at least 2,048 bits.')
  return certificate.toString()
}

function certificateOf(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw new Error('We can’t read a certificate. It must be an X.509 certificate in PEM or Base64.')
  }
}

/** For the list of a service's certificates. */
export function aboutCertificate(pem: string) {
  const { subject, validTo } = new X509Certificate(pem)
  return {
    name: /^CN=(.*)$/m.exec(subject)?.[1] ?? subject,
    expiresDate: new Date(validTo).toISOString(),
  }
}
