import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { depotsApi } from '#features/school/depots/contract.ts'
import type { RawInput } from '#kit/contract.ts'
import { settingsApi } from '../contract.ts'
import { defaultSettings } from '../rules.ts'

const { customerSettings, updateSettings, settingsChanges } = settingsApi
const hillview = 'demo-hillview'
const lakeside = 'demo-lakeside'
let app: TestApp
/** A depot that the school may use. */
let depot = ''
beforeAll(async () => {
  app = await testApp({ work: false })
  const { response } = await app.as('lakeside')(depotsApi.localDepots, { id: lakeside })
  depot = response[0]!.id
})
afterAll(() => app.close())
afterEach(async () => {
  await app.db.deleteFrom('settingsChange').execute()
  await app.db.deleteFrom('customerSettings').where('customerId', '=', lakeside).execute()
})

const save = async (wanted: Omit<RawInput<typeof updateSettings>, 'id'>, person: Person = 'lakeside', id = lakeside) =>
  (await app.as(person)(updateSettings, { ...wanted, id })).response
const read = async (person: Person = 'lakeside', id = lakeside) =>
  (await app.as(person)(customerSettings, { id })).response
const changes = async () => (await app.as('lakeside')(settingsChanges, { id: lakeside })).response
const settings = () => app.db.selectFrom('customerSettings').selectAll().execute()

test('a school that saved settings reads all ten of them', async () => {
  expect(await read('assistant', hillview)).toEqual({
    ...defaultSettings,
    deweyPref: 'ABRIDGED_DDC',
    checkUnmatchedRecordsDays: 30,
  })
})

test('a school that saved none gets 404', async () => {
  await expect(read()).rejects.toMatchObject({ code: 'settings_not_saved', status: 404 })
})

test('saved values are stored, and the others stay unchanged', async () => {
  expect(await save({ downloadFileFormat: 'MARC_XML' })).toEqual({ ...defaultSettings, downloadFileFormat: 'MARC_XML' })
  expect(await save({ isbnFormat: 'ISBN_13', localDepot: depot })).toEqual({
    ...defaultSettings,
    downloadFileFormat: 'MARC_XML',
    isbnFormat: 'ISBN_13',
    localDepot: depot,
  })
  expect(await read()).toMatchObject({ downloadFileFormat: 'MARC_XML', isbnFormat: 'ISBN_13', localDepot: depot })
})

test('only a depot offered to the school can be chosen; a chosen one may stay after it is withdrawn', async () => {
  await expect(save({ localDepot: 'depot-7' })).rejects.toMatchObject({ code: 'depot_not_offered', status: 400 })
  await save({ localDepot: depot })
  await app.db.updateTable('depot').set({ withdrawnAt: new Date() }).where('id', '=', depot).execute()
  try {
    expect((await save({ localDepot: depot, isbnFormat: 'ISBN_10' })).localDepot).toBe(depot)
    await save({ localDepot: '' })
    await expect(save({ localDepot: depot })).rejects.toMatchObject({ code: 'depot_not_offered' })
  } finally {
    await app.db.updateTable('depot').set({ withdrawnAt: null }).where('id', '=', depot).execute()
  }
})

test('saving nothing changes nothing', async () => {
  expect(await save({})).toEqual(defaultSettings)
  await expect(read()).rejects.toMatchObject({ code: 'settings_not_saved' })
})

test('simultaneous saves lose nothing', async () => {
  const days = Array.from({ length: 8 }, (_, i) => save({ checkUnmatchedRecordsDays: i + 1 }))
  await Promise.all([
    ...days,
    save({ downloadFileFormat: 'CSV' }),
    save({ isbnFormat: 'ISBN_10' }),
    save({ deweyPref: 'ABRIDGED_DDC' }),
    save({ downloadImageAlone: true }),
  ])
  expect(await read()).toMatchObject({
    downloadFileFormat: 'CSV',
    isbnFormat: 'ISBN_10',
    deweyPref: 'ABRIDGED_DDC',
    downloadImageAlone: true,
  })
  const audited = (await changes()).flatMap((each) => each.changes)
  expect(audited).toHaveLength(12)
  // Each save saw the result of the one before.
  const ofDays = audited.filter(({ setting }) => setting === 'checkUnmatchedRecordsDays')
  expect(new Set(ofDays.map(({ from }) => from)).size).toBe(8)
})

