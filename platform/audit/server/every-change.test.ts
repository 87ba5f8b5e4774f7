import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { rightCalls } from '#app/world/right-calls-testing.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { submit } from '#features/requests/cataloguing/server/testing.ts'
import { mounted } from '#kit/server/serve.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

/** Calls of the desk that leave no entry, and why. */
const silent: Record<string, string> = {
  'POST /rest/desk/cataloguing/assign': 'who of the team does what; the request’s own timeline keeps it',
  'POST /rest/desk/cataloguing/notes': 'what the team tells each other; the note itself names its author',
  'POST /rest/desk/cataloguing/seen': 'that a message was read; the request’s own timeline keeps it',
  'POST /rest/desk/cataloguing/read': 'changes nothing: it shows what a file holds',
  'POST /rest/desk/signInServices/check': 'changes nothing: it tries whether the service answers',
  'POST /rest/desk/signInServices/readMetadata': 'changes nothing: it shows what metadata say',
}

test('every changing call of the provider’s people leaves an audit entry, or has a reason to leave none', () => {
  const ofDesk = mounted
    .get(app.http)!
    .filter(({ who, changes }) => changes && /^(desk|administrator)$/.test(who))
    .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
  expect(ofDesk.length).toBeGreaterThan(30)
  // app/world/right-calls.test.ts makes each of them, and checks its entry.
  expect(ofDesk.filter((name) => !rightCalls[name]?.note).sort()).toEqual(Object.keys(silent).sort())
})

/** Entries that no right call leaves; this file asks the audit log for the action. */
test.each([
  ['password_link_asked', 'account/passwords/server/forgotten-password'],
  ['pin_refused', 'school/organisation/server/pin'],
])('%s is logged, as its own test says', (action, file) => {
  expect(readFileSync(`features/${file}.test.ts`, 'utf8')).toMatch(new RegExp(`['"\`]${action}['"\`]`))
})

test('a parcel that was checked in and undone appears in the school’s own log', async () => {
  const parcel = await submit(app, 'hillview', [{ title: 'Posted', physicalResource: true }])
  await app.as('desk')(cataloguingApi.checkIn, { code: parcel.requestNumber })
  await app.as('desk')(cataloguingApi.undoCheckIn, { itemIds: [parcel.items[0]!.id] })
  const notes = await app.db
    .selectFrom('auditEntry')
    .where('subject', '=', parcel.requestNumber)
    .select(['customerId', 'action', 'after'])
    .execute()
  expect(notes).toContainEqual({
    customerId: 'demo-hillview',
    action: 'check_in_undone',
    after: { items: [parcel.items[0]!.itemNumber] },
  })
})
