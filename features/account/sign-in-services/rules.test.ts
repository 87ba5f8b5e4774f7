import { expect, test } from 'vitest'
import { confirmedEmail, type Preset, serviceErrors } from './rules.ts'
import { domainsAbove, isPublicDomain, overlap } from './server/domains.ts'

const email = 'a@school.example'

test.each<[preset: Preset, trusts: boolean, claims: object, confirmed: boolean]>([
  ['', false, { email_verified: true }, true],
  ['', false, { email_verified: 'true' }, false],
  ['', false, {}, false],
  ['', true, {}, true],
  ['', true, { email_verified: false }, false],
  ['google', false, { email_verified: true }, false],
  ['google', false, { email_verified: true, hd: 'school.example' }, true],
  ['google', false, { email_verified: true, email: 'a@gmail.com' }, true],
  ['google', false, { email_verified: true, email: 'a@gmail.com.evil.example' }, false],
  ['google', false, { email_verified: false, hd: 'school.example' }, false],
  ['microsoft', false, { email_verified: true }, false],
  ['microsoft', false, { xms_edov: true }, true],
  ['microsoft', false, { xms_edov: '1' }, true],
  ['microsoft', false, { xms_edov: 'false' }, false],
])('of preset "%s", trusted %s, %o is confirmed: %s', (preset, trustsAddresses, claims, confirmed) => {
  const given = { email, ...claims }
  expect(confirmedEmail({ preset, trustsAddresses }, given)).toBe(confirmed ? given.email : undefined)
})

test.each([[{}], [{ email: 1 }], [{ email: 'no address' }], [{ email: 'a\0@school.example' }], [{ email: 'a@b@c' }]])(
  '%o confirms nothing, even of a trusted service',
  (claims) => {
    expect(confirmedEmail({ preset: '', trustsAddresses: true }, { ...claims, email_verified: true })).toBeUndefined()
  },
)

test('domains that many organisations share show no one’s school', () => {
  for (const domain of ['gmail.com', 'outlook.com', 'edu.au', 'vic.edu.au', 'catholic.edu.au', 'com.au', 'example'])
    expect([domain, isPublicDomain(domain)]).toEqual([domain, true])
  for (const domain of ['hillview.example', 'hillview.vic.edu.au', 'hillview.com.au', 'hillview.school.nz'])
    expect([domain, isPublicDomain(domain)]).toEqual([domain, false])
})

test('a domain overlaps with itself and those above and below it', () => {
  expect(overlap('a.example', 'a.example')).toBe(true)
  expect(overlap('s.a.example', 'a.example')).toBe(true)
  expect(overlap('a.example', 's.a.example')).toBe(true)
  expect(overlap('ba.example', 'a.example')).toBe(false)
  expect(domainsAbove('s.a.example')).toEqual(['s.a.example', 'a.example', 'example'])
})

const portal = 'https://portal.example'
const service = {
  ...{ kind: 'oidc' as const, preset: '' as Preset, id: 'hillview', name: 'Hillview', customerId: null },
  ...{ issuer: 'https://id.school.example', clientId: 'c', signOnUrl: '', certificates: [] },
  ...{ trustsAddresses: false, forProvider: false },
}

test.each([
  ['a good service', {}, []],
  ['an id with capitals', { id: 'Hillview' }, ['id']],
  ['no name', { name: '' }, ['name']],
  ['plain http elsewhere', { issuer: 'http://id.school.example' }, ['issuer']],
  ['plain http on this machine', { issuer: 'http://127.0.0.1:8080' }, []],
  ['the portal as its own issuer', { issuer: 'https://PORTAL.example:443/oidc' }, ['issuer']],
  ['another port of the portal’s host', { issuer: 'https://portal.example:8443' }, []],
  [
    'the portal as a SAML service',
    { kind: 'saml' as const, issuer: `${portal}/x`, signOnUrl: `${portal}/sso?a=b`, certificates: ['c'] },
    ['issuer', 'signOnUrl'],
  ],
  ['an issuer with a password', { issuer: 'https://a:b@id.school.example' }, ['issuer']],
  ['a file', { issuer: 'file:///etc/passwd' }, ['issuer']],
  ['no client', { clientId: '' }, ['clientId']],
  [
    'trust in all of Microsoft',
    { issuer: 'https://login.microsoftonline.com/organizations/v2.0', trustsAddresses: true },
    ['trustsAddresses'],
  ],
  ['trust in Google', { preset: 'google' as const, trustsAddresses: true }, ['trustsAddresses']],
  ['one school’s service for the provider', { customerId: 'c', forProvider: true }, ['forProvider']],
  ['SAML without a certificate', { kind: 'saml' as const, signOnUrl: 'https://id.example/sso' }, ['certificates']],
])('%s has the faults %o', (_, change, faults) => {
  expect(Object.keys(serviceErrors({ ...service, ...change }, true, portal))).toEqual(faults)
})

test('a new service needs its secret', () => {
  expect(Object.keys(serviceErrors(service, false, portal))).toEqual(['clientSecret'])
})