test('the history lists who changed what and when, newest first', async () => {
  const times = [new Date('2026-03-01T01:00:00Z'), new Date('2026-03-02T01:00:00Z')]
  for (const [i, format] of (['CSV', 'MODS_XML'] as const).entries()) {
    app.setClock(() => times[i]!)
    await save({ downloadFileFormat: format, deweyPref: 'FULL_DDC' })
  }
  await save({ downloadFileFormat: 'MODS_XML' })
  app.setClock(() => new Date())
  expect(await changes()).toEqual([
    {
      id: expect.any(String),
      changedDate: '2026-03-02T01:00:00.000Z',
      changedBy: 'Lakeside Librarian',
      changes: [{ setting: 'downloadFileFormat', from: 'CSV', to: 'MODS_XML' }],
    },
    {
      id: expect.any(String),
      changedDate: '2026-03-01T01:00:00.000Z',
      changedBy: 'Lakeside Librarian',
      changes: [{ setting: 'downloadFileFormat', from: 'MARC_21', to: 'CSV' }],
    },
  ])
})

test.each([
  ['an unknown member', { userId: 'demo-riverside-librarian' }],
  ['an unknown format', { downloadFileFormat: 'PAPYRUS' }],
  ['more days than a year has', { checkUnmatchedRecordsDays: 366 }],
  ['half a day', { checkUnmatchedRecordsDays: 1.5 }],
  ['a word for yes', { downloadImageAlone: 'true' }],
  ['a depot that is no id', { localDepot: '\0' }],
  ['nothing in the place of a value', { isbnFormat: null }],
])('%s is refused, and nothing changes', async (_, wrong) => {
  const before = await settings()
  const saving = save({ deweyPref: 'FULL_DDC', ...wrong } as never, 'hillview', hillview)
  await expect(saving).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
  expect(await settings()).toEqual(before)
})

test('another school’s settings are reported as absent, for reading and for changing', async () => {
  const before = await settings()
  const absent = { code: 'customer_not_found', status: 404 }
  await expect(read('lakeside', hillview)).rejects.toMatchObject(absent)
  await expect(save({ isbnFormat: 'ISBN_10' }, 'lakeside', hillview)).rejects.toMatchObject(absent)
  await expect(app.as('lakeside')(settingsChanges, { id: hillview })).rejects.toMatchObject(absent)
  await expect(read('lakeside', 'nobody')).rejects.toMatchObject(absent)
  expect(await settings()).toEqual(before)
})

test('only a school’s staff may use settings', async () => {
  await app.db.updateTable('appUser').set({ role: 'student' }).where('id', '=', 'demo-hillview-assistant').execute()
  for (const person of ['assistant', 'desk'] as const) {
    await expect(read(person, hillview)).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
    const saving = save({ isbnFormat: 'ISBN_10' }, person, hillview)
    await expect(saving).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
  }
  await app.db.updateTable('appUser').set({ role: 'staff' }).where('id', '=', 'demo-hillview-assistant').execute()
  await expect(app.as(null)(customerSettings, { id: hillview })).rejects.toMatchObject({ code: 'sign_in_required' })
})

test.each([
  ['fileFormats', ['MARC_21', 'MARC_21_MARC8', 'MARC_XML', 'MODS_XML', 'CSV', 'CSV_SPREADSHEET', 'XLSX']],
  ['deweyPreferences', ['FULL_DDC', 'ABRIDGED_DDC']],
  ['deweyHoldings', ['SCIS_DEFAULT', 'HOLDINGS_852']],
  ['isbnFormats', ['ISBN', 'ISBN_10', 'ISBN_13']],
  ['headingFormats', ['SCOT_SCIS_HEADINGS', 'SCIS_HEADINGS', 'SCOT_HEADINGS']],
  ['duplicateHandlings', ['PROMPT_LIST', 'FIRST_MATCH', 'ALL_MATCHES']],
] as const)('the list of %s has every value with a name', async (name, types) => {
  const { response } = await app.as('hillview')(settingsApi[name], {})
  expect(response.map(({ type }) => type)).toEqual(types)
  for (const { name: read, type } of response) expect(read).not.toBe(type)
})
