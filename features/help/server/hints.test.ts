import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { helpApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('hints end once per person, and only theirs', async () => {
  const ended = async (who: 'hillview' | 'assistant') => (await app.as(who)(helpApi.hints, {})).response.ended
  expect([await ended('hillview'), await ended('assistant')]).toEqual([false, false])
  await app.as('hillview')(helpApi.endHints, {})
  expect([await ended('hillview'), await ended('assistant')]).toEqual([true, false])
})
