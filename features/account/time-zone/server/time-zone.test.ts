import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { briefDay } from '#kit/day.ts'
import { timeZoneApi } from '../contract.ts'

let app: TestApp
let now: Date
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([book({ id: '1000001', title: 'Owl Moon' })])
  await app.db.updateTable('subscription').set({ startsOn: '2020-01-01', endsOn: '2099-12-31' }).execute()
  app.setClock(() => now)
})
afterAll(() => app.close())
const at = (instant: string) => {
  now = new Date(instant)
  app.signInAgain()
}
const choose = (timeZone: string | null, person: Person = 'admin') =>
  app.as(person)(timeZoneApi.chooseTimeZone, { timeZone })

/** The day in a request's name, in its file's, and in the counts. */
async function daysOf(person: Person) {
  await app.db.deleteFrom('downloadRequest').execute()
  const { response } = await app.as(person)(downloadsApi.createRequest, { identities: ['1000001'] })
  const file = await app.raw(person, { url: `/rest/mydownload/download?requestId=${response.id}` })
  const { days } = (await app.as(person)(manageApi.yearAndDay, {})).response
  return [
    response.requestName.replace(/^1 identifier, /, ''),
    /(\d{4}-\d\d-\d\d)-1-record\.mrc/.exec(String(file.headers['content-disposition']))?.[1],
    days.map(({ day }) => day).join(),
  ]
}
const isOn = (day: '2026-12-31' | '2027-01-01') => [briefDay(day), day, day]

test('requests, their files and their counts have the day of the school, by its address or as it has chosen', async () => {
  // Midnight in Melbourne; in Brisbane, without daylight saving time, it is 11 pm.
  at('2026-12-31T12:59:00Z')
  expect([await daysOf('hillview'), await daysOf('lakeside')]).toEqual([isOn('2026-12-31'), isOn('2026-12-31')])
  at('2026-12-31T13:00:00Z')
  expect([await daysOf('hillview'), await daysOf('lakeside')]).toEqual([isOn('2027-01-01'), isOn('2026-12-31')])
  at('2026-12-31T14:00:00Z')
  expect(await daysOf('lakeside')).toEqual(isOn('2027-01-01'))
  expect((await choose('Australia/Perth')).response).toEqual({
    timeZone: 'Australia/Perth',
    usual: 'Australia/Melbourne',
  })
  expect(await daysOf('hillview')).toEqual(isOn('2026-12-31'))
  expect((await app.as('hillview')(accountApi.currentUser, {})).customer?.timeZone).toBe('Australia/Perth')
  await choose(null)
  expect(await daysOf('hillview')).toEqual(isOn('2027-01-01'))
})

test('only organisation admins choose a zone, an IANA name; it is audited', async () => {
  await expect(choose('Pacific/Auckland', 'assistant')).rejects.toMatchObject({ status: 403 })
  for (const wrong of ['Melbourne', '+10:00', '']) await expect(choose(wrong)).rejects.toMatchObject({ status: 400 })
  await app.db.deleteFrom('auditEntry').where('action', '=', 'time_zone_changed').execute()
  await choose('Pacific/Auckland')
  await choose('Pacific/Auckland')
  const noted = await app.db.selectFrom('auditEntry').selectAll().where('action', '=', 'time_zone_changed').execute()
  expect(noted.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { timeZone: null }, after: { timeZone: 'Pacific/Auckland' } },
  ])
  await choose(null)
})
