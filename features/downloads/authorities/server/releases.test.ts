import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { dayIn, defaultZone, writtenDay } from '#kit/day.ts'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { type AuthorityFile, authoritiesApi } from '../contract.ts'
import { releaseWhatWasLoaded } from './jobs.ts'
import { makeRelease } from './make-release.ts'
import { releaseStaleLock } from './one-at-a-time.ts'
import { authority, concept, field, read } from './testing.ts'

let app: TestApp
/** A fixed clock, so that no test spans midnight. */
const now = new Date()
beforeEach(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
})
afterEach(() => app.close())

const dogs = authority(
  'SUBJECT',
  's2',
  field('150', 'a', 'Dogs'),
  field('450', 'a', 'Hounds'),
  field('550', 'w', 'g', 'a', 'Animals'),
  field('680', 'i', 'Works on dogs.'),
)
const animals = authority('SUBJECT', 's1', field('150', 'a', 'Animals'))
const fox = authority('NAME', 'n1', field('100', 'a', 'Fox, Mem,', 'd', '1946-'))
const saddle = authority('SERIES', 't1', field('130', 'a', 'Saddle club'), field('430', 'a', 'Saddle-club series'))

const list = async (person: Person = 'hillview') =>
  (await app.as(person)(authoritiesApi.authorityFiles, {})).safMetadataViews
const named = (files: AuthorityFile[], kind: string, scope: string, format: string) =>
  files.find((file) => file.kind === kind && file.scope === scope && file.fileFormat === format)!
const fetch = async ({ requestFileId, fileFormat }: AuthorityFile, headers: Record<string, string> = {}) =>
  app.raw('hillview', {
    url: '/rest/mydownload/downloadAuthorityFile',
    query: { requestFileId, fileFormat },
    headers,
  })
const marcOf = async (kind: string, scope: string) =>
  read((await fetch(named(await list(), kind, scope, 'MARC'))).rawPayload)
const textOf = async (kind: string, scope: string) =>
  (await fetch(named(await list(), kind, scope, 'TEXT'))).rawPayload.toString('utf8')

/** Names of the kept files, sorted; each release has its own folder. */
async function kept(name: string) {
  const keys: string[] = []
  for await (const { key } of app.files.list()) if (key.endsWith(`/${name}`)) keys.push(key)
  return keys.sort()
}

test('before the first release there is nothing to download', async () => {
  expect(await app.as('hillview')(authoritiesApi.authorityFiles, {})).toEqual({
    responseCode: 200,
    safMetadataViews: [],
    sAFDownloadAllowed: true,
  })
  await makeRelease(app)
  expect(await list()).toEqual([])
})

test('a release has a file of each kind, full and with references only, as MARC and as text', async () => {
  await app.headings.write([dogs, animals, fox, saddle])
  await makeRelease(app)
  const files = await list()
  expect(files.map(({ kind, scope, fileFormat, recordCount }) => [kind, scope, fileFormat, recordCount])).toEqual([
    ['ALL', 'FULL', 'MARC', 4],
    ['ALL', 'FULL', 'TEXT', 4],
    ['ALL', 'REFERENCE_ONLY', 'MARC', 2],
    ['ALL', 'REFERENCE_ONLY', 'TEXT', 2],
    ['SUBJECT', 'FULL', 'MARC', 2],
    ['SUBJECT', 'FULL', 'TEXT', 2],
    ['SUBJECT', 'REFERENCE_ONLY', 'MARC', 1],
    ['SUBJECT', 'REFERENCE_ONLY', 'TEXT', 1],
    ['NAME', 'FULL', 'MARC', 1],
    ['NAME', 'FULL', 'TEXT', 1],
    ['SERIES', 'FULL', 'MARC', 1],
    ['SERIES', 'FULL', 'TEXT', 1],
    ['SERIES', 'REFERENCE_ONLY', 'MARC', 1],
    ['SERIES', 'REFERENCE_ONLY', 'TEXT', 1],
  ])
  expect((await marcOf('ALL', 'FULL')).map(({ id, status }) => [id, status])).toEqual([
    ['n1', 'nz'],
    ['s1', 'nz'],
    ['s2', 'nz'],
    ['t1', 'nz'],
  ])
  expect((await marcOf('SUBJECT', 'REFERENCE_ONLY')).map(({ id }) => id)).toEqual(['s2'])
})

test('a record that was loaded as MARC leaves byte for byte; one from SKOS gives the same heading when it is read back', async () => {
  const pets = concept(authority('SUBJECT', 's3', field('150', 'a', 'Pets'), field('550', 'a', 'Dogs')))
  await app.headings.write([dogs, pets])
  await makeRelease(app)
  const { rawPayload } = await fetch(named(await list(), 'ALL', 'FULL', 'MARC'))
  expect(rawPayload.subarray(0, dogs.marc!.length).equals(dogs.marc!)).toBe(true)
  expect(toHeading(read(rawPayload)[1]!.record)).toEqual(pets)
})

