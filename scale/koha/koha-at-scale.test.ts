import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openZ3950Server } from '#features/library-systems/z3950/server/open-z3950-server.ts'

const password = 'abcde-fghjk-mnpqr-stuvw'

let app: TestApp
let z3950: Awaited<ReturnType<typeof openZ3950Server>>
let sruPort: number
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    book({
      id: 'b1',
      title: 'Possum magic',
      isbns: ['9780152632243'],
      numbers: [
        ['082', 'a', '823.3'],
        ['100', 'a', 'Fox, Mem'],
        ['650', 'a', 'Possums'],
      ],
    }),
    book({ id: 'b2', title: 'Possum journal', issn: '0378-5955' }),
  ])
  const login = { customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) }
  await app.db.insertInto('z3950Login').values(login).execute()
  z3950 = await openZ3950Server(app, { port: 0, host: '127.0.0.1', database: 'SCIS' })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  sruPort = (app.http.server.address() as AddressInfo).port
})
afterAll(async () => {
  await z3950.close()
  await app.close()
})

/** The rows of the tables for Koha in docs/connect.md: a field and its value. */
const documented = new Map(
  [
    ...readFileSync('docs/connect.md', 'utf8')
      .split('### Koha')[1]!
      .split('\n### ')[0]!
      .matchAll(/^\| ([^|]+) \| `([^`|]+)` \|$/gm),
  ].map(([, field, value]) => [field!, value!]),
)
/** Koha's names of its search fields, and what its form calls them. */
const fields = {
  title: 'SRU search fields mapping, Title',
  author: 'Author',
  isbn: 'ISBN',
  issn: 'ISSN',
  subject: 'Subject',
  dewey: 'Dewey, LC call number',
  lccall: 'Dewey, LC call number',
  controlnumber: 'Control number',
  stdid: 'Standard ID',
  srchany: 'Keyword (any)',
}
type Field = keyof typeof fields
/** The queries that Koha sends to a Z39.50 server. */
const attributes: Record<Field, string> = {
  isbn: '@attr 1=7 @attr 5=1',
  issn: '@attr 1=8 @attr 5=1',
  title: '@attr 1=4',
  author: '@attr 1=1003',
  dewey: '@attr 1=16',
  subject: '@attr 1=21',
  lccall: '@attr 1=16 @attr 2=3 @attr 3=1 @attr 4=1 @attr 5=1 @attr 6=1',
  controlnumber: '@attr 1=12',
  srchany: '@attr 1=1016',
  stdid: '@attr 1=1007',
}
const searches: [Field, string][] = [
  ['title', 'possum magic'],
  ['author', 'fox'],
  ['isbn', '9780152632243'],
  ['issn', '0378-5955'],
  ['subject', 'possums'],
  ['dewey', '823.3'],
  ['lccall', '823.3'],
  ['controlnumber', 'b1'],
  ['stdid', '9780152632243'],
  ['srchany', 'possum fox'],
]

async function searchAsKoha(server: object): Promise<string[]> {
  const running = promisify(execFile)('perl', [join(import.meta.dirname, 'search.pl')])
  running.child.stdin!.end(JSON.stringify({ server: { syntax: 'USMARC', ...server }, attributes, searches }))
  return JSON.parse((await running).stdout)
}

const expectTitles = (found: string[]) =>
  expect(found.map((each) => [each.slice(0, 3), /Possum \w+/.exec(each)?.[0]])).toEqual(
    searches.map(([field]) => ['1: ', field === 'issn' ? 'Possum journal' : 'Possum magic']),
  )

test('each of Koha’s search fields finds its record by SRU, with the values of docs/connect.md', async () => {
  const options = documented.get('Additional SRU options')!
  expectTitles(
    await searchAsKoha({
      servertype: 'sru',
      host: 'http://127.0.0.1',
      port: sruPort,
      db: documented.get('Database'),
      sru_options: options.replace('USERNAME', 'hillview-library').replace('PASSWORD', password),
      sru_fields: Object.entries(fields)
        .map(([field, row]) => `${field}=${documented.get(row)}`)
        .join(),
    }),
  )
})

test('each of Koha’s search fields finds its record by Z39.50', async () => {
  expectTitles(
    await searchAsKoha({
      servertype: 'zed',
      host: '127.0.0.1',
      port: z3950.port,
      db: 'SCIS',
      userid: 'hillview-library',
      password,
    }),
  )
})
