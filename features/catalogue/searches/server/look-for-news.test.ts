import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { searchesApi } from '../contract.ts'
import { findNewsForPerson } from './look-for-news.ts'

const { saveSearch, listSearches, seenSearch, changeSearch } = searchesApi
const never = new AbortController().signal
const userId = 'demo-hillview-librarian'
let app: TestApp
beforeEach(async () => {
  app = await testApp()
  await load('w1', 'w2')
})
afterEach(() => app.close())

const wombat = (id: string, change: Partial<BibliographicDocument> = {}): BibliographicDocument => ({
  ...blankDocument(id),
  title: { titlePrimary: `Wombat ${id}`, noteStmOfResponsibility: 'Jackie French' },
  voyagerCreateDate: '2026-01-01',
  searched: { properTitle: '', titles: [`Wombat ${id}`], authors: [], series: [], notes: [], identifiers: [] },
  ...change,
})
const load = (...ids: (string | BibliographicDocument)[]) =>
  app.catalogue.write(
    ids.map((each) => {
      const document = typeof each === 'string' ? wombat(each) : each
      return { document, marc: Buffer.from(JSON.stringify(document)), encoding: 'utf-8' as const }
    }),
  )
type Sent = RawInput<typeof saveSearch>
const save = async (change: Partial<Sent> = {}) =>
  (
    await app.as('hillview')(saveSearch, {
      name: 'Wombats',
      address: 'query=wombat',
      bodybuilderquery: { query: { query_string: { query: 'wombat' } } },
      mail: true,
      ...change,
    })
  ).response
const list = async () => (await app.as('hillview')(listSearches, {})).response
const look = () => findNewsForPerson.run(app, { userId }, never)
/** Queued mails, sent or not: an email that was never queued cannot come later. */
const left = async () =>
  app.db.selectFrom('outgoingMail').select(['subject', 'recipient', 'bodyText']).orderBy('createdAt').execute()

test('new records in the catalogue are emailed once, with their titles and a link to the search', async () => {
  await save()
  await look()
  expect(await left()).toEqual([])
  await load('w3', 'w4')
  await look()
  await look()
  const [mail, ...others] = await left()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: '2 new records for “Wombats”', recipient: 'librarian@hillview.example' })
  for (const line of ['* Wombat w3', 'Jackie French', `${app.env.publicUrl}/record/w4`])
    expect(mail!.bodyText).toContain(line)
  expect(mail!.bodyText).toContain(`${app.env.publicUrl}/discover/results/?query=wombat`)
  expect(mail!.bodyText).not.toContain('w1')
  await expect.poll(() => app.mails.length, { timeout: 10_000 }).toBe(1)
})

test('new records are counted until the search is opened', async () => {
  const { id } = await save({ mail: false })
  await load('w3')
  await look()
  await load('w4')
  await look()
  expect((await list())[0]).toMatchObject({ newRecords: 2 })
  expect(await left()).toEqual([])
  await app.as('hillview')(seenSearch, { id })
  await look()
  expect((await list())[0]).toMatchObject({ newRecords: 0 })
})

test('one mail covers all searches with new records, and no others', async () => {
  await save()
  await save({ name: 'Third wombat', bodybuilderquery: { query: { query_string: { query: 'w3' } } } })
  await save({ name: 'Owls', bodybuilderquery: { query: { query_string: { query: 'owl' } } } })
  const { id } = await save({ name: 'Not by mail' })
  await app.as('hillview')(changeSearch, { id, mail: false })
  await load('w3')
  await look()
  const mails = await left()
  expect(mails.map(({ subject }) => subject)).toEqual(['Updates for 2 saved searches'])
  for (const name of ['Wombats', 'Third wombat']) expect(mails[0]!.bodyText).toContain(`${name}\n---`)
  for (const name of ['Owls', 'Not by mail']) expect(mails[0]!.bodyText).not.toContain(name)
})

