import { afterAll, beforeAll, expect, test } from 'vitest'
import { mounted } from '#kit/server/serve.ts'
import { requestOf, type TestApp, testApp } from '../testing.ts'
import { cookieOf, storedHash } from './cookies-testing.ts'
import { personId, sha256 } from './fill-testing.ts'
import { home } from './right-call-testing.ts'
import { rightCalls } from './right-calls-testing.ts'
import { type Difference, differences, type Row, restore, type Snapshot, snapshot } from './rows-testing.ts'
import type { Table } from './tables-testing.ts'
import { officeName, openWorld, people, type World } from './world-testing.ts'

let app: TestApp
let world: World
let whole: Snapshot
beforeAll(async () => {
  app = await testApp({ work: false })
  world = await openWorld(app)
  whole = await snapshot(app, world.tables)
})
afterAll(() => app.close())

const other = 'wombat'
const changing = () =>
  mounted
    .get(app.http)!
    .flatMap((endpoint) =>
      endpoint.changes ? endpoint.methods.map((method) => [`${method} ${endpoint.path}`, endpoint] as const) : [],
    )

test('every changing call is among the right calls', () => {
  expect(
    changing()
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(rightCalls).sort())
})

test.each(Object.entries(rightCalls))('%s changes what it names, and nothing else', async (name, call) => {
  const endpoint = changing().find(([each]) => each === name)?.[1]
  if (!endpoint) throw new Error(`There is no call ${name}.`)
  const userId = call.by && personId({ school: call.by in people ? home : officeName, person: call.by })
  const headers = userId ? await cookieOf(app, userId) : undefined
  const input = typeof call.input === 'function' ? await call.input(app) : (call.input ?? {})
  const before = await snapshot(app, world.tables, whole)
  const reply = await app.raw(null, { ...requestOf(endpoint, input), ...(headers ? { headers } : {}) })
  const after = await snapshot(app, world.tables, whole)
  const found = differences(before, after)
  await restore(app, world.tables, whole, after)

  expect(`${reply.statusCode} ${reply.body.slice(0, 300)}`).toMatch(/^[23]/)
  const named = [...textsIn(input), ...(headers ? [storedHash(headers)] : [])]
  const allowed = touched(before, named, call.also ?? {})
  expect(found.filter((each) => whole.has(each.key) && !allowed.has(each.key)).map(inWords)).toEqual([])
  expect(found.filter((each) => !each.before && strayed(each, allowed, userId)).map(inWords)).toEqual([])
  expect(found.map(inWords)).toHaveLength(call.nothing ? 0 : found.length || 1)
  if (call.note) expect(notes(found, userId)).toContainEqual([call.note, userId, '127.0.0.1', subjectOf(call.note)])
})

/** Actions whose subject is the school itself. */
const ofSchool = ['pin_renewed', 'settings_changed', 'email_domain_changed', 'school_sign_in_changed']
const subjectOf = (action: string) => (ofSchool.includes(action) ? '' : expect.stringMatching(/\S/))

const inWords = ({ key, before, after }: Difference) =>
  `${key}: ${Object.keys(before ?? after ?? {})
    .filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
    .map((name) => `${name} ${JSON.stringify(before?.[name])} → ${JSON.stringify(after?.[name])}`)
    .join(', ')
    .slice(0, 600)}`
/** For a call by link the log names the link's recipient, if anyone. */
const notes = (found: Difference[], userId: string | null) =>
  found
    .filter(({ table, before }) => table === 'audit_entry' && !before)
    .map(({ after }) => [after!.action, userId && after!.user_id, after!.came_from, after!.subject])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, sha256(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The rows that the call names, their dependents, and others that it may change. */
function touched(before: Snapshot, named: string[], also: Record<string, Row>): Set<string> {
  const rows = [...before].map(([key, row]) => ({ key, table: key.split('/')[0]!, row: JSON.parse(row) as Row }))
  const names = new Set(named)
  const isNamed = ({ name, key }: Table, row: Row) =>
    [...key, ...(name === 'session' || name === 'one_time_link' ? ['id'] : [])].some((each) =>
      names.has(String(row[each])),
    )
  const found = new Set<string>()
  const targets = new Set<string>()
  for (const table of world.tables)
    for (const { key, row } of rows.filter((each) => each.table === table.name)) {
      const belongs = table.references.some(
        ({ column, to, toColumn, belongs }) => belongs && targets.has(`${to}.${toColumn}=${row[column]}`),
      )
      const besides = also[table.name]
      const isBesides = besides && Object.entries(besides).every(([name, value]) => row[name] === value)
      if (!belongs && !isNamed(table, row) && !isBesides) continue
      found.add(key)
      for (const [name, value] of Object.entries(row)) targets.add(`${table.name}.${name}=${value}`)
    }
  return found
}

/** A new row that refers to another school, or to a person unrelated to the call. */
function strayed({ table, after }: Difference, allowed: Set<string>, userId: string | null): boolean {
  if (JSON.stringify(after).includes(other)) return true
  const { references } = world.tables.find(({ name }) => name === table)!
  return references.some(({ column, to }) => {
    const value = after![column]
    return to === 'app_user' && whole.has(`app_user/${value}`) && value !== userId && !allowed.has(`app_user/${value}`)
  })
}
