import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleCovers } from '#demo/catalogue/covers.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { coverKey, coverPicture } from '#features/catalogue/covers/server/cover-picture.ts'
import { headingsApi } from '#features/catalogue/headings/contract.ts'
import { searchOfHeading } from '#features/catalogue/headings/rules.ts'
import { authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { collectionsApi } from '#features/downloads/collections/contract.ts'
import { requestsApi } from '#features/requests/contract.ts'
import { requestStatuses } from '#features/requests/rules.ts'
import { loadFirstContent, loadSampleCovers } from './first-start.ts'
import { type TestApp, testApp } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { DEMO: 'true' }, work: false })
})
afterAll(() => app.close())

test('the first start loads the sample catalogue, its authority files with a release, and its collections', async () => {
  await loadFirstContent(app)
  expect((await app.catalogue.stats()).records).toBeGreaterThan(3000)
  const { isSubject, isName, isSeriesTitle } = await app.headings.stats()
  expect(isSubject).toBeGreaterThan(1000)
  expect(isName).toBeGreaterThan(500)
  expect(isSeriesTitle).toBeGreaterThan(50)
  const { safMetadataViews } = await app.as('hillview')(authoritiesApi.authorityFiles, {})
  for (const kind of ['ALL', 'SUBJECT', 'NAME', 'SERIES'])
    for (const scope of ['FULL', 'REFERENCE_ONLY']) {
      const files = safMetadataViews.filter((file) => file.kind === kind && file.scope === scope)
      expect(files.map(({ fileFormat }) => fileFormat)).toEqual(['MARC', 'TEXT'])
      for (const { size } of files) expect(size).toBeGreaterThan(100)
    }
  const { response: categories } = await app.as('hillview')(collectionsApi.firstCategories, {})
  expect(categories.length).toBeGreaterThanOrEqual(3)
  expect(categories.some(({ categories: below }) => below > 0)).toBe(true)
  for (const { id: categoryId } of categories) {
    const { response: collections } = await app.as('hillview')(collectionsApi.listCollections, { categoryId })
    expect(collections.length).toBeGreaterThan(0)
    for (const { name, recordCount } of collections) expect(recordCount, name).toBeGreaterThanOrEqual(5)
  }
})

test('a folder whose sample predates headings gets them; removed ones stay removed', async () => {
  const all = {
    clause: { kind: 'all' as const },
    authorities: [],
    sort: 'heading' as const,
    from: 0,
    size: 100,
    words: [],
  }
  const { headings } = await app.headings.stats()
  for (let left = headings; left > 0; left = (await app.headings.stats()).headings) {
    const { hits } = await app.headings.search(all)
    await app.headings.remove(hits.map(({ heading }) => heading.recordId))
  }
  await loadFirstContent(app)
  expect((await app.headings.stats()).headings).toBe(0)
  await app.db.deleteFrom('installation').where('key', '=', 'sample_headings').execute()
  await loadFirstContent(app)
  expect((await app.headings.stats()).headings).toBe(headings)
})

test('a folder whose sample predates collections gets them; removed ones stay removed', async () => {
  const ofThem = () => app.db.selectFrom('collection').select('id').orderBy('id').execute()
  const before = await ofThem()
  await app.db.deleteFrom('collection').execute()
  await loadFirstContent(app)
  expect(await ofThem()).toEqual([])
  await app.db.deleteFrom('installation').where('key', '=', 'sample_collections').execute()
  await loadFirstContent(app)
  expect(await ofThem()).toEqual(before)
})

test('some records of each collection have a cover from a publisher’s file; covers that are there stay', async () => {
  const [own, drawn] = sampleCovers()
  const ownPicture = await drawn!.draw()
  await app.files.put(coverKey(`${own!.id}.jpg`), ownPicture)
  await loadSampleCovers(app)
  const stored = await Promise.all([own, drawn].map((each) => coverPicture(app.files, `${each!.id}.jpg`)))
  for (const picture of stored) expect(Buffer.from(picture!.bytes).equals(ownPicture)).toBe(true)
  expect(readdirSync(app.env.dataDir)).not.toContain('sample-covers')
  const collections = await app.db.selectFrom('collection').select('recordIds').execute()
  const withCover = new Set<string>()
  for (const { recordIds } of collections) {
    const documents = await app.catalogue.documents(recordIds.slice(0, 20))
    const pictures = await Promise.all(documents.map(({ imageFileName }) => coverPicture(app.files, imageFileName)))
    const names = documents.filter((_, i) => pictures[i]?.kind === 'jpg').map(({ id }) => id)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) withCover.add(name)
  }
  expect(withCover.size).toBeGreaterThanOrEqual(60)
}, 60_000)

test('a sample heading leads to exactly as many records as it says', async () => {
  const { hits } = await app
    .as(null)(headingsApi.searchHeadings, {
      bodybuilderquery: { query: { match: { heading: 'dogs magic dahl harry australia' } } },
    })
    .then(({ hits }) => hits)
  expect(hits.length).toBeGreaterThan(10)
  expect(hits.filter(({ _source }) => _source.recordCount > 0).length).toBeGreaterThan(10)
  for (const { _source } of hits) {
    const { hits: found } = await app.as(null)(catalogueApi.search, {
      bodybuilderquery: { ...searchOfHeading(_source.heading, _source), size: 0 },
    })
    expect([_source.heading, found.total]).toEqual([_source.heading, _source.recordCount])
  }
})

test('the demo schools have catalogue requests in every state, with pictures that open, and one title requested by two schools', async () => {
  const ofSchool = async (school: 'hillview' | 'riverside' | 'lakeside') =>
    (await app.as(school)(requestsApi.catalogueRequests, {})).response
  const all = (await Promise.all([ofSchool('hillview'), ofSchool('riverside'), ofSchool('lakeside')])).flat()
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(requestStatuses))
  const numbered = all.toSorted((a, b) => a.createdDate.localeCompare(b.createdDate))
  expect(numbered.map(({ requestNumber }) => requestNumber)).toEqual(numbered.map((each) => each.requestNumber).sort())
  for (const { url, thumbnailUrl } of numbered.flatMap(({ items }) => items).flatMap(({ files }) => files))
    for (const address of [url, thumbnailUrl]) {
      const answers = await Promise.all(
        (['hillview', 'riverside'] as const).map((school) => app.raw(school, { url: address })),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    }
  const [catalogued] = all.filter(({ status }) => status === 'CATALOGUED').flatMap(({ items }) => items)
  const documents = await app.catalogue.documents([catalogued!.recordId!])
  expect(documents[0]!.isbn13).toContain(catalogued!.standardNumber)
  const expected = await app.db
    .selectFrom('catalogueItem')
    .innerJoin('catalogueRequest', 'catalogueRequest.id', 'catalogueItem.requestId')
    .where('catalogueItem.status', 'in', ['REQUESTED', 'RECEIVED'])
    .where('workKey', '<>', '')
    .groupBy('workKey')
    .having((group) => group.fn.count('customerId').distinct(), '>', 1)
    .select('workKey')
    .execute()
  expect(expected).toHaveLength(1)
})

test('the demo schools’ requests are loaded once: removed ones stay removed', async () => {
  await app.db.deleteFrom('catalogueRequest').where('id', '=', 'demo-request-draft').execute()
  await loadFirstContent(app)
  const left = await app.db.selectFrom('catalogueRequest').select('id').where('id', '=', 'demo-request-draft').execute()
  expect(left).toEqual([])
})