test('text is alphabetical, with everything in the heading, and opens in Notepad', async () => {
  await app.headings.write([dogs, animals])
  await makeRelease(app)
  const day = writtenDay(dayIn(defaultZone, now))
  expect(await textOf('SUBJECT', 'FULL')).toBe(
    [
      '\uFEFFSCIS authority files: subject headings, full',
      `Release 1, ${day}. 2 headings.`,
      '',
      'Animals',
      '  Narrower      Dogs',
      '  Number        s1 (scisshl)',
      '',
      'Dogs',
      '  Used for      Hounds',
      '  Broader       Animals',
      '  Scope note    Works on dogs.',
      '  Number        s2 (scisshl)',
      '',
      '',
    ].join('\r\n'),
  )
})

test('headings added, changed and deleted since the last release are counted and have their own files', async () => {
  const pets = concept(authority('SUBJECT', 's3', field('150', 'a', 'Pets')))
  await app.headings.write([dogs, animals, fox, pets])
  await makeRelease(app)
  const whole = named(await list(), 'ALL', 'FULL', 'MARC')
  await app.headings.remove(['s1'])
  await app.headings.write([
    saddle,
    authority('SUBJECT', 's2', field('150', 'a', 'Dogs'), field('450', 'a', 'Puppies')),
  ])
  await makeRelease(app)

  const { response } = await app.as('hillview')(authoritiesApi.authorityReleases, {})
  expect(response.map(({ number }) => number)).toEqual([2, 1])
  expect(response[0]).toMatchObject({
    headings: { ALL: 4, SUBJECT: 2, NAME: 1, SERIES: 1 },
    changes: {
      ALL: { added: 1, changed: 1, deleted: 1 },
      SUBJECT: { added: 0, changed: 1, deleted: 1 },
      NAME: { added: 0, changed: 0, deleted: 0 },
      SERIES: { added: 1, changed: 0, deleted: 0 },
    },
  })
  expect(response[1]!.changes).toBe(null)
  expect((await marcOf('ALL', 'CHANGES')).map(({ id, status }) => [id, status])).toEqual([
    ['s1', 'dz'],
    ['s2', 'cz'],
    ['t1', 'nz'],
  ])
  const text = await textOf('ALL', 'CHANGES')
  expect(text.split('\r\n').filter((line) => /^(?:\S.*: \d|Saddle|Dogs|Animals)/.test(line))).toEqual([
    'New headings: 1',
    'Saddle club',
    'Changed headings: 1',
    'Dogs',
    'Deleted headings: 1',
    'Animals  [s1]',
  ])
  expect(text).toContain('3 headings.')
  expect(named(await list(), 'NAME', 'CHANGES', 'MARC')).toBe(undefined)
  // The last release stays.
  expect(read((await fetch(whole)).rawPayload)).toHaveLength(4)
})

test('a record that we generate keeps its dates until something else in it changes', async () => {
  const day = (text: string) => app.setClock(() => new Date(text))
  const pets = authority('SUBJECT', 's3', field('150', 'a', 'Pets'))
  day('2026-01-02T03:04:05Z')
  await app.headings.write([concept(pets)])
  await makeRelease(app)
  day('2026-02-02T03:04:05Z')
  await app.headings.write([fox])
  await makeRelease(app)
  const controlValue = async (tag: string) => {
    app.setClock(() => now)
    const record = (await marcOf('SUBJECT', 'FULL'))[0]!.record
    const found = record.fields.find((each) => each.tag === tag)!
    return 'value' in found ? found.value : ''
  }
  expect(await controlValue('005')).toBe('20260102030405.0')
  day('2026-03-02T03:04:05Z')
  await app.headings.write([concept({ ...pets, variants: ['Companion animals'] })])
  await makeRelease(app)
  expect(await controlValue('005')).toBe('20260302030405.0')
  expect((await controlValue('008')).slice(0, 6)).toBe('260102')
})

test('the same headings loaded again make no release', async () => {
  await app.headings.write([dogs])
  await makeRelease(app)
  await app.headings.write([animals])
  await app.headings.remove(['s1'])
  await makeRelease(app)
  const { response } = await app.as('hillview')(authoritiesApi.authorityReleases, {})
  expect(response).toHaveLength(1)
  expect(await kept('all-full.mrc')).toHaveLength(1)
  // Discarded files do not count as failures of the file store.
  const puts = (await app.metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('backend_call_seconds_count') && line.includes('call="put"'))
  expect(puts.join()).toContain('outcome="abandoned"')
  expect(puts.join()).not.toContain('outcome="failed"')
})

test('a load is noticed and released after a minute without another one', async () => {
  const left: string[] = []
  const looking = {
    ...app,
    queue: {
      enqueue: async ({ name }: { name: string }) => {
        left.push(name)
      },
    },
  }
  await releaseWhatWasLoaded(looking)
  await app.headings.write([dogs])
  await releaseWhatWasLoaded(looking)
  await app.headings.write([animals])
  await releaseWhatWasLoaded(looking)
  expect(left).toEqual([])
  await releaseWhatWasLoaded(looking)
  expect(left).toEqual(['authorities.release'])
  await makeRelease(app)
  await releaseWhatWasLoaded(looking)
  expect(left).toHaveLength(1)
})

