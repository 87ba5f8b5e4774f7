import { expect, test } from 'vitest'
import { openStandIn, xml } from '#adapters/enrichment/stand-in.ts'
import { recordApi } from '#features/catalogue/record/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { testApp } from './testing.ts'

const imageSources = async (env: Record<string, string>) => {
  const app = await testApp({ env, work: false })
  const reply = await app.raw(null, { url: '/health/live' })
  await app.close()
  return /img-src ([^;]*)/.exec(String(reply.headers['content-security-policy']))?.[1]?.split(' ')
}
const own = ["'self'", 'data:', 'blob:']

test('without keys pictures come from our own origin only', async () => {
  expect(await imageSources({})).toEqual(own)
  expect(await imageSources({ LIBRARYTHING_URL: 'https://lt.example', SYNDETICS_URL: 'https://s.example' })).toEqual(
    own,
  )
})

test('a LibraryThing key allows its covers', async () => {
  expect(await imageSources({ LIBRARYTHING_KEY: 'k' })).toEqual([...own, 'https://covers.librarything.com'])
})

test('a Syndetics client code allows its covers', async () => {
  expect(await imageSources({ SYNDETICS_CLIENT: 'c' })).toEqual([...own, 'https://secure.syndetics.com'])
  expect(await imageSources({ SYNDETICS_CLIENT: 'c', SYNDETICS_URL: 'http://127.0.0.1:9/base/' })).toEqual([
    ...own,
    'http://127.0.0.1:9',
  ])
})

test('with a key the source is queried and its answer cut to the contract', async () => {
  const standIn = await openStandIn(({ pathname }, response) =>
    pathname.startsWith('/api/')
      ? xml(response, '<idlist/>')
      : xml(response, '<response stat="ok"><ltml><item id="1"><rating>8</rating></item></ltml></response>'),
  )
  const app = await testApp({ env: { LIBRARYTHING_KEY: 'k', LIBRARYTHING_URL: `${standIn.base}/` }, work: false })
  await app.catalogue.write([book({ id: '1', isbns: ['9780141365428'] })])
  expect(await app.as(null)(recordApi.libraryThing, { isbnValue: '9780141365428' })).toEqual({
    responseCode: 200,
    response: {
      coverUrl: `${standIn.base}/devkey/k/medium/isbn/9780141365428`,
      summary: null,
      reviews: [{ source: 'Members’ rating', text: '4.0 of 5' }],
      similar: [],
    },
  })
  await app.close()
  await standIn.close()
})
