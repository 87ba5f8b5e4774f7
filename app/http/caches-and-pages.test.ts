import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import { requestOf, type TestApp, testApp } from '../testing.ts'

/*
 * Every call that is open to everyone or to access keys, by what is between it and its reader: compression, caches,
 * and pages of other sites (CORS). The calls are those that are mounted; a new one needs an input here.
 */

let app: TestApp
let authorization: string
let requestId: string
let calls: Endpoint[]
beforeAll(async () => {
  app = await testApp()
  const shelf = Array.from({ length: 120 }, (_, i) => recordOf({ id: `d${i}`, title: `Dragon tale number ${i}` }))
  await app.catalogue.write([...shelf, book({ id: '1', title: 'Possum magic', isbns: ['9780152632243'] })])
  ;({ authorization } = await openKey(app))
  const { response } = await app.as('hillview')(downloadsApi.createRequest, { identities: ['1', 'nothing'] })
  requestId = response.id
  calls = mounted.get(app.http)!.filter(({ who, forKeys }) => who === 'visitor' || forKeys !== undefined)
})
afterAll(() => app.close())

const query = { query: { query_string: { query: 'dragon' } }, size: 100 }
const searched = { bodybuilderquery: JSON.stringify(query) }
/** The inputs of reads, by path. */
const inputs = (): Record<string, object> => ({
  '/rest/catalogue/search': searched,
  '/rest/catalogue/record': searched,
  '/rest/catalogue/search/citations': { ...searched, format: 'ris' },
  '/rest/catalogue/suggest': { prefix: 'drag' },
  '/rest/catalogue/spelling': { query: 'dragn' },
  '/rest/catalogue/readings': { query: 'dragn' },
  '/rest/librarything/search': { isbnValue: '9780152632243' },
  '/rest/syndetics/search': { isbnValue: '9780152632243' },
  '/rest/heading/search': searched,
  '/rest/mydownload/identifiers/check': { identifiers: ['1'] },
  '/rest/mydownload/item/formats': { bibId: '1' },
  '/rest/mydownload/title/search': searched,
  '/rest/mydownload/items/view': searched,
  '/rest/mydownload/downloaded': { bibIds: '1' },
  '/rest/mydownload/request/digital/count': { from: '2026-01-01', to: '2026-02-01' },
  ...Object.fromEntries(
    ['download/details', 'download/status', 'download', 'download/data', 'download/html'].map((each) => [
      `/rest/mydownload/${each}`,
      { requestId },
    ]),
  ),
  '/rest/mydownload/download/together': { requestIds: requestId },
  '/rest/requests/:requestId': { requestId },
  '/rest/customer/:id/settings': { id: 'demo-hillview' },
  '/rest/records': { id: Array.from({ length: 20 }, (_, i) => `d${i}`).join() },
  '/rest/search': { query: 'dragon' },
  '/rest/shop/price': { productCode: 'SCISDATA', enrollmentSize: 200 },
  '/rest/humanCheck': { action: 'pay-now' },
  '/covers/:imageFileName': { imageFileName: 'd1.jpg' },
  '/record/:id': { id: 'd1' },
  '/sitemaps/:file': { file: '1.xml' },
  '/opensearch/suggestions': { query: 'drag' },
})
/** Reads that answer only a secret or a state that is not here; sign-in, payments. */
const elsewhere =
  /^\/rest\/(?:user\/|activation|receipt\/|payment\/|gdpr|invitation\/|mydownload\/download\/image)|^\/feeds\/(?:collections|searches)\//

const isKeyRead = ({ changes, forKeys }: Endpoint) => !changes && forKeys !== undefined
const nameOf = ({ methods, path }: Endpoint) => `${methods.join(' or ')} ${path}`

async function send(call: Endpoint, headers: Record<string, string> = {}, more: InjectOptions = {}) {
  const host = new URL(app.env.publicUrl).host
  const key: Record<string, string> = call.forKeys ? { authorization } : {}
  const sent = requestOf(call, inputs()[call.path] ?? {})
  return app.http.inject({ ...sent, ...more, headers: { host, ...key, ...headers } })
}
type Reply = Awaited<ReturnType<typeof send>>

const listIn = (text: unknown) =>
  String(text ?? '')
    .toLowerCase()
    .split(/,\s*/)
    .filter((each) => each !== '')
const isKept = ({ headers }: Reply) => !listIn(headers['cache-control']).includes('no-store')

/** Every read that has an answer here, with that answer. */
async function answered(): Promise<[Endpoint, Reply][]> {
  const reads = calls.filter(({ changes, path }) => !changes && !elsewhere.test(path))
  const replies: [Endpoint, Reply][] = []
  for (const call of reads) replies.push([call, await send(call)])
  return replies
}
/** The faults, one per line. */
async function faultsOf(check: (call: Endpoint, reply: Reply) => Promise<(string | false)[]> | (string | false)[]) {
  const faults: string[] = []
  for (const [call, reply] of await answered())
    for (const fault of await check(call, reply)) if (fault) faults.push(`${nameOf(call)}: ${fault}`)
  return faults
}

test('every read has an answer here', async () => {
  expect(calls.length).toBeGreaterThan(60)
  expect(await faultsOf((_, { statusCode, body }) => [statusCode !== 200 && body])).toEqual([])
})

test('caches that many share keep only what is open and the same for everyone', async () => {
  const faults = await faultsOf((call, { headers }) => {
    const control = listIn(headers['cache-control'])
    return [
      control.length === 0 && 'no cache-control',
      control.includes('public') && (call.who !== 'visitor' || call.forKeys !== undefined) && 'public',
      headers['set-cookie'] !== undefined && control.includes('public') && 'keeps a cookie',
    ]
  })
  expect(faults).toEqual([])
})

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

