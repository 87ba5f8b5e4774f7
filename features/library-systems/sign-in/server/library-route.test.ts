import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settingsApi } from '#features/school/settings/contract.ts'
import { basic, faultOf, openSru, parseXml, password } from '../../sru/server/sru-testing.ts'

let sru: Awaited<ReturnType<typeof openSru>>
beforeAll(async () => {
  sru = await openSru()
  // The clock stops, so that no pause between guesses ends during a test.
  const now = new Date()
  sru.app.setClock(() => now)
})
afterAll(() => sru.app.close())
beforeEach(() => sru.app.db.deleteFrom('guess').execute())

type Sent = { method?: 'POST'; headers?: Record<string, string>; payload?: string; authorization?: string }

const send = (url: string, { headers, authorization, ...more }: Sent = {}) =>
  sru.app.http.inject({
    url,
    ...more,
    headers: {
      host: new URL(sru.app.env.publicUrl).host,
      ...headers,
      ...(authorization === undefined ? {} : { authorization }),
    },
  })
const wrong = basic('hillview-library', 'wrong')
const right = basic('hillview-library', password)
const search = '/sru?version=1.2&operation=searchRetrieve&query=possum'
const list = '/oai?verb=ListRecords&metadataPrefix=marcxml'
const asForm = (fields: number): Sent => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: Array(fields).fill('x=').join('&'),
})
const asXml: Sent = { method: 'POST', headers: { 'content-type': 'text/xml' }, payload: '<a/>' }
const enable = (enableZ3950: boolean) =>
  sru.app.as('hillview')(settingsApi.updateSettings, { id: 'demo-hillview', enableZ3950 })

/** A number of SRU's diagnostics, or the text of OAI-PMH. */
async function refusal(url: string, sent?: Sent) {
  const { statusCode, headers, body } = await send(url, sent)
  expect(headers['cache-control']).toBe('no-store')
  const type = String(headers['content-type'])
  expect(type).toBe(url.startsWith('/sru') ? 'text/xml; charset=utf-8' : 'text/plain; charset=utf-8')
  return { status: statusCode, said: url.startsWith('/sru') ? faultOf(parseXml(body)) : body.trim(), headers }
}

test('a wrong password gets no detail, in the form of each protocol', async () => {
  expect(await refusal(search, { authorization: wrong })).toMatchObject({
    status: 401,
    said: '3 undefined',
    headers: { 'www-authenticate': expect.stringContaining('Basic') },
  })
  expect(await refusal(list, { authorization: wrong })).toMatchObject({
    status: 401,
    said: 'Incorrect username or password.',
    headers: { 'www-authenticate': expect.stringContaining('Basic') },
  })
  expect(await refusal(list)).toMatchObject({ status: 401, said: expect.stringMatching(/^Please sign in with/) })
})

test('the right password of a school that is closed learns the reason', async () => {
  await enable(false)
  const reason = 'Your school has turned off Z39.50 in its portal settings.'
  expect(await refusal(search, { authorization: right })).toMatchObject({ status: 200, said: `3 ${reason}` })
  expect(await refusal(list, { authorization: right })).toMatchObject({ status: 403, said: reason })
  expect(await refusal(search, { authorization: wrong })).toMatchObject({ status: 401, said: '3 undefined' })
  await enable(true)
  expect((await send(search, { authorization: right })).statusCode).toBe(200)
})

test('repeated wrong passwords must wait, and see for how long', async () => {
  for (let n = 0; n < 5; n++) await send(search, { authorization: wrong })
  const wait = { 'retry-after': '1' }
  expect(await refusal(search, { authorization: wrong })).toMatchObject({
    status: 429,
    said: '2 Please try again in 1 second.',
    headers: wait,
  })
  expect(await refusal(list, { authorization: wrong })).toMatchObject({ status: 503, headers: wait })
})

test.each([
  [
    '/sru?version=1.2&query=%00',
    {},
    400,
    '6 The address contains a character that cannot be read (NUL, or half a character).',
  ],
  ['/oai?verb=%00', {}, 400, 'The address contains a character that cannot be read (NUL, or half a character).'],
  ['/sru', asXml, 400, '6 The body must be a form (application/x-www-form-urlencoded).'],
  ['/oai', asXml, 400, 'The body must be a form (application/x-www-form-urlencoded).'],
  ['/sru', asForm(101), 400, '6 The form has more than 100 fields.'],
] as [string, Sent, number, string][])('%s %o is refused in the protocol’s form', async (url, sent, status, said) => {
  expect(await refusal(url, sent)).toMatchObject({ status, said })
})

test('a failure reveals nothing, in the protocol’s form', async () => {
  sru.app.expectErrors(/a bug/, /"status":500/)
  const { findRecords, stats, changes } = sru.app.catalogue
  const fail = () => Promise.reject(new Error('a bug'))
  Object.assign(sru.app.catalogue, { findRecords: fail, stats: fail, changes: fail })
  try {
    expect(await refusal(search)).toMatchObject({ status: 500, said: expect.stringMatching(/^1 Error performing/) })
    expect(await refusal('/oai?verb=Identify')).toMatchObject({
      status: 500,
      said: expect.stringMatching(/^Error performing/),
    })
  } finally {
    Object.assign(sru.app.catalogue, { findRecords, stats, changes })
  }
})

test('a response in SRU 2.0 has its type also when it is refused', async () => {
  const { headers, body } = await send('/sru?query=possum', { authorization: wrong })
  expect(headers['content-type']).toBe('application/sru+xml; charset=utf-8')
  expect(faultOf(parseXml(body))).toBe('3 undefined')
})
