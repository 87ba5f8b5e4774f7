import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '../../contract.ts'
import { manageSynonyms } from './synonyms.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    recordOf({ id: 'own', title: 'Roo stories' }),
    recordOf({ id: 'equal', title: 'Kangaroo stories' }),
    recordOf({ id: 'several', title: 'Short tales of the kangaroo' }),
    recordOf({ id: 'rich', title: 'Kangaroo stories and more', subjects: ['Roo', 'Stories'], series: ['Roo stories'] }),
    recordOf({ id: 'other', title: 'Emu stories' }),
  ])
})
afterAll(() => app.close())

const load = (text: string, dryRun = false) => manageSynonyms(app, { command: 'synonyms load', text, dryRun })
const list = () => manageSynonyms(app, { command: 'synonyms list' })
const found = async (query: string) => {
  const bodybuilderquery = JSON.stringify({ query: { query_string: { query, default_operator: 'and' } } })
  return (await app.as(null)(catalogueApi.search, { bodybuilderquery })).hits.hits.map(({ _id }) => _id)
}
const notes = () => app.db.selectFrom('auditEntry').where('action', '=', 'synonyms_loaded').selectAll().execute()

test('a loaded group finds its forms, the typed one first, then titles that differ only by them', async () => {
  expect(await found('roo stories')).toEqual(['own', 'rich'])
  expect(await load('roo,kangaroo\nstories,short tales\n')).toEqual({
    loaded: { groups: 2, before: 0, unchanged: false },
  })
  await expect.poll(async () => (await found('roo stories')).slice(0, 2)).toEqual(['own', 'equal'])
  const ids = await found('roo stories')
  expect(new Set(ids)).toEqual(new Set(['own', 'equal', 'rich', 'several']))
  expect(await found('short tales roo')).toContain('equal')
})

test('loading a table again changes nothing and is no change in the audit log', async () => {
  const before = await notes()
  expect(await load('roo,kangaroo\nstories,short tales\n')).toEqual({
    loaded: { groups: 2, before: 2, unchanged: true },
  })
  expect(await notes()).toEqual(before)
  expect(before.at(-1)).toMatchObject({ before: { groups: 0 }, after: { groups: 2 } })
})

test('a table with a mistake, or tried only, leaves the former one', async () => {
  const before = await list()
  expect(await load('emu,cassowary\nroo\n')).toEqual({ problems: ['line 2: a group has at least two forms.'] })
  expect(await load('emu,cassowary\n', true)).toEqual({ loaded: { groups: 1, before: 2, unchanged: false } })
  expect(await list()).toEqual(before)
  expect(before).toEqual({ table: 'roo,kangaroo\r\nstories,short tales\r\n' })
})

test('the list can be loaded again, and a table of remarks only takes all groups out', async () => {
  const before = await list()
  if ('table' in before) expect(await load(before.table)).toMatchObject({ loaded: { unchanged: true } })
  await load('# none\n')
  await expect.poll(() => found('roo stories')).toEqual(['own', 'rich'])
})
