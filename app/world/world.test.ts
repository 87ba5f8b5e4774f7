import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing.ts'
import { differences, restore, type Snapshot, snapshot } from './rows-testing.ts'
import { openWorld, ownedTables, schools, type World } from './world-testing.ts'

let app: TestApp
let world: World
let whole: Snapshot
beforeAll(async () => {
  app = await testApp({ work: false })
  world = await openWorld(app)
  whole = await snapshot(app, world.tables)
})
afterAll(() => app.close())

const rowsOf = (table: string) => [...whole].filter(([key]) => key.startsWith(`${table}/`)).map(([, row]) => row)

/** Tables with one row per person or school. */
const onlyOne = ['customer', 'customer_settings', 'roster_setting', 'school_sign_in', 'z3950_login']
const oneEach = [
  'app_user',
  'invited_person',
  'kept_folder',
  'leaving_answer_item',
  'provisioned_person',
  'roster_person',
  'second_factor',
  'second_factor_draft',
  'webhook',
  'webhook_delivery',
]

test('every table has rows, and three of each kind for each person of both schools', () => {
  const few = world.tables.filter(({ name }) => name !== 'audit_chain' && rowsOf(name).length < 3)
  expect(few.map(({ name }) => name)).toEqual(['roster_setting', 'school_sign_in', 'z3950_login'])
  const owned = ownedTables(world.tables)
  const short = [...owned].filter((name) => {
    const expected = onlyOne.includes(name) ? 1 : oneEach.includes(name) ? 6 : name === 'downloaded_record' ? 3 : 18
    return rowsOf(name).length < expected * schools.length
  })
  expect(short).toEqual([])
})

test('the rows are compared one by one, and restored', async () => {
  await app.db.deleteFrom('savedSearchSeen').execute()
  await app.db.updateTable('savedFolder').set({ name: 'Other' }).where('customerId', '=', 'quokka').execute()
  await app.db
    .insertInto('guess')
    .values({ subject: 'new', failures: 1, windowEndsAt: new Date(), blockedUntil: null })
    .execute()
  const after = await snapshot(app, world.tables, whole)
  const found = differences(whole, after)
  const counts = ['saved_search_seen', 'saved_folder', 'guess'].map(
    (name) => found.filter(({ table }) => table === name).length,
  )
  expect(counts).toEqual([36, 18, 1])
  expect(found).toHaveLength(55)
  await restore(app, world.tables, whole, after)
  expect(differences(whole, await snapshot(app, world.tables))).toEqual([])
})
