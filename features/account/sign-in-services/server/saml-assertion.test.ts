import { expect, test } from 'vitest'
import { identityIn } from './saml-assertion.ts'
import { type Answer, assertionOf, responseOf } from './saml-testing.ts'
import { readSamlXml } from './saml-xml.ts'

const now = new Date()
const expected = {
  issuer: 'https://idp.example/metadata',
  recipient: 'https://site.example/sign-in/saml/hillview',
  requestId: '_request',
  now,
}
const minute = 60
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

const faultless: Answer = {
  id: 'a1',
  issuer: expected.issuer,
  audience: 'https://site.example/sign-in/saml/hillview/metadata',
  recipient: expected.recipient,
  destination: expected.recipient,
  requestId: expected.requestId,
  nameId: 'n-1',
  format: persistent,
  attributes: { mail: 'assistant@hillview.example' },
  from: -minute,
  until: 5 * minute,
  askedAt: -10,
  status: 'Success',
}

type Edit = (xml: string) => string
/** Reads the answer, of which `edit` changes the assertion and `editResponse` the response around it. */
function read(change: Partial<Answer>, edit: Edit = same, editResponse: Edit = same) {
  const answer = { ...faultless, ...change }
  const assertion = edit(assertionOf(answer))
  return identityIn(
    { response: readSamlXml(editResponse(responseOf(answer, assertion))), assertion: readSamlXml(assertion) },
    expected,
  )
}
const same: Edit = (xml) => xml
const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/
const session = (seconds: number) => (xml: string) =>
  xml.replace('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${after(seconds)}" `)

test('a faultless answer names the person, and when they signed in at the service', () => {
  const { identity, askedAt } = read({})
  expect(identity).toEqual({
    issuer: expected.issuer,
    subject: 'n-1',
    email: 'assistant@hillview.example',
    firstName: '',
    lastName: '',
  })
  expect(Math.abs(askedAt.getTime() - (now.getTime() - 10_000))).toBeLessThan(5_000)
})

test.each<[string, Partial<Answer>, Edit, string]>([
  ['of another kind', {}, (xml) => xml.replaceAll('saml:Assertion', 'saml:Advice'), 'not a SAML 2.0 assertion'],
  ['of SAML 1.1', {}, (xml) => xml.replace('Version="2.0"', 'Version="1.1"'), 'not a SAML 2.0 assertion'],
  ['of another namespace', {}, (xml) => xml.replace('2.0:assertion', '2.0:metadata'), 'not a SAML 2.0 assertion'],
  ['without a subject', {}, (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, ''), 'it has no Subject'],
  ['with two issuers', {}, (xml) => xml.replace(/<saml:Issuer>.*<\/saml:Issuer>/, '$&$&'), 'more than one Issuer'],
  ['with two names', {}, (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&'), 'more than one NameID'],
  ['for another address', { recipient: 'https://other.example/' }, same, 'does not confirm a person'],
  ['for another request', { requestId: '_other' }, same, 'does not confirm a person'],
  ['for no request', { requestId: '' }, same, 'does not confirm a person'],
  ['that expired', { until: -2 * minute }, same, 'does not confirm a person'],
  ['without a confirmation', {}, (xml) => xml.replace(confirmation, ''), 'does not confirm a person'],
  ['of a holder of a key', {}, (xml) => xml.replace('cm:bearer', 'cm:holder-of-key'), 'does not confirm a person'],
  [
    'whose confirmation has no data',
    {},
    (xml) => xml.replace(/<saml:SubjectConfirmationData.*<\/saml:SubjectConfirmationData>/, ''),
    'does not confirm a person',
  ],
  [
    'whose confirmation never expires',
    {},
    (xml) => xml.replace(/(<saml:SubjectConfirmationData .*?) NotOnOrAfter="[^"]*"/, '$1'),
    'does not confirm a person',
  ],
  [
    'whose confirmation expires at no time',
    {},
    (xml) => xml.replace(/(<saml:SubjectConfirmationData .*?NotOnOrAfter=)"[^"]*"/, '$1"never"'),
    'does not confirm a person',
  ],
  [
    'whose confirmation is for later',
    {},
    (xml) => xml.replace('<saml:SubjectConfirmationData ', `$&NotBefore="${after(-minute)}" `),
    'does not confirm a person',
  ],
  [
    'that never expires',
    {},
    (xml) => xml.replace(/(<saml:Conditions .*?) NotOnOrAfter="[^"]*"/, '$1'),
    'never expires',
  ],
  [
    'of somebody who did not sign in',
    {},
    (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    'does not say that the person signed in',
  ],
  ['without the time of the sign-in', {}, (xml) => xml.replace(/AuthnInstant="[^"]*"/, ''), 'does not say when'],
  ['of a session that is over', {}, session(-2 * minute), 'session at the service is over'],
  [
    'of a session that ends at no time',
    {},
    (xml) => session(0)(xml).replace(/(SessionNotOnOrAfter=)"[^"]*"/, '$1"never"'),
    'session at the service is over',
  ],
  ['with a name for this once', { format: persistent.replace('persistent', 'transient') }, same, 'changes each time'],
  ['with an empty name', { nameId: '  ' }, same, 'does not name the person'],
])('an assertion %s is refused', (_, change, edit, reason) => {
  expect(() => read(change, edit)).toThrow(reason)
})

test('an assertion of another service is refused, though the answer names this one', () => {
  const answer = { ...faultless, issuer: 'https://evil.example' }
  const assertion = assertionOf(answer)
  const given = { response: readSamlXml(responseOf(faultless, assertion)), assertion: readSamlXml(assertion) }
  expect(() => identityIn(given, expected)).toThrow('another service issued it')
})

test.each<[string, Edit, string]>([
  ['of another kind', (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'), 'it is not a response'],
  ['for another address', (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://x/"'), 'another address'],
  [
    'of another service',
    (xml) => xml.replace(/(<saml:Issuer xmlns[^>]*>)[^<]*/, '$1https://evil.example'),
    'it is from another service',
  ],
  ['that reports a failure', (xml) => xml.replace('status:Success', 'status:Responder'), 'reports a failure'],
  ['without a status', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, ''), 'it has no Status'],
  ['with two statuses', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, '$&$&'), 'more than one Status'],
])('a response %s is refused, no matter what its assertion says', (_, editResponse, reason) => {
  expect(() => read({}, same, editResponse)).toThrow(reason)
})

test('a response may leave out its address and its issuer, and have spaces around them', () => {
  const without = (xml: string) => xml.replace(/ Destination="[^"]*"/, '').replace(/<saml:Issuer xmlns.*?Issuer>/, '')
  expect(read({}, same, without).identity.subject).toBe('n-1')
  const spaced = (xml: string) => xml.replaceAll(/(<saml:Issuer[^>]*>)([^<]*)/g, '$1\n  $2\n')
  expect(read({}, spaced, spaced).identity.subject).toBe('n-1')
})

test('the clocks may differ by a minute', () => {
  expect(read({ until: -minute + 10 }, session(-minute + 10)).identity.subject).toBe('n-1')
})

test('one of several confirmations is enough', () => {
  const other = (xml: string) =>
    xml.replace(confirmation, (each) => each.replace(/Recipient="[^"]*"/, 'Recipient="https://x/"') + each)
  expect(read({}, other).identity.subject).toBe('n-1')
})

test('a sign-in in the future was now, so that it proves nothing for longer', () => {
  expect(read({ askedAt: 3600 }).askedAt).toEqual(now)
})

test('a session that continues does no harm', () => {
  expect(read({}, session(3600)).identity.subject).toBe('n-1')
})

test.each([
  ['identifiers', 'urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.5.4.42', 'urn:oid:2.5.4.4'],
  ['plain names', 'emailAddress', 'givenName', 'sn'],
  ['short names', 'mail', 'firstName', 'surname'],
  ['names of OpenID Connect', 'email', 'given_name', 'family_name'],
  [
    'Microsoft’s names',
    ...['emailaddress', 'givenname', 'surname'].map(
      (each) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${each}`,
    ),
  ],
])('address and names are read from attributes with %s', (_, email, firstName, lastName) => {
  const attributes = { [email!]: 'pat@x.example', [firstName!]: ' Pat ', [lastName!]: 'Doe' }
  expect(read({ attributes }).identity).toMatchObject({ email: 'pat@x.example', firstName: 'Pat', lastName: 'Doe' })
})

test('the first value that is not empty counts, of attributes that are repeated, too', () => {
  const more = (xml: string) =>
    xml.replace(
      '</saml:AttributeStatement>',
      `$&<saml:AttributeStatement><saml:Attribute Name="sn"><saml:AttributeValue></saml:AttributeValue><saml:AttributeValue>Doe</saml:AttributeValue><saml:AttributeValue>Roe</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
    )
  expect(read({ attributes: { sn: '' } }, more).identity.lastName).toBe('Doe')
})

const format = (version: string, name: string) => `urn:oasis:names:tc:SAML:${version}:nameid-format:${name}`
test.each<[format: string, mayBeAddress: boolean]>([
  [emailFormat, true],
  [format('1.1', 'unspecified'), true],
  [format('2.0', 'unspecified'), true],
  ['', true],
  [persistent, false],
  [format('1.1', 'WindowsDomainQualifiedName'), false],
  [format('2.0', 'kerberos'), false],
  [format('2.0', 'entity'), false],
])('a name of format “%s” is the address if it can be one, and no attribute has another', (format, mayBeAddress) => {
  const emailOf = (nameId: string, attributes = {}) => read({ nameId, format, attributes }).identity
  expect(emailOf(' pat@x.example ')).toMatchObject({ subject: 'pat@x.example' })
  expect(emailOf(' pat@x.example ').email).toBe(mayBeAddress ? 'pat@x.example' : undefined)
  for (const name of ['pat', 'X\\pat', 'pat@', 'pat @x.example']) expect(emailOf(name).email).toBeUndefined()
  expect(emailOf('pat@x.example', { mail: 'other@x.example' }).email).toBe('other@x.example')
})
