import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { catalogueProblem } from '#features/catalogue/contract.ts'
import { downloadProblem } from '#features/downloads/contract.ts'
import { inLanguage } from './refusals-in-language.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const refusal = async (cookie: string) => {
  const reply = await app.http.inject({
    url: '/rest/mydownload/download/details?requestId=1',
    headers: { host: new URL(app.env.publicUrl).host, cookie },
  })
  return reply.json().messages
}

test('a refusal is in the language of the browser', async () => {
  expect(await refusal('')).toEqual(['Please sign in.'])
  expect(await refusal('language=en-NZ')).toEqual(['Please sign in.'])
  expect(await refusal('language=mi.account')).toEqual(['Tēnā, waitohu mai.'])
})

test.each([
  catalogueProblem('query_not_accepted'),
  catalogueProblem('leading_wildcard'),
  catalogueProblem('record_not_found'),
  catalogueProblem('crawler_limit'),
  catalogueProblem('not_authorised'),
  catalogueProblem('catalogue_busy'),
  catalogueProblem('search_unavailable'),
  downloadProblem('request_not_found'),
  downloadProblem('nothing_to_request'),
  downloadProblem('request_not_ready'),
  downloadProblem('nothing_matched'),
  downloadProblem('file_gone'),
])('the translated screens show no English refusal: $code', ({ messages: [sentence] }) => {
  expect(inLanguage(sentence, { cookies: { language: 'mi' } })).not.toBe(sentence)
  expect(inLanguage(sentence, { cookies: {} })).toBe(sentence)
})
