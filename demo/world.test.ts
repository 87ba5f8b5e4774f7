import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openTestDatabase } from '#app/testing.ts'
import { demoAccountsFor, demoPassword, demoPin } from '#demo/world/world.ts'
import { isSecret } from '#features/account/passwords/server/passwords.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { loadDemoWorld } from './world.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const counts = async () => {
  const tables = ['customer', 'appUser', 'contact', 'subscription', 'customerSettings', 'cart', 'cartItem'] as const
  const of = async (table: string) =>
    Number(
      (
        await database.db
          .selectFrom(table)
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirst()
      )?.n,
    )
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await of(table)])))
}

test('the demo world is loaded completely and only once, also by two concurrent processes', async () => {
  const clock = clockIn(defaultZone, () => new Date('2026-03-01T10:00:00Z'))
  await Promise.all([loadDemoWorld({ db: database.db, clock }), loadDemoWorld({ db: database.db, clock })])
  await loadDemoWorld({ db: database.db, clock })

  expect(await counts()).toEqual({
    customer: 3,
    appUser: 5,
    contact: 4,
    subscription: 8,
    customerSettings: 1,
    cart: 1,
    cartItem: 3,
  })
})

test('its subscriptions are current on the day of loading and a month later, and one is due for renewal', async () => {
  const rows = await database.db.selectFrom('subscription').selectAll().orderBy('id').execute()

  const current = rows.filter((row) => row.startsOn < '2026-03-01' && row.endsOn > '2026-03-29')
  expect(rows.filter((row) => row.dueForRenewal).map((row) => row.productCode)).toEqual(['SCISDATA'])
  expect(current.map((row) => [row.typeName, row.productCode])).toEqual([
    ['SUBSCRIPTION', 'SCISDATA'],
    ['SUBSCRIPTION', 'SCISSAF'],
    ['TRIAL', 'SCISTRIAL'],
    ['Z3950_ONLY', 'SCISZ'],
  ])
})

test('passwords and PINs are stored only as argon2id hashes', async () => {
  const users = await database.db.selectFrom('appUser').select('passwordHash').execute()
  const schools = await database.db.selectFrom('customer').select('pinHash').execute()

  for (const { passwordHash } of users) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$/)
  expect(await isSecret(demoPassword, users[0]!.passwordHash)).toBe(true)
  expect(await isSecret(demoPin, schools[0]!.pinHash)).toBe(true)
  expect(await isSecret(demoPassword, schools[0]!.pinHash)).toBe(false)
})

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('accounts are shown to this machine only: demo %s, this machine only %s', (demo, thisMachineOnly, named) => {
  expect(demoAccountsFor({ demo, thisMachineOnly }) !== undefined).toBe(named)
})
