import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { colleaguesApi } from '#features/school/students/contract.ts'
import { z3950Api } from '#features/school/z3950/contract.ts'
import { helpApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('hints end once per person, and only theirs', async () => {
  const ended = async (who: 'hillview' | 'assistant') => (await app.as(who)(helpApi.hints, {})).response.ended
  expect([await ended('hillview'), await ended('assistant')]).toEqual([false, false])
  await app.as('hillview')(helpApi.endHints, {})
  expect([await ended('hillview'), await ended('assistant')]).toEqual([true, false])
})

test('each first step is ticked once anyone at the school has taken it', async () => {
  const steps = async () => (await app.as('lakeside')(helpApi.hints, {})).response.steps
  await app.db
    .deleteFrom('appUser')
    .where('customerId', '=', 'demo-lakeside')
    .where('id', '<>', 'demo-lakeside-trial')
    .execute()
  expect(await steps()).toEqual({ librarySystem: false, download: false, colleague: false })
  await app.as('lakeside')(z3950Api.chooseLibrarySystem, { cust_id: 'demo-lakeside', librarySystem: 'koha' })
  expect(await steps()).toEqual({ librarySystem: true, download: false, colleague: false })
  await app.catalogue.write([book({ id: '1', title: 'Owls' })])
  const { response } = await app.as('lakeside')(downloadsApi.requestItem, { type: 'marc', bibId: '1' })
  expect(await steps()).toEqual({ librarySystem: true, download: false, colleague: false })
  await app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${response.id}` })
  expect(await steps()).toEqual({ librarySystem: true, download: true, colleague: false })
  const colleague = { firstName: 'Ada', lastName: 'Owl', email: 'ada@lakeside.example' }
  await app.as('lakeside')(colleaguesApi.inviteColleague, { ...colleague, organisationAdmin: false })
  expect(await steps()).toEqual({ librarySystem: true, download: true, colleague: true })
})
