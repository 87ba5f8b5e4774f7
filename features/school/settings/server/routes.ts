import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { tableFormats } from '#kit/table-format.ts'
import { type SettingChoice, type SettingName, type Settings, settingsApi } from '../contract.ts'
import { customerSettings, settingsChanges, updateSettings } from './settings.ts'

export const settingsRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, settingsApi, {
    customerSettings: ({ id }, { caller }) => customerSettings(app, caller, id),
    updateSettings: (input, { caller }) => updateSettings(app, caller, input),
    settingsChanges: ({ id }, { caller }) => settingsChanges(app, caller, id),
    fileFormats: () => settingChoices.fileFormats,
    downloadContents: () => settingChoices.downloadContents,
    deweyPreferences: () => settingChoices.deweyPreferences,
    deweyHoldings: () => settingChoices.deweyHoldings,
    isbnFormats: () => settingChoices.isbnFormats,
    headingFormats: () => settingChoices.headingFormats,
    duplicateHandlings: () => settingChoices.duplicateHandlings,
  })

type Names<N extends SettingName> = Record<Settings[N] & string, string>

const fileFormats: Names<'downloadFileFormat'> = {
  MARC_21: 'MARC 21 (UTF-8)',
  MARC_21_MARC8: 'MARC 21 (MARC-8)',
  MARC_XML: 'MARCXML',
  MODS_XML: 'MODS',
  CSV: 'CSV (plain)',
  CSV_SPREADSHEET: tableFormats.CSV_SPREADSHEET,
  XLSX: tableFormats.XLSX,
}
const downloadContents: Names<'downloadContent'> = {
  LAST_CHOSEN: 'As last chosen',
  DATA_ONLY: 'Records',
  DATA_AND_IMAGE: 'Records and covers',
  IMAGE_ONLY: 'Covers',
}
const deweyPreferences: Names<'deweyPref'> = {
  FULL_DDC: 'Full Dewey number',
  ABRIDGED_DDC: 'Abridged Dewey number',
}
const deweyHoldings: Names<'deweyHoldingPref'> = {
  SCIS_DEFAULT: 'Dewey field (082)',
  HOLDINGS_852: 'Dewey field and holdings field (082 and 852)',
}
const isbnFormats: Names<'isbnFormat'> = {
  ISBN: 'As catalogued',
  ISBN_10: 'ISBN-10',
  ISBN_13: 'ISBN-13',
}
const headingFormats: Names<'subjectHeadingFormat'> = {
  SCOT_SCIS_HEADINGS: 'ScOT and SCIS subject headings',
  SCIS_HEADINGS: 'SCIS subject headings',
  SCOT_HEADINGS: 'ScOT headings (Schools Online Thesaurus)',
}
const duplicateHandlings: Names<'isbnDuplicateHandling'> = {
  PROMPT_LIST: 'Ask which one',
  FIRST_MATCH: 'Take the first',
  ALL_MATCHES: 'Take all',
}

const listOf = (names: Record<string, string>): { response: SettingChoice[] } => ({
  response: Object.entries(names).map(([type, name]) => ({ name, type })),
})

/** The options of each setting, in the order shown. */
const settingChoices = {
  fileFormats: listOf(fileFormats),
  downloadContents: listOf(downloadContents),
  deweyPreferences: listOf(deweyPreferences),
  deweyHoldings: listOf(deweyHoldings),
  isbnFormats: listOf(isbnFormats),
  headingFormats: listOf(headingFormats),
  duplicateHandlings: listOf(duplicateHandlings),
}
