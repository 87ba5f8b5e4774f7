import { rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleInput } from '#app/world/sample-input-testing.ts'
import type { Endpoint } from '#kit/contract.ts'
import { may } from '#kit/roles.ts'
import { mounted } from '#kit/server/serve.ts'
import { type Person, requestOf, type TestApp, testApp } from './testing.ts'

const canary = 'canary-4711'

let app: TestApp
let lines: string[] = []
beforeAll(async () => {
  app = await testApp({ logTo: { write: (line) => void lines.push(line) } })
  // Without files or a database everything fails.
  app.expectErrors(/./)
  for (const person of ['hillview', 'administrator'] as const) await app.sessionOf(person)
})
afterAll(() => app.close())

const caller = ({ who }: Endpoint): Person | null =>
  who === 'visitor' ? null : may('primary-contact', who) ? 'hillview' : 'administrator'
/** Calls that would end the sessions needed by the others. */
const endsSessions = /logout|endOthers|everywhere|signOut/

/** Sends every call with a canary in every field; returns the statuses. */
async function sendCanaries(): Promise<number[]> {
  const statuses: number[] = []
  for (const endpoint of mounted.get(app.http)!.filter(({ path }) => !endsSessions.test(path)))
    for (const onlyRequired of [false, true]) {
      const request = requestOf(endpoint, sampleInput(endpoint, canary, { onlyRequired }))
      const reply = await app.skipPauses(() => app.raw(caller(endpoint), request))
      statuses.push(reply.statusCode)
    }
  return statuses
}

async function expectNoCanary() {
  const links = app.mails.flatMap(({ text }) =>
    [...text.matchAll(/[?&](?:guid|id|token)=([\w-]{20,})/g)].map(([, id]) => id!),
  )
  const secrets = [canary, ...links]
  const published = [...lines, ...(await app.metrics.registry.metrics()).split('\n')]
  expect(published.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
}

test('nothing that is sent appears in the log or the metrics', async () => {
  const statuses = await sendCanaries()
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  await expectNoCanary()
})

test('nor while the folder of files is unavailable', async () => {
  lines = []
  rmSync(app.env.dataDir, { recursive: true })
  writeFileSync(app.env.dataDir, '')
  await sendCanaries()
  await expectNoCanary()
})

test('nor while the database refuses every statement except those that identify the caller', async () => {
  lines = []
  const needed = ['app_user', 'session', 'customer', 'subscription']
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'refused'; end $$`.execute(app.db)
  for (const { name } of rows)
    await (needed.includes(name)
      ? sql`create trigger refuse before insert or update or delete on ${sql.table(name)}
          for each statement execute function refuse()`
      : sql`alter table ${sql.table(name)} rename to ${sql.id(`gone_${name}`.slice(0, 63))}`
    ).execute(app.db)
  const statuses = await sendCanaries()
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(100)
  expect(lines.filter((line) => line.includes('does not exist')).length).toBeGreaterThan(100)
  await expectNoCanary()
})
