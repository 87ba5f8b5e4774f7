import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCart, safeRedirect, withoutNoPage } from './redirect.ts'

const site = 'http://localhost:8080'

test.each([
  '/',
  '/discover/results/?q=owl&page=2#hit-3',
  '/discover/results/?q=a//b\\c&back=http://elsewhere.example/',
  '/discover/details/123#https://elsewhere.example',
  '/signed-in',
  '/rest/mydownload/download?requestId=1',
  '/oidc-guide',
])('sign-in leads back to %s unchanged', (page) => {
  expect(safeRedirect(page, site)).toBe(page)
  expect(safeRedirect(site + page, site)).toBe(page)
})

test('an address of this site may be absolute, in any case, and keeps its query and fragment', () => {
  expect(safeRedirect('HTTP://LOCALHOST:8080/a?b=c#d', site)).toBe('/a?b=c#d')
  expect(safeRedirect('https://books.example:443/a', 'https://books.example')).toBe('/a')
  expect(safeRedirect('http://localhost:8080', site)).toBe('/')
})

test('letters outside ASCII are kept, percent-encoded', () => {
  expect(safeRedirect('/discover/results/?q=Māori kōrero', site)).toBe('/discover/results/?q=M%C4%81ori%20k%C5%8Drero')
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a\r\nSet-Cookie: session=x',
  '\u0000/a',
  ' //evil.example',
  'https:evil.example',
  'http:/evil.example',
  'http:localhost:8080/a',
  'https://evil.example/',
  'https://localhost:8080/',
  'http://localhost/',
  'http://localhost:8081/',
  'http://localhost:8080.evil.example/',
  'http://localhost:8080@evil.example/',
  'http://someone:secret@localhost:8080/a',
  'http://evil.example#http://localhost:8080/',
  'http:\\\\evil.example',
  'http://[::1',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'blob:http://localhost:8080/x',
  'ftp://localhost:8080/a',
  'evil.example',
  'a',
  '',
  '?q=1',
  '#x',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a/../..//evil.example',
  '/%2e//evil.example',
  '/.\\/evil.example',
  `/${'a'.repeat(9000)}`,
  // Leading back into sign-in would be a loop.
  '/rest/user/login?redirect=/',
  '/rest/user/login/callback?code=1',
  '/sign-in/abc',
  '/oidc/auth',
  undefined,
  null,
  7,
  ['/a', '/b'],
])('%j leads home', (given) => {
  expect(safeRedirect(given, site)).toBe('/')
})

const part = fc.constantFrom('/', '\\', '//', ':', '@', '.', '..', '%2f', '%5c', '%09', '\t', '\n', '\r', ' ', '#', '?')
const word = fc.constantFrom(
  'evil.example',
  'localhost:8080',
  'http',
  'https',
  'javascript',
  'a',
  '\u0000',
  '\ud800',
  'é',
)
const spelling = fc.array(fc.oneof(part, word), { maxLength: 12 }).map((parts) => parts.join(''))
const anything = fc.oneof(
  spelling,
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
  spelling.map((text) => site + text),
)

test('for any input, a browser that follows the redirect stays on this site', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(site, 'https://books.example'), (given, origin) => {
      const path = safeRedirect(given, origin)
      expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      expect(new URL(path, origin).origin).toBe(origin)
      expect(safeRedirect(path, origin)).toBe(path)
    }),
    { numRuns: 5000 },
  )
})

test('sign-in can lead back to every page of this site', () => {
  const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.webQueryParameters(),
      fc.webFragments(),
      (path, query, fragment) => {
        const page = new URL(`/page/${path.join('/')}?${query}#${fragment}`, site)
        const address = page.pathname + page.search + page.hash
        expect(safeRedirect(address, site)).toBe(address)
        expect(safeRedirect(page.href, site)).toBe(address)
      },
    ),
  )
})

test.each([
  ['/#no-page=%2Fno%2Fsuch%2Fpage', '/no/such/page'],
  ['/#no-page=%2F%2541%3Cb%3E', '/%41<b>'],
  [`/#no-page=%2F${'x'.repeat(300)}`, `/${'x'.repeat(199)}…`],
  ['/#no-page=Call%20us', undefined],
  ['/#no-page=%2FCall us', undefined],
  ['/#no-page=%2F%2Fevil.example', undefined],
  ['/#no-page=%', undefined],
  ['/#no-page=', undefined],
])('%s leads to the start page after the notice of %s', (redirect, noPage) => {
  expect(withoutNoPage(redirect)).toEqual({ redirect: '/', ...(noPage && { noPage }) })
})

test.each([
  ['/orderDetails?cmsId=1', true],
  ['/payment?cmsId=1', true],
  ['/payment', false],
  ['/', false],
  ['/discover?next=/orderDetails', false],
  ['/orderDetailsX', false],
])('%s needs a sign-in for the cart: %s', (redirect, cart) => {
  expect(isCart(redirect)).toBe(cart)
})

test('other fragments stay as they are', () => {
  for (const redirect of ['/', '/#here', '/discover#no-page=%2Fx'])
    expect(withoutNoPage(redirect)).toEqual({ redirect })
})
