import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { noteAudit, verifyAudit } from './audit.ts'
import { sealAuditHourly } from './jobs.ts'
import { forgetEntries } from './seal-audit.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'audit-'))
beforeEach(async () => {
  await app?.close()
  app = await testApp({ work: false })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (subject: string, now = new Date()) =>
  noteAudit(app.db, {
    customerId: 'demo-hillview',
    userId: null,
    now,
    action: 'noted',
    subject,
    after: { ü: [1, 'x'] },
  })
const seal = () => sealAuditHourly.run(app, {}, new AbortController().signal)
const run = (statement: string) => sql.raw(statement).execute(app.db)
const broken = (message: string | RegExp, shipped?: string) =>
  expect(verifyAudit(app, shipped)).rejects.toThrow(message)
const placeOf = async (subject: string) =>
  (await app.db.selectFrom('auditEntry').where('subject', '=', subject).select('position').executeTakeFirstOrThrow())
    .position

test('entries of transactions that run at once have their places without gaps, and one rolled back has none', async () => {
  const { entries } = await verifyAudit(app)
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      app.db.transaction().execute(async (within) => {
        const noted = { customerId: null, userId: null, now: new Date(), action: 'noted' }
        await noteAudit(within, { ...noted, subject: `${index} a` })
        await noteAudit(within, { ...noted, subject: `${index} b` })
        if (index % 4 === 0) throw new Error('rolled back')
      }),
    ),
  )
  expect(await verifyAudit(app)).toMatchObject({ entries: entries + 30, last: entries + 30 })
})

test.each([
  "set subject = 'other'",
  'set before = \'{"a": 1}\'',
  'set after = after || \'{"b": 2}\'',
  "set happened_at = happened_at + interval '1 minute'",
  "set user_id = 'demo-hillview-librarian'",
  'set customer_id = null',
  "set action = 'signed_in'",
  "set came_from = '10.0.0.1'",
  `set id = '${crypto.randomUUID()}'`,
])('an entry is changed: %s', async (change) => {
  for (const each of ['one', 'two', 'three']) await note(each)
  await run(`update audit_entry ${change} where subject = 'two'`)
  await broken(new RegExp(`^Entry ${(await placeOf('three')) - 1} \\(.*was changed\\.$`))
})

test('an entry is left out: in the middle, at the beginning and at the end', async () => {
  for (const each of ['one', 'two', 'three', 'four', 'five']) await note(each)
  const last = await placeOf('five')
  await run("delete from audit_entry where subject in ('two', 'three')")
  await broken(`Entries ${last - 3} to ${last - 2} are missing.`)
  await run(`delete from audit_entry where position < ${last}`)
  await broken(`Entries 1 to ${last - 1} are missing.`)
  await run('delete from audit_entry')
  await broken(`Entries 1 to ${last} are missing.`)
})

test('the chain is made anew after a change: what was sealed shows it', async () => {
  for (const each of ['one', 'two', 'three']) await note(each)
  await seal()
  await note('four')
  await expect(verifyAudit(app)).resolves.toMatchObject({ sealedUpTo: (await placeOf('four')) - 1 })
  // As somebody would who can change rows and has read the migration.
  await run("update audit_entry set subject = 'other' where subject = 'two'")
  await run("update audit_chain set position = 0, hash = ''")
  await run('update audit_entry set position = -position')
  await run('select chain_audit_entry(entry) from audit_entry entry order by position desc')
  await broken(/was replaced: the log up to there is not what was sealed on/)
  await run('update audit_seal set hash = (select hash from audit_entry where position = audit_seal.position)')
  await broken(/was replaced/)
})

test('the last entries are cut off together with the end of the chain: what was sealed shows it', async () => {
  for (const each of ['one', 'two', 'three']) await note(each)
  await seal()
  const last = await placeOf('three')
  await run(`delete from audit_entry where position = ${last}`)
  await run(
    `update audit_chain set (position, hash) = (select position, hash from audit_entry where position = ${last - 1})`,
  )
  await broken(`Entry ${last} is missing.`)
})

test('an entry is added past the chain', async () => {
  await run('alter table audit_entry disable trigger audit_entry_chained')
  await note('slipped in')
  await broken('1 entry was added without a place in the chain.')
})

test('shipped entries are compared, also those past the end', async () => {
  for (const each of ['one', 'two']) await note(each)
  const rows = await app.db.selectFrom('auditEntry').select(['position', 'hash']).execute()
  const file = join(folder, 'shipped.log')
  const ship = (list: object[]) =>
    writeFileSync(file, list.map((row) => `Nov 23 host portal: ${JSON.stringify(row)}\n`).join('other line\n'))
  ship(rows)
  expect(await verifyAudit(app, file)).toMatchObject({ shipped: rows.length })
  ship([{ position: rows.length + 1, hash: 'ab' }])
  await broken(`Entry ${rows.length + 1} is missing.`, file)
  ship([{ position: 1, hash: 'ab' }])
  await broken(/^Entry 1 .*is not the one that was shipped\.$/, file)
})

test('what was removed for its age is no gap, unless more was removed with it', async () => {
  const day = (age: number) => new Date(Date.now() - age * 86_400_000)
  await run('delete from audit_entry')
  await run("update audit_chain set position = 0, hash = ''")
  for (const age of [9, 8, 7, 3, 2, 1]) await note(`${age}`, day(age))
  expect(await forgetEntries(app, day(5))).toBe(3)
  expect(await verifyAudit(app)).toMatchObject({ entries: 3, first: 4, last: 6 })
  await run('delete from audit_entry where position = 4')
  await broken('Entries 1 to 4 are missing.')
  await forgetEntries(app, day(0))
  expect(await verifyAudit(app)).toMatchObject({ entries: 0 })
})
