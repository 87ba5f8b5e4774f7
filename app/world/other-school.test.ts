import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '#kit/runs-testing.ts'
import { mounted } from '#kit/server/serve.ts'
import { requestOf, type TestApp, testApp } from '../testing.ts'
import { type Call, callsForSessions, type Description, namesOf, requestWith } from './calls-testing.ts'
import { cookieOf } from './cookies-testing.ts'
import { idOf, personId } from './fill-testing.ts'
import { rightCalls } from './right-calls-testing.ts'
import { type Difference, differences, restore, type Snapshot, snapshot } from './rows-testing.ts'
import { invoiceNo, keyOf, openWorld, ownedTables, people, type School, schools, type World } from './world-testing.ts'

let app: TestApp
let world: World
let whole: Snapshot
let description: Description
/** Every id of the world, and its owner. */
const owners = new Map<string, School>()
beforeAll(async () => {
  app = await testApp({ work: false })
  world = await openWorld(app)
  whole = await snapshot(app, world.tables)
  description = (await app.raw(null, { url: '/openapi.json' })).json()
  for (const school of schools)
    for (const table of ownedTables(world.tables))
      for (const person of Object.keys(people))
        for (let n = 1; n < 10; n++) owners.set(idOf(table, { school, person, n }), school)
})
afterAll(() => app.close())

/** Both directions in `npm run test:all`: the rules of the two schools are the same. */
const directions = (
  [
    ['wombat', 'quokka'],
    ['quokka', 'wombat'],
  ] satisfies [as: School, of: School][]
).slice(0, runs(1, 2))
test.each(directions)(
  'a call by %s with ids of %s returns and changes nothing of theirs',
  async (as, of) => {
    const wrong: string[] = []
    const calls = callsForSessions(description)
    expect(calls.length).toBeGreaterThan(150)
    let made = 0
    for (const call of calls) {
      const answers: string[] = []
      const requests = await requestsFor(call, of, runs(1, 2))
      // The preparation of the right call may have changed rows.
      const before =
        typeof rightCalls[call.name]?.input === 'function' ? await snapshot(app, world.tables, whole) : whole
      for (const sent of requests) {
        const callers = await callersOf(as)
        const replies = callers.map(async ([who, headers]) => ({
          who,
          reply: await app.raw(null, { ...sent, headers }),
        }))
        for (const { who, reply } of await app.skipPauses(() => Promise.all(replies))) {
          made++
          const code = /json/.test(String(reply.headers['content-type'])) ? reply.json().code : ''
          if (who === 'librarian') answers.push(code)
          const leaked = mentioned(withoutSent(reply.body, sent), of)
          if (leaked)
            wrong.push(`${call.name} tells ${who} of ${leaked}: ${reply.statusCode} ${reply.body.slice(0, 200)}`)
          if (reply.statusCode < 300 && isFile(reply.headers['content-type']) && isNamed(sent, of))
            wrong.push(`${call.name} sends ${who} a file: ${JSON.stringify(sent)}`)
        }
      }
      const after = await snapshot(app, world.tables, whole)
      for (const each of differences(before, after).filter((each) => isForeign(each, as, of, requests)))
        wrong.push(`${call.name} changes ${each.key}: ${JSON.stringify([each.before, each.after]).slice(0, 300)}`)
      await restore(app, world.tables, whole, after)
      if (answers.length > 0 && answers.every((code) => code === 'invalid_input'))
        wrong.push(`${call.name} needs an example`)
    }
    expect(wrong).toEqual([])
    expect(made).toBeGreaterThan(1500)
  },
  900_000,
)

/** Data that every school reads; links, whose tokens are not ids; files of the requests sent by `download/data`, or made by a job. */
const notByTheseIds = [
  'GET /rest/catalogue/search/citations',
  'GET /rest/records',
  'GET /rest/mydownload/downloadAuthorityFile',
  'GET /rest/mydownload/item/formats',
  'GET /rest/collection/list',
  'GET /rest/collection/records',
  'GET /rest/sharedfolder/:token',
  'GET /rest/mydownload/download',
  'GET /rest/mydownload/download/image',
  'GET /rest/mycatalogue/folder/download',
]
test('the school itself reads its own data by these ids', async () => {
  const unread: string[] = []
  for (const call of callsForSessions(description)) {
    if (call.method !== 'GET' || namesOf(call).length === 0 || call.path.startsWith('/rest/desk/')) continue
    if (notByTheseIds.includes(call.name)) continue
    const refusals = await refusalsOf(await requestsFor(call, 'quokka'), await callersOf('quokka'))
    await restore(app, world.tables, whole, await snapshot(app, world.tables, whole))
    if (refusals) unread.push(`${call.name}: ${[...refusals].join(' | ')}`)
  }
  expect(unread).toEqual([])
}, 300_000)

/** Undefined once anyone gets an answer to any of the requests. */
async function refusalsOf(requests: InjectOptions[], callers: Caller[]): Promise<Set<string> | undefined> {
  const refusals = new Set<string>()
  for (const sent of requests)
    for (const [, headers] of callers) {
      const { statusCode, body } = await app.raw(null, { ...sent, headers })
      if (statusCode < 400) return undefined
      refusals.add(`${sent.url} ${JSON.stringify(sent.query ?? {})}: ${body.slice(0, 120)}`)
    }
  return refusals
}

type Caller = [who: string, headers: Record<string, string>]

