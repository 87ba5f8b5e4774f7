import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isbn13 } from '#features/downloads/server/testing.ts'
import { type TestApp, testApp } from './testing.ts'
import { cookieOf } from './world/cookies-testing.ts'
import { personId } from './world/fill-testing.ts'
import { home, id } from './world/right-call-testing.ts'
import { keyOf, openWorld } from './world/world-testing.ts'

let app: TestApp
const statements: string[] = []
beforeAll(async () => {
  const watch = ({ sql }: { sql: string }) => {
    // Synonyms are checked every two seconds, and the uses of keys are written every five.
    if (!/\binstallation\b|access_key_use/.test(sql)) statements.push(sql)
  }
  app = await testApp({ work: false, watch })
  await openWorld(app)
})
afterAll(() => app.close())

const userId = personId({ school: home, person: 'librarian' })
const key = { authorization: `Bearer ${keyOf(home)}` }
const found = (query: object) => `?bodybuilderquery=${encodeURIComponent(JSON.stringify({ query }))}`
const identities = Array.from({ length: 100 }, (_, n) => isbn13(n))

/** Each statement costs the embedded database a good part of a millisecond, while all other calls wait. */
test.each<
  [
    statements: number,
    call: string,
    /** `later`: in the last statement that the call leaves to the background; the next one is due seconds later. */
    more?: { payload?: object; headers?: Record<string, string>; method?: 'POST'; later?: string },
  ]
>([
  [0, '/rest/user/current'],
  [0, '/rest/customer/current'],
  [0, `/rest/catalogue/search${found({ query_string: { query: 'title' } })}`],
  [0, `/rest/catalogue/record${found({ term: { _id: '7001' } })}`],
  [0, '/rest/catalogue/suggest?prefix=tit'],
  [0, '/covers/7001.jpg'],
  [1, '/rest/mydownload/downloaded?bibIds=7001,7002'],
  [0, '/rest/mydownload/identifiers/check', { payload: { identifiers: identities } }],
  [4, '/rest/mydownload/request/create', { payload: { identities } }],
  [1, `/rest/mydownload/download/status?requestId=${id('download_request')}`],
  [3, '/rest/mydownload/list'],
  [1, '/rest/mycatalogue/folder/list'],
  [1, `/rest/mycatalogue/folder/catJson?folderId=${id('saved_folder')}`],
  [1, `/rest/temp/folder/kept?userId=${userId}`],
  [1, '/rest/savedsearch/list'],
  [1, '/rest/sitemessages/banner/isActive'],
  [5, '/rest/cataloguerequests'],
  [1, `/rest/customer/${home}/settings`],
  [0, '/rest/search?query=title', { headers: key }],
  [0, '/rest/records?id=7001', { headers: key, later: 'insert into downloaded_record' }],
])(
  '%i statements for %s',
  async (count, url, { payload, headers, method = payload ? 'POST' : 'GET', later = '' } = {}) => {
    const request = { url, method, ...(payload ? { payload } : {}) }
    const send = async () =>
      headers
        ? app.http.inject({ ...request, headers })
        : app.raw(null, { ...request, headers: await cookieOf(app, userId) })
    statements.length = 0
    await send()
    if (later) await vi.waitFor(() => expect(statements.some((sql) => sql.includes(later))).toBe(true), 10_000)
    statements.length = 0
    const reply = await send()
    expect(`${reply.statusCode} ${reply.body.slice(0, 200)}`).toMatch(/^2/)
    expect(statements, statements.join('\n')).toHaveLength(count)
  },
)
