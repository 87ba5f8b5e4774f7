import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld } from '#adapters/database/testing.ts'
import { mounted } from '#kit/server/serve.ts'
import { requestOf, type TestApp, testApp } from '../testing.ts'
import { cookieOf } from './cookies-testing.ts'
import { personId } from './fill-testing.ts'
import { home } from './right-call-testing.ts'
import { rightCalls } from './right-calls-testing.ts'
import { restore, type Snapshot, snapshot } from './rows-testing.ts'
import { keyOf, officeName, openWorld, people, schools, type World } from './world-testing.ts'

/** Two processes on one database: what is changed through the first must not be remembered by either. */
let first: TestApp
let second: TestApp
let world: World
let whole: Snapshot
beforeAll(async () => {
  const database = await openTestWorld()
  first = await testApp({ work: false, database: async () => database })
  const env = { SECRET_KEY_FILE: join(first.env.dataDir, 'secret-key') }
  second = await testApp({ work: false, env, database: () => database.beside() })
  world = await openWorld(first)
  whole = await snapshot(first, world.tables)
})
afterAll(async () => {
  await second?.close()
  await first?.close()
})

const [, otherSchool] = schools
const everyone = [
  ...Object.keys(people).map((person) => personId({ school: home, person })),
  personId({ school: otherSchool, person: 'librarian' }),
  personId({ school: officeName, person: 'desk' }),
]

/** The replies to everybody's session, and to a school's access key. */
async function repliesOf(app: TestApp): Promise<string[]> {
  const headers = await Promise.all(everyone.map((userId) => cookieOf(first, userId)))
  const requests = [
    ...headers.map((each) => ({ url: '/rest/user/current', headers: each })),
    ...schools.map((school) => ({
      url: '/rest/records?id=7001',
      headers: { authorization: `Bearer ${keyOf(school)}` },
    })),
  ]
  const replies = await Promise.all(requests.map((request) => app.raw(null, request)))
  return replies.map(({ statusCode, body }, at) => `${everyone[at] ?? 'a key'}: ${statusCode} ${body}`)
}

/** Empties the memory of both. */
const forget = () => sql`notify school_catalogue_changes, ''`.execute(first.db)

test.each(Object.entries(rightCalls))('%s leaves nothing to remember wrongly', async (name, call) => {
  const endpoint = mounted
    .get(first.http)!
    .find(({ methods, path }) => methods.some((method) => `${method} ${path}` === name))!
  const by = call.by && personId({ school: call.by in people ? home : officeName, person: call.by })
  const input = typeof call.input === 'function' ? await call.input(first) : (call.input ?? {})
  const before = await repliesOf(first)
  await expect.poll(() => repliesOf(second)).toEqual(before)

  const headers = by ? await cookieOf(first, by) : {}
  const { statusCode } = await first.raw(null, { ...requestOf(endpoint, input), headers })
  const here = await repliesOf(first)
  await expect.poll(() => repliesOf(second)).toEqual(here)
  await forget()
  const stored = await repliesOf(first)
  await restore(first, world.tables, whole, await snapshot(first, world.tables, whole))

  expect(statusCode).toBeLessThan(400)
  expect(here).toEqual(stored)
})