/** Every role of a school that has one, and a program with its key. */
async function callersOf(school: School): Promise<Caller[]> {
  const key = Buffer.from(`${school}-api:${keyOf(school)}`).toString('base64')
  const roles = ['librarian', 'admin', 'assistant', 'student']
  const cookies = roles.map(
    async (person): Promise<Caller> => [person, await cookieOf(app, personId({ school, person }))],
  )
  return [...(await Promise.all(cookies)), ['key', { authorization: `Basic ${key}` }]]
}

/** The call with the right call's input, and with ids of the first `rows` rows of each table that its members may refer to. */
async function requestsFor(call: Call, of: School, rows = 2): Promise<InjectOptions[]> {
  const names = namesOf(call)
  const generated = candidates(call, names).flatMap((table) =>
    (numbers[table] ?? [1, 2].slice(0, rows)).map((n) =>
      requestWith(call, (name) => (names.includes(name) ? idFor(name, table, of, n) : undefined), n === 1),
    ),
  )
  const distinct = new Map(generated.map((each) => [JSON.stringify(each), each]))
  const example = examples[call.name] ?? rightCalls[call.name]?.input
  if (!example && !rightCalls[call.name]) return [...distinct.values()]
  const endpoint = mounted
    .get(app.http)!
    .find(({ methods, path }) => methods.some((m) => `${m} ${path}` === call.name))!
  const input = typeof example === 'function' ? await example(app) : (example ?? {})
  return [requestOf(endpoint, JSON.parse(asOf(JSON.stringify(input), of))), ...distinct.values()]
}

/** Row numbers to use per person if the first ones do not fit: only the fourth cart is open. */
const numbers: Record<string, number[]> = { cart: [1, 4], app_user: [1, 2, 3] }

/** Reads whose input cannot be generated from the schema. */
const examples: Record<string, object> = { 'GET /rest/search': { query: 'book' } }

/** The right calls refer to the first school. */
const asOf = (text: string, school: School) =>
  text
    .replaceAll(schools[0], school)
    .replaceAll(schools[0].toUpperCase(), school.toUpperCase())
    .replace(uuid, (id) => (owners.get(id) === schools[0] ? (twin(school).get(id) ?? id) : id))

const twins = new Map<School, Map<string, string>>()
function twin(school: School): Map<string, string> {
  const known = twins.get(school) ?? new Map<string, string>()
  if (!twins.has(school))
    for (const table of ownedTables(world.tables))
      for (const person of Object.keys(people))
        for (let n = 1; n < 10; n++)
          known.set(idOf(table, { school: schools[0], person, n }), idOf(table, { school, person, n }))
  twins.set(school, known)
  return known
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const squashed = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** The tables of members whose names do not tell; human checks are tested with carts. */
const meant: Record<string, string> = {
  ...{ cmsId: 'cart', recaptcha_token: 'cart', fileId: 'catalogue_attachment' },
}

/** Tables named in the members, or otherwise in the path; if neither names one, every table. */
function candidates({ path, name }: Call, names: string[]): string[] {
  if (names.length === 0 || name.includes(' /rest/desk/')) return ['customer']
  const tables = [...ownedTables(world.tables)]
  if (names.some((each) => each in meant)) return names.flatMap((each) => meant[each] ?? [])
  const telling = [...names.map((each) => squashed(each.replace(/_?(id|ids|number|no)$/i, ''))), squashed(path)]
  const lastWord = (table: string) => table.split('_').at(-1)!
  for (const text of telling.filter((each) => each.length > 3)) {
    const found = tables.filter((table) => text.includes(lastWord(table)) || squashed(table).includes(text))
    if (found.length > 0) return found
  }
  return tables
}

function idFor(name: string, table: string, school: School, n: number): string {
  const place = { school, person: 'assistant', n }
  if (/customer|cust_id/i.test(name) || table === 'customer') return school
  if (/^user/i.test(name) || table === 'app_user')
    return personId({ school, person: ['student', 'helper', 'assistant'][n - 1]! })
  if (/invoiceN/i.test(name)) return invoiceNo(place)
  const row = whole.get(`${table}/${idOf(table, place)}`)
  const numbered = row && Object.entries(JSON.parse(row)).find(([column]) => /_number$/.test(column))
  return /number$/i.test(name) && numbered ? String(numbered[1]) : idOf(table, place)
}

/** The first mention of this school in the text. */
function mentioned(text: string, school: School): string | undefined {
  const at = text.toLowerCase().indexOf(school)
  if (at >= 0) return text.slice(Math.max(0, at - 30), at + 50)
  return text.match(uuid)?.find((id) => owners.get(id) === school)
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]
function withoutSent(text: string, { url, query, payload }: InjectOptions): string {
  const sent = [...String(url).split('/').map(decodeURIComponent), ...textsIn(query), ...textsIn(payload)]
  return sent.filter((each) => each.length > 3).reduce((so, each) => so.replaceAll(each, ''), text)
}
const isNamed = (sent: InjectOptions, school: School) => mentioned(JSON.stringify(sent), school) !== undefined
const isFile = (type: unknown) => !/json|text\/html|text\/plain/.test(String(type))

/** Counters shared by all schools. */
const shared = ['given_number', 'guess', 'used_human_check']
function isForeign({ table, key, before, after }: Difference, as: School, of: School, sent: InjectOptions[]): boolean {
  // An address that the caller typed is no leak; an id that was sent may be.
  const typed = sent.flatMap(({ payload }) => textsIn(payload)).filter((each) => each.includes('@'))
  const text = typed.reduce((so, each) => so.replaceAll(each, ''), JSON.stringify([before, after]))
  if (mentioned(text, of)) return true
  return whole.has(key) && !shared.includes(table) && mentioned(text, as) === undefined
}
