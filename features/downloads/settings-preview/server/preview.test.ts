import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import type { RawInput } from '#kit/contract.ts'
import type { Day } from '#kit/day.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcField } from '#marc/record.ts'
import { settingsPreviewApi } from '../contract.ts'

const { previewSettings, previewRecords } = settingsPreviewApi
const { updateSettings } = settingsApi
const id = 'demo-lakeside'
let app: TestApp

const field = (line: string): MarcField => {
  const [, tag = '', ind1 = '', ind2 = '', rest = ''] = line.match(/^(...) (.)(.) (.*)$/)!
  return {
    tag,
    ind1,
    ind2,
    subfields: rest
      .split('$')
      .slice(1)
      .map((each) => ({ code: each[0]!, value: each.slice(1) })),
  }
}
function record(number: string, ...lines: string[]): CatalogueRecord {
  const marc = {
    leader: '00000nam a2200000 a 4500',
    fields: [
      { tag: '001', value: number },
      { tag: '008', value: '261121s2026    at a     j      000 1 eng d' },
      ...lines.map(field),
    ],
  }
  return { document: toDocument(marc), marc: encodeRecord(marc, { encoding: 'utf-8' }).bytes, encoding: 'utf-8' }
}

beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    record('1', '245 10 $aPlain'),
    record(
      '2',
      '020    $a9780316234474 (pbk.)',
      '082 04 $a598.92$223',
      '082 14 $a598$215',
      '245 10 $aBirds = Ngā manu',
      '650  7 $aBirds$2scisshl',
      '650  7 $aBirds (Animals)$2scot',
    ),
    record('3', '020    $a9780316234474', '082 04 $a813$223', '245 10 $aA tale, "told"'),
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  await app.db.deleteFrom('settingsChange').execute()
  await app.db.deleteFrom('customerSettings').where('customerId', '=', id).execute()
})

const preview = async (wanted: Omit<RawInput<typeof previewSettings>, 'id'> = {}, person: Person = 'lakeside') =>
  (await app.as(person)(previewSettings, { ...wanted, id })).response

test('a record that shows the settings is chosen, and displayed as in the file now', async () => {
  const { bibId, title, before, after } = await preview()
  expect([bibId, title]).toEqual(['2', 'Birds = Ngā manu'])
  expect(before).toBe(after)
  expect(before.split('\n')).toEqual([
    'LDR    00000nam a2200000 a 4500',
    '001    2',
    '008    261121s2026    at a     j      000 1 eng d',
    '020    $a 9780316234474 (pbk.)',
    '082 04 $a 598.92 $2 23',
    '245 10 $a Birds = Ngā manu',
    '650  7 $a Birds $2 scisshl',
    '650  7 $a Birds (Animals) $2 scot',
  ])
})

test('`after` follows the settings on the form, `before` the saved ones', async () => {
  await app.as('lakeside')(updateSettings, { id, isbnFormat: 'ISBN_10' })
  const { before, after } = await preview({
    deweyPref: 'ABRIDGED_DDC',
    deweyHoldingPref: 'HOLDINGS_852',
    subjectHeadingFormat: 'SCOT_HEADINGS',
  })
  expect(before).toContain('$a 0316234478 (pbk.)')
  expect(before).toContain('$a 598.92')
  expect(after).toContain('$a 0316234478 (pbk.)')
  expect(after).toContain('082 14 $a 598 $2 15')
  expect(after).toContain('852 1  $h 598')
  expect(after).not.toContain('scisshl')
})