test.each(['br', 'gzip', 'identity'])('%s: the same content, and caches know that there are others', async (coding) => {
  const compressed: string[] = []
  const faults = await faultsOf(async (call, plain) => {
    const reply = await send(call, { 'accept-encoding': coding })
    const { headers } = reply
    const used = String(headers['content-encoding'] ?? 'identity')
    const bytes = (decoders[used] ?? ((same) => same))(reply.rawPayload)
    const isSmall = plain.rawPayload.length < 2048
    // A file's length and ranges count its own bytes.
    const isPacked = /^image\//.test(String(headers['content-type'])) || 'accept-ranges' in headers
    if (used !== 'identity') compressed.push(call.path)
    return [
      used !== (isSmall || isPacked ? 'identity' : coding) && `sent as ${used}`,
      !isChanging.test(call.path) && !bytes.equals(plain.rawPayload) && 'another content',
      used !== 'identity' && !listIn(headers.vary).includes('accept-encoding') && 'no vary',
      isKept(reply) && !isPacked && !listIn(headers.vary).includes('accept-encoding') && 'is kept without vary',
      isKept(reply) && headers.vary !== plain.headers.vary && `another vary: ${headers.vary}, ${plain.headers.vary}`,
      // One strong tag would say that the bytes are equal.
      !isPacked && /^"/.test(String(headers.etag ?? '')) && 'a strong tag',
      headers.etag !== plain.headers.etag && !isChanging.test(call.path) && 'another tag',
    ]
  })
  expect(faults).toEqual([])
  if (coding !== 'identity') expect(compressed.length).toBeGreaterThan(8)
})
/** Of each moment. */
const isChanging = /^\/rest\/humanCheck|\/rest\/(?:catalogue\/|heading\/|mydownload\/title\/)?search$|recent/

test('who has the current version gets 304 with the same headers, and others the content', async () => {
  const tagged: string[] = []
  const faults = await faultsOf(async (call, { headers }) => {
    const etag = headers.etag as string | undefined
    if (etag === undefined) return [call.tagged === true && 'no tag']
    tagged.push(call.path)
    const same = ['cache-control', 'vary', 'etag', 'access-control-allow-origin'] as const
    const known = ['*', etag, `"other", ${etag}`, etag.replace('W/', '')]
    const refused = await Promise.all(
      known.map(async (match) => {
        const reply = await send(call, { 'if-none-match': match, 'accept-encoding': 'gzip' })
        const different = same.filter((name) => reply.headers[name] !== headers[name])
        return [
          (reply.statusCode !== 304 || reply.body !== '') && `${reply.statusCode} for ${match}`,
          different.length > 0 && `304 with another ${different.join(', ')}`,
        ]
      }),
    )
    const other = await send(call, { 'if-none-match': '"other"' })
    return [...refused.flat(), other.statusCode !== 200 && `${other.statusCode} for another version`]
  })
  expect(faults).toEqual([])
  expect(tagged).toEqual(
    expect.arrayContaining([
      '/rest/records',
      '/rest/catalogue/record',
      '/record/:id',
      '/sitemap.xml',
      '/feeds/new.atom',
    ]),
  )
})

describe('pages of other sites', () => {
  const page = { origin: 'https://school.example' }
  const allowed = ({ headers }: Reply) => headers['access-control-allow-origin']
  const preflightOf = (path: string) =>
    app.http.inject({
      ...{ method: 'OPTIONS', url: path.replace(/:\w+/g, 'x') },
      headers: { host: new URL(app.env.publicUrl).host, ...page, 'access-control-request-method': 'GET' },
    })

  test('may make the reads for access keys, and see why one was refused', async () => {
    const faults: string[] = []
    for (const call of calls.filter(isKeyRead)) {
      const preflight = await preflightOf(call.path)
      const refused = await send(call, { ...page, authorization: 'Basic d3Jvbmc6a2V5' })
      const replies = [preflight, refused, await send(call, page), await send(call)]
      if (!replies.every((reply) => allowed(reply) === '*')) faults.push(`${nameOf(call)} is not shared`)
      if (
        preflight.statusCode !== 204 ||
        !listIn(preflight.headers['access-control-allow-headers']).includes('authorization')
      )
        faults.push(`${nameOf(call)} has no preflight`)
      for (const method of call.methods)
        if (!listIn(preflight.headers['access-control-allow-methods']).includes(method.toLowerCase()))
          faults.push(`${nameOf(call)} forbids ${method}`)
      // Too many wrong keys from one address.
      if (![401, 429].includes(refused.statusCode))
        faults.push(`${nameOf(call)} answers a wrong key by ${refused.statusCode}`)
      if (replies.some(({ headers }) => headers['access-control-allow-credentials'] !== undefined))
        faults.push(`${nameOf(call)} shares with cookies`)
    }
    expect(faults).toEqual([])
  })

  test('may make no other call: neither what changes something, nor what has no key', async () => {
    const others = calls.filter((call) => !isKeyRead(call))
    const shared = new Set(calls.filter(isKeyRead).map(({ path }) => path))
    const faults: string[] = []
    for (const call of others.filter(({ path }) => !shared.has(path))) {
      if (allowed(await preflightOf(call.path)) !== undefined) faults.push(`${nameOf(call)} has a preflight`)
      if (call.changes) continue
      if (allowed(await send(call, page)) !== undefined) faults.push(`${nameOf(call)} is shared`)
    }
    expect(faults).toEqual([])
    // A page must not hold a key that requests files.
    expect(others.map(({ path }) => path)).toContain('/rest/requests')
  })
})