test('with many new records the mail names the twenty catalogued last, and gives the total', async () => {
  await save()
  const many = Array.from({ length: 30 }, (_, n) =>
    wombat(`new${n}`, { voyagerCreateDate: `2026-02-${String((n % 28) + 1).padStart(2, '0')}` }),
  )
  await load(...many)
  await look()
  const [mail] = await left()
  expect(mail!.bodyText).toContain('30 new records. The 20 latest are:')
  expect(mail!.bodyText!.match(/\* Wombat/g)).toHaveLength(20)
  expect(mail!.bodyText).toContain('* Wombat new27\n')
  expect(mail!.bodyText).not.toContain('* Wombat new3\n')
})

test('a record that is removed and added again is not new', async () => {
  await save()
  await app.catalogue.remove(['w1'])
  await look()
  await load('w1')
  await look()
  expect(await left()).toEqual([])
})

test('a record that was changed and now matches the search is new', async () => {
  await load(blankDocument('x'))
  await save()
  await load('x')
  await look()
  expect((await list())[0]!.newRecords).toBe(1)
})

test('two simultaneous runs report a record once', async () => {
  await save()
  await load('w3')
  await Promise.all([look(), look(), look()])
  expect(await left()).toHaveLength(1)
  expect((await list())[0]!.newRecords).toBe(1)
})

test('an interrupted run reports and stores nothing, and the next one reports everything', async () => {
  await save()
  await load('w3')
  const { enqueue } = app.queue
  const broken = { ...app, queue: { enqueue: () => Promise.reject(new Error('killed')) } }
  await expect(findNewsForPerson.run(broken, { userId }, never)).rejects.toThrow('killed')
  expect([await left(), (await list())[0]!.newRecords]).toEqual([[], 0])
  expect(app.queue.enqueue).toBe(enqueue)
  await look()
  expect((await left()).map(({ subject }) => subject)).toEqual(['1 new record for “Wombats”'])
})

test('a search that is no longer understood is skipped and marked, and the others continue', async () => {
  const { id } = await save({ name: 'Old' })
  await save()
  await app.db.updateTable('savedSearch').set({ query: '{"query":{"old_form":{}}}' }).where('id', '=', id).execute()
  await load('w3')
  await look()
  await look()
  const [mail, ...others] = await left()
  expect(others).toEqual([])
  expect(mail!.bodyText).toMatch(/Old\n---\n\nWe can no longer check this search/)
  expect(await list()).toMatchObject([
    { name: 'Old', newRecords: 0, problem: expect.stringContaining('old_form') },
    { name: 'Wombats', newRecords: 1, problem: '' },
  ])
})

test('no one with a closed account or a school without a subscription is emailed', async () => {
  await save()
  await load('w3')
  await app.db.updateTable('appUser').set({ disabledAt: new Date() }).where('id', '=', userId).execute()
  await look()
  await app.db.updateTable('appUser').set({ disabledAt: null }).where('id', '=', userId).execute()
  app.setClock(() => new Date('2090-01-01'))
  await look()
  expect(await left()).toEqual([])
})

test('if the address cannot be emailed to, new records are still counted', async () => {
  await save()
  await load('w3')
  await app.db.updateTable('appUser').set({ email: 'not an address' }).where('id', '=', userId).execute()
  await look()
  expect([await left(), (await list())[0]!.newRecords]).toEqual([[], 1])
})

test('a search that is deleted during the run is not reported', async () => {
  await save()
  await load('w3')
  const { search } = app.catalogue
  const catalogue: TestApp['catalogue'] = {
    ...app.catalogue,
    search: async (...args) => {
      await app.db.deleteFrom('savedSearch').execute()
      return search(...args)
    },
  }
  await findNewsForPerson.run({ ...app, catalogue }, { userId }, never)
  expect(await left()).toEqual([])
})

test('everyone’s searches are run once a day', async () => {
  await save()
  await load('w3')
  const daily = jobs.find(({ name }) => name === 'searches.look')!
  expect(daily.cron).toMatch(/^\d+ \d+ \* \* \*$/)
  await daily.run(app, {}, never)
  await expect
    .poll(() => app.mails.map(({ subject }) => subject), { timeout: 10_000 })
    .toEqual(['1 new record for “Wombats”'])
})
