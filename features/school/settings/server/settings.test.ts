import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#adapters/database/testing.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { CustomerSettings, readSettings } from './settings.ts'

const database = await openTestDatabase()
beforeAll(() => loadDemoWorld({ db: database.db, clock: clockIn(defaultZone, () => new Date()) }))
afterAll(() => database.close())

const defaults = {
  downloadFileFormat: 'MARC_21',
  deweyPref: 'FULL_DDC',
  deweyHoldingPref: 'SCIS_DEFAULT',
  isbnFormat: 'ISBN',
  subjectHeadingFormat: 'SCOT_SCIS_HEADINGS',
  isbnDuplicateHandling: 'PROMPT_LIST',
  enableZ3950: true,
  checkUnmatchedRecordsDays: -1,
  localDepot: '',
  downloadImageAlone: false,
  downloadContent: 'LAST_CHOSEN',
  fileNamePattern: 'scis-{date}-{records}',
}

test('a school that never saved settings has the defaults', async () => {
  expect(await readSettings(database.db, 'demo-lakeside')).toEqual(defaults)
})

test('a school gets its saved values, and defaults for the rest', async () => {
  expect(await readSettings(database.db, 'demo-hillview')).toEqual({
    ...defaults,
    deweyPref: 'ABRIDGED_DDC',
    checkUnmatchedRecordsDays: 30,
  })
})

test('an invalid saved value is replaced by its default', () => {
  const saved = {
    downloadFileFormat: 'PAPYRUS',
    checkUnmatchedRecordsDays: 1e6,
    enableZ3950: 'no',
    fileNamePattern: '../{name}',
    other: 1,
  }
  expect(CustomerSettings.parse(saved)).toEqual(defaults)
})
