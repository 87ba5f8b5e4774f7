import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { depotsApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const own = { hillview: 'demo-hillview', riverside: 'demo-riverside', lakeside: 'demo-lakeside' } as const
const local = async (school: keyof typeof own) =>
  (await app.as(school)(depotsApi.localDepots, { id: own[school] })).response.map(({ id }) => id)
const depots = () => app.db.selectFrom('depot').selectAll().orderBy('id').execute()
const noted = () =>
  app.db.selectFrom('auditEntry').select(['action', 'subject']).where('action', 'like', 'depot%').orderBy('position')

const depot = {
  name: 'Depot Perth',
  streetAddress1: '1 Swan Street',
  suburbCity: 'Perth',
  state: 'WA',
  country: 'Australia',
  postCode: '6999',
}

test('a school is offered the depots of its state, else those of its country, with the address as on a parcel', async () => {
  expect(await local('hillview')).toEqual(['demo-depot-gippsland', 'demo-depot-vic'])
  expect(await local('riverside')).toEqual(['demo-depot-nsw'])
  expect(await local('lakeside')).toEqual(['demo-depot-gippsland', 'demo-depot-vic', 'demo-depot-nsw'])
  const { response } = await app.as('hillview')(depotsApi.localDepots, { id: 'demo-hillview' })
  expect(response[1]).toEqual({
    id: 'demo-depot-vic',
    name: 'Cataloguing depot Melbourne',
    address: ['Receiving dock 2', '40 Parcel Street', 'Melbourne VIC 3999', 'Australia'],
    note: 'Open Monday to Friday, 8.30 am to 4 pm.',
  })
})

test('a state’s long name, in any case, is the same state', async () => {
  const live = (state: string, country: string) =>
    app.db.updateTable('customer').set({ state, country }).where('id', '=', 'demo-hillview').execute()
  await live(' victoria ', 'AUSTRALIA')
  expect(await local('hillview')).toEqual(['demo-depot-gippsland', 'demo-depot-vic'])
  await live('', 'Iceland')
  expect(await local('hillview')).toHaveLength(4)
  await live('VIC', 'Australia')
})

test('another school’s depots are reported as absent, and the full list omits depots of one other school', async () => {
  for (const id of ['demo-hillview', 'nobody'])
    await expect(app.as('riverside')(depotsApi.localDepots, { id })).rejects.toMatchObject({
      status: 404,
      code: 'customer_not_found',
    })
  const { response } = await app.as('desk')(depotsApi.addDepot, { ...depot, customerId: 'demo-hillview' })
  const all = async (school: keyof typeof own) =>
    (await app.as(school)(depotsApi.depots, {})).response.map(({ id }) => id)
  expect(await local('hillview')).toEqual([response.id])
  expect(await local('lakeside')).not.toContain(response.id)
  expect(await all('hillview')).toContain(response.id)
  expect(await all('riverside')).not.toContain(response.id)
  expect(await all('riverside')).toHaveLength(4)
  await app.db.deleteFrom('depot').where('id', '=', response.id).execute()
})

test('the desk adds, changes, withdraws and restores a depot, and each step is audited', async () => {
  const desk = app.as('desk')
  const added = (await desk(depotsApi.addDepot, { ...depot, name: '  Depot\tPerth ', note: 'Ring\r\ntwice\n' }))
    .response
  expect(added).toMatchObject({ name: 'Depot Perth', note: 'Ring\ntwice', version: 1, withdrawn: false, openItems: 0 })
  const renamed = await desk(depotsApi.changeDepot, { depotId: added.id, version: 1, name: 'Depot West' })
  expect(renamed.response).toMatchObject({ name: 'Depot West', suburbCity: 'Perth', note: 'Ring\ntwice', version: 2 })
  await desk(depotsApi.changeDepot, { depotId: added.id, version: 2, withdrawn: true })
  expect(await local('lakeside')).not.toContain(added.id)
  expect((await desk(depotsApi.deskDepots, {})).response.find(({ id }) => id === added.id)).toMatchObject({
    withdrawn: true,
  })
  await desk(depotsApi.changeDepot, { depotId: added.id, version: 3, withdrawn: false })
  expect(await local('lakeside')).toContain(added.id)
  expect((await noted().execute()).slice(-4)).toEqual([
    { action: 'depot_added', subject: 'Depot Perth' },
    { action: 'depot_changed', subject: 'Depot West' },
    { action: 'depot_withdrawn', subject: 'Depot West' },
    { action: 'depot_offered', subject: 'Depot West' },
  ])
  await app.db.deleteFrom('depot').where('id', '=', added.id).execute()
})

test('of two concurrent changes the second is refused, and overwrites nothing', async () => {
  const desk = app.as('desk')
  const { id } = (await desk(depotsApi.addDepot, depot)).response
  const change = (name: string) => desk(depotsApi.changeDepot, { depotId: id, version: 1, name })
  const both = await Promise.allSettled([change('One'), change('Other')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'depot_changed' },
  })
  const first = both[0]!.status === 'fulfilled' ? 'One' : 'Other'
  expect((await depots()).find((each) => each.id === id)).toMatchObject({ name: first, version: 2 })
  await app.db.deleteFrom('depot').where('id', '=', id).execute()
})

const refused: [why: string, change: object, code: string, field?: string][] = [
  ['no name', { name: ' ' }, 'depot_incomplete', 'name'],
  ['a name of control bytes', { name: '\x1b\u0007' }, 'depot_incomplete', 'name'],
  ['no street', { streetAddress1: '' }, 'depot_incomplete', 'streetAddress1'],
  ['a country that is none', { country: 'Narnia' }, 'depot_incomplete', 'country'],
  ['no suburb', { suburbCity: '' }, 'depot_incomplete', 'suburbCity'],
  ['no country', { country: '' }, 'depot_incomplete', 'country'],
  ['an unknown organisation', { customerId: 'nobody' }, 'organisation_not_found', 'customerId'],
  ['a name that is too long', { name: 'x'.repeat(201) }, 'invalid_input', 'name'],
  ['its own id', { id: 'mine' }, 'invalid_input'],
  ['a member that nobody may set', { createdAt: '2020-01-01' }, 'invalid_input'],
]
test.each(refused)('refused, and nothing is stored: %s', async (_, change, code, field) => {
  const before = await depots()
  const entries = await noted().execute()
  const desk = app.as('desk')
  for (const attempt of [
    () => desk(depotsApi.addDepot, { ...depot, ...change }),
    () => desk(depotsApi.changeDepot, { ...change, depotId: 'demo-depot-vic', version: 1 }),
  ])
    await expect(attempt()).rejects.toMatchObject({
      status: 400,
      code,
      ...(field ? { errors: { [field]: [expect.any(String)] } } : {}),
    })
  expect(await depots()).toEqual(before)
  expect(await noted().execute()).toEqual(entries)
})

test('an unknown depot cannot be changed, and schools change none', async () => {
  await expect(app.as('desk')(depotsApi.changeDepot, { depotId: 'none', version: 1 })).rejects.toMatchObject({
    status: 404,
    code: 'depot_not_found',
  })
  for (const person of ['hillview', 'student'] as const) {
    await expect(app.as(person)(depotsApi.deskDepots, {})).rejects.toMatchObject({ status: 403 })
    await expect(app.as(person)(depotsApi.addDepot, depot)).rejects.toMatchObject({ status: 403 })
  }
})
