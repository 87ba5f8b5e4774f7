const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Under NFKC, NFD, folding and upper case they grow to up to eighteen times their length. */
export const expanding = ['ﷺ', 'ΐ', '㌕', '𝅘𝅥𝅯', 'ﬃ']
/** Deep, wide or of many parts, repeated up to the limit: for parsers whose work could grow faster than their text. */
export const repeated = [
  ...['[', '{"a":', '(', '"', '<a>', '<a/>', '&amp;', ' ', 'a ', 'a,', 'a\n', '"\n', '-', '* ', 'a* ', '?', '\\'],
  ...[
    'a and (',
    'not ',
    '\u0301',
    '\u0301a',
    '%',
    '%25',
    '9',
    '9-',
    'a@',
    '.',
    '/',
    ';',
    '=',
    '&a=',
    'x:',
    '0-0000-0000-0 ',
  ],
]
type Members = Record<string, string>
export const scimUser = {
  ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'odd@quokka.example', externalId: 'odd' },
  ...{ name: { givenName: 'O', familyName: 'Dd' }, emails: [{ value: 'odd@quokka.example', type: 'work' }] },
  ...{ active: true, userType: 'Student' },
}
const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc' }
const cql = '(title = "a" and/rel.x author all/relevant "b") sortby date/sort.descending'
const filter = 'userName eq "a" and emails[type eq "work" and value co "b"] or not (externalId pr)'
/** Entrances outside the OpenAPI description, with their parameters or form fields. */
export const entrances: [url: string, query: Members, form?: Members | object][] = [
  ['/oai', { ...list, set: 'type:Book', from: '2026-01-01' }],
  ['/oai', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'oai:localhost:7001' }],
  ['/oai', {}, { ...list, set: 'collection:x' }],
  ['/sru', { operation: 'searchRetrieve', version: '1.2', query: cql, recordSchema: 'mods', sortKeys: 'title,,1' }],
  ['/sru', { version: '2.0', scanClause: 'title = "a"', responsePosition: '1', maximumTerms: '5' }],
  ['/sru', {}, { query: cql, startRecord: '1', maximumRecords: '1', recordXMLEscaping: 'string', 'x-odd': '1' }],
  ['/scim/v2/Users', { filter, sortBy: 'userName', sortOrder: 'ascending', attributes: 'userName', startIndex: '1' }],
  ['/scim/v2/Users/.search', {}, { filter, sortBy: 'name.familyName', excludedAttributes: ['emails'], count: 1 }],
  ['/scim/v2/Users', {}, scimUser],
  ['/scim/v2/Schemas', { filter: 'a' }],
  ['/discover', { query: 'a', return: '/' }],
  ['/opensearch/suggestions', { query: 'a' }],
  [
    '/oidc/auth',
    { client_id: 'portal', scope: 'openid', response_type: 'code', redirect_uri: 'http://a/', state: 'a' },
  ],
  ['/oidc/token', {}, { grant_type: 'authorization_code', code: 'a', redirect_uri: 'http://a/', code_verifier: 'a' }],
  ['/rest/user/login', { redirect: '/', service: 'a', hint: 'a@b.example', prompt: 'login' }],
  ['/rest/user/login/callback', { code: 'a', state: 'a', iss: 'a', error: 'a' }],
  ['/sign-in/a', {}, { username: 'a', password: 'b', code: 'c', redirect: '/' }],
  ['/sign-in/saml/a', {}, { SAMLResponse: base64('<a>b</a>'), RelayState: 'a' }],
  ['/sandbox/card', {}, { merchant_id: 'a', amount: '1', return_url: 'http://a/', fingerprint: 'a' }],
  ['/dev/outbox', { id: 'a' }],
]
