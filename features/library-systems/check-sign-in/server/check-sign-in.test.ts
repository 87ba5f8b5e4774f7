import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { z3950Api } from '#features/school/z3950/contract.ts'
import { takesEffectAfter } from '#features/school/z3950/rules.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { openZ3950Server } from '../../z3950/server/open-z3950-server.ts'
import { checkSignInApi } from '../contract.ts'

const cust_id = 'demo-hillview'
let app: TestApp
let server: Awaited<ReturnType<typeof openZ3950Server>>
let now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
  server = await openZ3950Server(
    { ...app, clock: clockIn(defaultZone, () => now) },
    { port: 0, host: '127.0.0.1', database: 'SCIS' },
  )
  Object.assign(app.env.z3950!, { port: server.port })
})
afterAll(async () => {
  await server.close()
  await app.close()
})
beforeEach(async () => {
  now = new Date()
  await app.db.deleteFrom('z3950Login').execute()
})

const check = async (password: string) =>
  (await app.as('hillview')(checkSignInApi.checkSignIn, { cust_id, password })).response
const reset = async () => {
  const token = await solveHumanCheck(app, 'z3950-reset')
  return (await app.as('hillview')(z3950Api.resetZ3950Password, { token, cust_id })).response.password
}
const later = () => {
  now = takesEffectAfter(now)
}

test('a password goes from not yet to working to former', async () => {
  expect(await check('anything')).toMatchObject({ outcome: 'no_password' })
  const first = await reset()
  expect(await check(first)).toMatchObject({ outcome: 'not_yet', takesEffectDate: takesEffectAfter(now).toISOString() })
  expect(await check('anything')).toMatchObject({ outcome: 'wrong_password', takesEffectDate: null })
  later()
  expect(await check(first)).toEqual({ outcome: 'works', takesEffectDate: null, records: 0 })
  const second = await reset()
  expect(await check(first)).toMatchObject({ outcome: 'works' })
  later()
  expect(await check(first)).toMatchObject({ outcome: 'former_password' })
  expect(await check(second)).toMatchObject({ outcome: 'works' })
  expect(await check('anything')).toMatchObject({ outcome: 'wrong_password' })
})

test('a school that is closed to library systems sees why', async () => {
  const password = await reset()
  later()
  await app.as('hillview')(settingsApi.updateSettings, { id: cust_id, enableZ3950: false })
  expect(await check(password)).toMatchObject({ outcome: 'switched_off' })
  await app.as('hillview')(settingsApi.updateSettings, { id: cust_id, enableZ3950: true })
  const ended = await app.db
    .updateTable('subscription')
    .set({ startsOn: '2020-01-01', endsOn: '2020-12-31' })
    .where('customerId', '=', cust_id)
    .execute()
  expect(ended[0]!.numUpdatedRows).toBeGreaterThan(0n)
  expect(await check(password)).toMatchObject({ outcome: 'no_subscription' })
  await app.db.updateTable('subscription').set({ endsOn: '2099-01-01' }).where('customerId', '=', cust_id).execute()
})

test('a server that does not answer is distinguished from a wrong password', async () => {
  const password = await reset()
  later()
  Object.assign(app.env.z3950!, { port: 1 })
  expect(await check(password)).toMatchObject({ outcome: 'unreachable' })
  expect(await check('anything')).toMatchObject({ outcome: 'wrong_password' })
  Object.assign(app.env.z3950!, { port: server.port })
})

test('another school’s login cannot be tried', async () => {
  await expect(app.as('riverside')(checkSignInApi.checkSignIn, { cust_id, password: 'x' })).rejects.toMatchObject({
    status: 404,
  })
})
