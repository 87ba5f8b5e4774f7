import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { openSignInNotes } from './note-sign-ins.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.expectErrors(/selectFrom/)
  await app.db.insertInto('z3950Login').values({ customerId: 'demo-hillview', userName: 'hillview-library' }).execute()
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-25T08:00:00Z')
  await app.db.deleteFrom('auditEntry').execute()
})

const open = () => openSignInNotes({ ...app, clock: clockIn(defaultZone, () => now) }, 'Z39.50')
const entries = () =>
  app.db
    .selectFrom('auditEntry')
    .select(['customerId', 'action', 'subject', 'cameFrom', 'after'])
    .orderBy('position')
    .execute()
const right = { name: 'Hillview-Library ', address: '192.0.2.1', outcome: 'accepted' } as const

test('the first sign-in of a day is noted, and the first from each address', async () => {
  const note = open()
  for (let n = 0; n < 3; n++) await note(right)
  expect(await entries()).toEqual([
    {
      customerId: 'demo-hillview',
      action: 'library_system_signed_in',
      subject: 'hillview-library',
      cameFrom: '192.0.2.1',
      after: { protocol: 'Z39.50', outcome: 'accepted' },
    },
  ])
  await note({ ...right, address: '192.0.2.2' })
  now = new Date('2026-11-26T00:00:00Z')
  await note(right)
  expect(await entries()).toHaveLength(3)
})

test('a refused one is noted by its outcome, an unknown name once for each address and without the name', async () => {
  const note = open()
  for (const outcome of ['wrong', 'wrong', 'slowed', 'closed'] as const) await note({ ...right, outcome })
  await note({ ...right, name: 'my password', outcome: 'wrong' })
  await note({ ...right, name: 'my other password\0', outcome: 'wrong' })
  await note({ ...right, name: 'demo-riverside-api', outcome: 'wrong' })
  expect((await entries()).map(({ action, subject, after }) => [action, subject, after.outcome]).sort()).toEqual([
    ['library_system_refused', 'Unknown person', 'wrong'],
    ['library_system_refused', 'demo-riverside-api', 'wrong'],
    ['library_system_refused', 'hillview-library', 'closed'],
    ['library_system_refused', 'hillview-library', 'slowed'],
    ['library_system_refused', 'hillview-library', 'wrong'],
  ])
})

test('every one counts by protocol and outcome, also while the database is away', async () => {
  const { librarySignIns } = app.metrics
  librarySignIns.reset()
  const away = openSignInNotes({ ...app, clock: clockIn(defaultZone, () => now), db: undefined as never }, 'SRU')
  await away(right)
  await away(right)
  await away({ ...right, outcome: 'wrong' })
  const counted = (await librarySignIns.get()).values.map(({ labels, value }) => [labels.outcome, value])
  expect(counted).toEqual([
    ['accepted', 2],
    ['wrong', 1],
  ])
})
