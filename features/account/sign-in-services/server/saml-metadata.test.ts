import { expect, test } from 'vitest'
import { dayMs } from '#kit/day.ts'
import { aboutCertificate, asPem, readIdpMetadata } from './saml-metadata.ts'
import { makeKeyPair, metadataOf } from './saml-testing.ts'

const [one, other] = [makeKeyPair(20), makeKeyPair()]
const issuer = 'https://idp.example/saml'
const signOnUrl = 'https://idp.example/saml/sso'
const metadata = metadataOf({ issuer, signOnUrl, certificates: [one.certificate, other.certificate] })

test('metadata gives the issuer, the address by redirect and every certificate for signing', () => {
  expect(readIdpMetadata(metadata)).toEqual({ issuer, signOnUrl, certificates: [one.certificate, other.certificate] })
})

test('a certificate for encryption only is left out, one twice is taken once', () => {
  const mixed = metadataOf({ issuer, signOnUrl, certificates: [one.certificate, other.certificate, one.certificate] })
  expect(readIdpMetadata(mixed.replace('use="signing"', 'use="encryption"')).certificates).toEqual([
    other.certificate,
    one.certificate,
  ])
})

test('a federation’s list with one identity provider is read', () => {
  const [entity] = /<md:EntityDescriptor.*/s.exec(metadata)!
  const list = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entity}</md:EntitiesDescriptor>`
  expect(readIdpMetadata(list).issuer).toBe(issuer)
  expect(() => readIdpMetadata(list.replace(entity, entity + entity))).toThrow('several identity providers')
})

test.each([
  ['nothing', '', 'We can’t read this XML'],
  ['half of it', metadata.slice(0, 500), 'We can’t read this XML'],
  ['an address', ' HTTPS://idp.example/metadata?id=1\n', 'Open it in your browser, then paste the XML'],
  ['an address in a sentence', 'See https://idp.example/metadata', 'We can’t read this XML'],
  ['a document type', metadata.replace('<md:Entity', '<!DOCTYPE x><md:Entity'), 'it has a document type'],
  ['another document', '<html></html>', 'describes no identity provider'],
  ['a service provider', metadata.replaceAll('IDPSSO', 'SPSSO'), 'describes no identity provider'],
  ['only SAML 1.1', metadata.replaceAll('SAML:2.0:protocol', 'SAML:1.1:protocol'), 'describes no identity provider'],
  ['no redirect', metadata.replace('HTTP-Redirect', 'SOAP'), 'accept sign-ins by redirect'],
  ['no certificate', metadataOf({ issuer, signOnUrl, certificates: [] }), 'has no certificate for signing'],
  ['a broken certificate', metadata.replace(/MII.{20}/, ''), 'We can’t read a certificate'],
])('of %s the reason is given', (_, xml, reason) => {
  expect(() => readIdpMetadata(xml)).toThrow(reason)
})

test('a certificate is taken as PEM or bare, and says when it ends', () => {
  const bare = one.certificate.replace(/-----[^-]+-----|\s/g, '')
  expect(asPem(bare)).toBe(one.certificate)
  expect(asPem(one.certificate)).toBe(one.certificate)
  const { name, expiresDate } = aboutCertificate(one.certificate)
  expect(name).toBe('idp.example')
  expect(Math.round((Date.parse(expiresDate) - Date.now()) / dayMs)).toBe(20)
})
