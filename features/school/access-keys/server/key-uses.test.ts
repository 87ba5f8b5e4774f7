import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { openKey } from './access-keys-testing.ts'
import { openKeyUses } from './key-uses.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  app.expectErrors(/uses of access keys could not be counted yet/)
})
afterAll(() => app.close())

const usesOf = (keyId: string) =>
  app.db.selectFrom('accessKeyUse').where('keyId', '=', keyId).orderBy('month').select(['month', 'calls']).execute()

test('closing writes what is left, month by month', async () => {
  const { id } = await openKey(app)
  let now = '2026-10-31T12:59:59Z'
  const uses = openKeyUses({ ...app, clock: clockIn(defaultZone, () => new Date(now)) })
  uses.count(id)
  uses.count(id)
  now = '2026-10-31T13:00:00Z'
  uses.count(id)
  await uses.close()
  expect(await usesOf(id)).toEqual([
    { month: '2026-10', calls: 2 },
    { month: '2026-11', calls: 1 },
  ])
})

test('while the database is away, counts wait', async () => {
  const { id } = await openKey(app)
  const needs: Parameters<typeof openKeyUses>[0] = { ...app, db: undefined as never }
  const uses = openKeyUses({
    ...needs,
    get db() {
      return needs.db
    },
  })
  uses.count(id)
  await Promise.resolve()
  needs.db = app.db
  uses.count(id)
  await uses.close()
  expect((await usesOf(id)).map(({ calls }) => calls)).toEqual([2])
})

test('a key that is withdrawn meanwhile leaves no count, and stops no other', async () => {
  const [gone, other] = [await openKey(app), await openKey(app)]
  const uses = openKeyUses(app)
  await app.db.deleteFrom('accessKey').where('id', '=', gone.id).execute()
  uses.count(gone.id)
  uses.count(other.id)
  await uses.close()
  expect(await usesOf(gone.id)).toEqual([])
  expect(await usesOf(other.id)).toHaveLength(1)
})
