import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { profileApi } from '../../profile/contract.ts'
import { mailPasswordLink } from './password-links.ts'

const username = 'librarian@riverside.example'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const forgot = (name: string) => app.as(null)(profileApi.requestForgotPassword, { username: name })

test('a known and an unknown name take the same time', { timeout: 300_000 }, async () => {
  const timed = async (name: string) => {
    await app.db.deleteFrom('guess').execute()
    const begun = performance.now()
    await forgot(name)
    return performance.now() - begun
  }
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  const [known, unknown]: [number[], number[]] = [[], []]
  await timed(username)
  // Alternating, so that other load on the machine affects both.
  for (let round = 0; round < 15; round++) {
    known.push(await timed(username))
    unknown.push(await timed(`nobody-${round}@x.example`))
  }
  // Both enqueue one job. Checking a password or writing an email would double the time.
  expect(Math.abs(middle(known) - middle(unknown))).toBeLessThan(Math.max(15, middle(unknown) / 2))
})

test('neither do the calls after it when an email takes long to make', {
  timeout: 300_000,
}, async () => {
  const takesMs = 150
  // Only a known name's job leaves a link.
  await sql`create function take_long() returns trigger language plpgsql as $$
    begin
      while clock_timestamp() < statement_timestamp() + ${sql.lit(takesMs)} * interval '1 millisecond' loop end loop;
      return new;
    end $$`.execute(app.db)
  await sql`create trigger take_long before insert on one_time_link for each row execute function take_long()`.execute(
    app.db,
  )
  /** The slowest of this call and the calls in the next 100 ms. */
  const slowestSince = async (name: string) => {
    await app.db.deleteFrom('guess').execute()
    await app.db.deleteFrom('oneTimeLink').execute()
    const begun = performance.now()
    await forgot(name)
    const times = [performance.now() - begun]
    for (let last = begun + times[0]!, end = last + 100; last < end; last += times.at(-1)!) {
      await app.as('riverside')(profileApi.profile, {})
      times.push(performance.now() - last)
    }
    // Jobs that are left must not run during the next measurement.
    await sql`delete from pgboss.job where name = ${mailPasswordLink.name} and state = 'created'`.execute(app.db)
    return Math.max(...times)
  }
  try {
    await slowestSince(username)
    const longer: number[] = []
    // In pairs, so that other load on the machine affects both.
    for (let round = 0; round < 15; round++)
      longer.push((await slowestSince(username)) - (await slowestSince(`nobody-${round}@x.example`)))
    expect(longer.toSorted((a, b) => a - b)[7]).toBeLessThan(takesMs / 3)
  } finally {
    await sql`drop trigger take_long on one_time_link`.execute(app.db)
  }
})
