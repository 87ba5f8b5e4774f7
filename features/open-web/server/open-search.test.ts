import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    work: false,
    env: { PUBLIC_URL: 'https://portal.example', PROVIDER_NAME: 'Books & <more> of us' },
  })
  await app.catalogue.write([book({ id: '1', title: 'Wombat stew' }), book({ id: '2', title: 'Possums' })])
})
afterAll(() => app.close())

test('a browser learns how to search and how to suggest', async () => {
  const { statusCode, headers, body } = await app.raw(null, { url: '/opensearch.xml' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/opensearchdescription+xml; charset=utf-8'])
  expect(body).toContain('template="https://portal.example/discover/results/?query={searchTerms}"')
  expect(body).toContain('template="https://portal.example/opensearch/suggestions?query={searchTerms}"')
  const [, name] = body.match(/<ShortName>(.*)<\/ShortName>/)!
  expect(name).toBe('Books &amp; &lt;more&gt; o')
})

test('titles are suggested in the form that browsers read', async () => {
  const { headers, body } = await app.raw(null, { url: '/opensearch/suggestions?query=womb' })
  expect(headers['content-type']).toBe('application/x-suggestions+json; charset=utf-8')
  expect(JSON.parse(body)).toEqual(['womb', ['Wombat stew']])
  expect(JSON.parse((await app.raw(null, { url: '/opensearch/suggestions?query=' })).body)).toEqual(['', []])
})