test.each([
  ['MARC_21_MARC8', /^LDR {4}00000nam {2}2200000[\s\S]*Ngā manu/],
  [
    'MARC_XML',
    /^<record[^>]*>\n {2}<leader>[\s\S]*\n {4}<subfield code="a">Birds = Ngā manu<\/subfield>\n[\s\S]*<\/record>$/,
  ],
  ['MODS_XML', /^<mods[^>]*>\n {2}<titleInfo[\s\S]*Birds = Ngā manu[\s\S]*<\/mods>$/],
  ['CSV', /^Record number: 2\nTitle: Birds = Ngā manu\n[\s\S]*^ISBN: 9780316234474$/m],
  ['CSV_SPREADSHEET', /^Record number: ="2"\nTitle: Birds = Ngā manu\n[\s\S]*^ISBN: ="9780316234474"$/m],
  ['XLSX', /^Record number: 2\nTitle: Birds = Ngā manu\n[\s\S]*^ISBN: 9780316234474$/m],
] as const)('in %s the record is shown as that file has it', async (downloadFileFormat, shape) => {
  const { before, after } = await preview({ downloadFileFormat })
  expect(after).toMatch(shape)
  expect(before).toMatch(/^LDR {4}00000nam a2200000/)
})

test('a preview saves nothing', async () => {
  await preview({ downloadFileFormat: 'CSV' })
  expect(await app.db.selectFrom('customerSettings').where('customerId', '=', id).selectAll().execute()).toEqual([])
})

test('one of the school’s last downloads may be chosen, or any record by its number', async () => {
  const row = { customerId: id, userId: 'demo-lakeside-trial', type: 'IDENTIFIERS', status: 'READY' } as const
  const request = (matched: string[], hour: number, customer = id) => ({
    ...row,
    id: crypto.randomUUID(),
    customerId: customer,
    name: 'Term 1',
    identities: '[]',
    matched: JSON.stringify(matched),
    unmatched: '[]',
    choices: '[]',
    fileFormat: 'MARC_21' as const,
    content: 'DATA_ONLY' as const,
    createdAt: new Date(Date.UTC(2026, 10, 1, hour)),
  })
  await app.db
    .insertInto('downloadRequest')
    .values([
      request(['1', '2', '2'], 1),
      request([], 3),
      request(['3', 'gone'], 2),
      request(['1'], 4, 'demo-hillview'),
    ])
    .execute()
  const { response } = await app.as('lakeside')(previewRecords, { id })
  expect(response.map(({ bibId, from }) => [bibId, from])).toEqual([
    ['2', 'DOWNLOADS'],
    ['3', 'DOWNLOADS'],
    ['1', 'DOWNLOADS'],
  ])
  expect((await preview()).bibId).toBe('2')
  expect(await preview({ bibId: '3' })).toMatchObject({ bibId: '3', title: 'A tale, "told"' })
  await expect(preview({ bibId: 'nowhere' })).rejects.toMatchObject({ code: 'record_not_found', status: 404 })
})

test('another school’s settings cannot be previewed', async () => {
  const absent = { code: 'customer_not_found', status: 404 }
  const hillview = { id: 'demo-hillview' }
  await expect(app.as('lakeside')(previewSettings, hillview)).rejects.toMatchObject(absent)
  await expect(app.as('lakeside')(previewRecords, hillview)).rejects.toMatchObject(absent)
})

test('a preview requires a subscription', async () => {
  const { startsOn, endsOn } = await app.db
    .selectFrom('subscription')
    .select(['startsOn', 'endsOn'])
    .where('customerId', '=', id)
    .executeTakeFirstOrThrow()
  const lasts = (from: Day, to: Day) =>
    app.db.updateTable('subscription').set({ startsOn: from, endsOn: to }).where('customerId', '=', id).execute()
  await lasts('2020-01-01', '2020-12-31')
  await expect(preview()).rejects.toMatchObject({ code: 'no_subscription', status: 403 })
  await lasts(startsOn, endsOn)
  expect((await preview()).bibId).toBe('2')
})

test('an empty catalogue has nothing to show', async () => {
  await app.catalogue.remove(['1', '2', '3'])
  await expect(preview()).rejects.toMatchObject({ code: 'nothing_to_preview', status: 404 })
  expect((await app.as('lakeside')(previewRecords, { id })).response).toEqual([])
})
