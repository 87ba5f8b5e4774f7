import { expect, test } from 'vitest'
import { readAnswer } from './saml.ts'
import {
  type Answer,
  assertionOf,
  makeKeyPair,
  responseOf,
  signatureOf,
  signed,
  withSignature,
} from './saml-testing.ts'
import type { Service } from './sign-in-services.ts'

const [keys, others] = [makeKeyPair(), makeKeyPair()]
const site = { publicUrl: 'https://portal.example' }
const issuer = 'https://idp.example/saml'
const service = { id: 'hillview', issuer, signOnUrl: `${issuer}/sso`, certificates: [keys.certificate] } as Service
const address = `${site.publicUrl}/sign-in/saml/hillview`
const answer: Answer = {
  ...{ id: 'a-1', issuer, audience: `${address}/metadata`, recipient: address, destination: address },
  ...{ requestId: '_request', nameId: 'n-1', attributes: {}, from: -5, until: 300, askedAt: -10, status: 'Success' },
  format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
}
const read = (xml: string) =>
  readAnswer(site, service, Buffer.from(xml).toString('base64'), answer.requestId, new Date())

const plain = assertionOf(answer)
const [right, worthless] = [signatureOf(plain, keys), signatureOf(plain, others)]
const assertion = withSignature(plain, right)
const whole = responseOf(answer, assertion)

test('the response may be signed beside its assertion', async () => {
  expect((await read(whole)).identity.subject).toBe('n-1')
  expect((await read(signed(whole, keys))).identity.subject).toBe('n-1')
})

test.each([
  ['behind that of the assertion', responseOf(answer, withSignature(plain, right + worthless)), 'of one element'],
  ['before that of the assertion', responseOf(answer, withSignature(plain, worthless + right)), 'of one element'],
  ['of the response, twice', withSignature(whole, worthless + worthless), 'of one element'],
  ['in an extension', responseOf(answer, `<samlp:Extensions>${worthless}</samlp:Extensions>`, assertion), 'neither'],
  [
    'in a signature',
    whole.replace('</ds:Signature>', `<ds:Object>${worthless}</ds:Object></ds:Signature>`),
    'neither the response nor its assertion is signed',
  ],
  ['in the person’s attributes', whole.replace('<saml:AttributeStatement>', (start) => start + worthless), 'neither'],
])('a further signature %s is refused before any is checked', async (_, xml, reason) => {
  await expect(read(xml)).rejects.toThrow(reason)
})

test('an answer that is too large is refused before its signatures are checked', async () => {
  const large = whole.replace('</samlp:Response>', `${'<a/>'.repeat(2000)}</samlp:Response>`)
  await expect(read(large)).rejects.toThrow('it has more than 2,000 elements')
})