test('a release that fails leaves the last one, and no files', async () => {
  await app.headings.write([dogs])
  await makeRelease(app)
  await app.headings.write([animals])
  const full = new Error('The disk is full.')
  const files = {
    ...app.files,
    put: (key: string, content: never) =>
      key.includes('subject-full.txt') ? Promise.reject(full) : app.files.put(key, content),
  }
  await expect(makeRelease({ ...app, files })).rejects.toThrow('The disk is full.')
  expect((await list())[0]!.recordCount).toBe(1)
  expect(await kept('all-full.mrc')).toHaveLength(1)
  await makeRelease(app)
  expect((await list())[0]!.recordCount).toBe(2)
})

test('of two machines one makes the release, and the other waits for it', async () => {
  await app.headings.write([dogs])
  const elsewhere = { ...app, headings: { ...app.headings } }
  await Promise.all([makeRelease(app), makeRelease(elsewhere)])
  const { response } = await app.as('hillview')(authoritiesApi.authorityReleases, {})
  expect(response).toHaveLength(1)
  expect(await kept('all-full.mrc')).toHaveLength(1)
})

test('the files of a machine that died during a release are removed by the next release', async () => {
  await app.db
    .insertInto('installation')
    .values({ key: 'authorities_making', value: JSON.stringify({ name: 'dead', beatAt: app.clock() }) })
    .execute()
  await app.files.put('authorities/dead/all-full.mrc', Buffer.from('half'))
  await app.headings.write([dogs])
  await releaseStaleLock(app.db)
  await makeRelease(app)
  expect(await kept('all-full.mrc')).toHaveLength(1)
  expect((await list())[0]!.recordCount).toBe(1)
})

test('the full files of two releases are kept, and the changes of twelve', async () => {
  for (let n = 1; n <= 14; n++) {
    await app.headings.write([authority('SUBJECT', `s${n}`, field('150', 'a', `Topic ${n}`))])
    await makeRelease(app)
  }
  const { response } = await app.as('hillview')(authoritiesApi.authorityReleases, {})
  expect(response.map(({ number }) => number)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  const scopes = response.map(({ files }) => [...new Set(files.map(({ scope }) => scope))].join())
  expect(scopes.slice(0, 3)).toEqual(['FULL,CHANGES', 'FULL,CHANGES', 'CHANGES'])
  expect(await kept('all-full.mrc')).toHaveLength(2)
  expect(await kept('all-changes.mrc')).toHaveLength(12)
}, 300_000)

test('the file has a name, is sent in parts if asked, and by HEAD without its bytes', async () => {
  await app.headings.write([dogs])
  await makeRelease(app)
  const file = named(await list(), 'SUBJECT', 'FULL', 'MARC')
  const whole = await fetch(file)
  expect(whole.headers['content-disposition']).toContain(
    `filename="Subject headings, full, ${dayIn(defaultZone, now)}.mrc"`,
  )
  expect(whole.headers['content-type']).toBe('application/marc')
  expect(whole.rawPayload).toHaveLength(file.size)
  const part = await fetch(file, { range: 'bytes=10-19', 'if-range': String(whole.headers.etag) })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true)
  const head = await app.raw('hillview', {
    method: 'HEAD',
    url: '/rest/mydownload/downloadAuthorityFile',
    query: { requestFileId: file.requestFileId, fileFormat: 'MARC' },
  })
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(file.size), 0])
})

test('without a subscription to authority files they are listed, but refused', async () => {
  await app.headings.write([dogs])
  await makeRelease(app)
  const reply = await app.as('riverside')(authoritiesApi.authorityFiles, {})
  expect(reply.sAFDownloadAllowed).toBe(false)
  const { requestFileId } = reply.safMetadataViews[0]!
  const attempt = app.as('riverside')(authoritiesApi.downloadAuthorityFile, { requestFileId, fileFormat: 'MARC' })
  await expect(attempt).rejects.toMatchObject({
    status: 403,
    code: 'no_authority_subscription',
    messages: ['Your subscription doesn’t include authority files.'],
  })
  // Refused before the input is validated.
  const nothing = await app.raw('riverside', { url: '/rest/mydownload/downloadAuthorityFile' })
  expect(nothing.statusCode).toBe(403)
})

test('another format, an unknown file and a path are not found', async () => {
  await app.headings.write([dogs])
  await makeRelease(app)
  const { requestFileId } = named(await list(), 'ALL', 'FULL', 'MARC')
  for (const input of [
    { requestFileId, fileFormat: 'TEXT' },
    { requestFileId, fileFormat: '../MARC' },
    { requestFileId: requestFileId.replace(/.$/, 'x'), fileFormat: 'MARC' },
    { requestFileId: '../../authorities/x/all-full.mrc', fileFormat: 'MARC' },
  ]) {
    const attempt = app.as('hillview')(authoritiesApi.downloadAuthorityFile, input)
    await expect(attempt).rejects.toMatchObject({ status: 404, code: 'no_such_authority_file' })
  }
})
