import { type SettingName, settingsApi } from '#features/school/settings/contract.ts'
import type { Form } from './settings-draft.ts'

/** A setting with a list of options. */
export type ListedName = Exclude<
  keyof Form,
  'downloadImageAlone' | 'enableZ3950' | 'localDepot' | 'recheckUnmatched' | 'days'
>

type Words = {
  label: string
  /** Explains the setting. */
  hint: string
  /** Part of the message for a list that cannot be loaded. */
  list: string
  /** Each value's effect on a file. */
  does: Record<string, string>
}

export const words: Record<ListedName, Words> = {
  downloadFileFormat: {
    label: 'File format',
    hint: 'What every data file is written in: of a request, a folder or a single record.',
    list: 'file formats',
    does: {
      MARC_21: 'Read by every library system, in all scripts.',
      MARC_21_MARC8: 'For older library systems that do not read Unicode. What MARC-8 lacks is written as a code.',
      MARC_XML: 'Saved before and still written. It is not offered any more: once another format is saved, it is gone.',
      MODS_XML: 'XML with named elements, for repositories and discovery layers.',
      CSV: 'One row for each record, with every number as it is: for library systems and other programs.',
      CSV_SPREADSHEET: 'CSV that Excel and other spreadsheets open with every letter and every ISBN intact.',
      XLSX: 'A workbook with one row for each record. ISBNs stay text and the header stays in view.',
    },
  },
  deweyPref: {
    label: 'Dewey number',
    hint: 'Which number a record has in 082. Marks that show where it may be cut are left out.',
    list: 'Dewey numbers',
    does: {
      FULL_DDC: 'As long as the subject asks for, such as 598.92.',
      ABRIDGED_DDC:
        'Short enough for a spine label, such as 598. A record with only the full number has it cut where it is marked.',
    },
  },
  deweyHoldingPref: {
    label: 'Call number',
    hint: 'Where your library system finds the number for the spine label.',
    list: 'call number fields',
    does: {
      SCIS_DEFAULT: 'The number stands in 082 and nowhere else.',
      HOLDINGS_852: 'An 852 with the number in $h is added, for systems that make a copy from it.',
    },
  },
  isbnFormat: {
    label: 'ISBN',
    hint: 'How ISBNs are written in 020.',
    list: 'ISBN formats',
    does: {
      ISBN: 'Each one as it stands in the catalogue.',
      ISBN_10: 'With ten digits. One that begins with 979 has no such form and stays as it is.',
      ISBN_13: 'With thirteen digits, as barcodes have it.',
    },
  },
  isbnDuplicateHandling: {
    label: 'Several records for one identifier',
    hint: 'An ISBN may be on more than one record, as those of two editions.',
    list: 'ways with several records',
    does: {
      PROMPT_LIST: 'The request lists them, and you choose before you download.',
      FIRST_MATCH: 'One record for each identifier, without a question.',
      ALL_MATCHES: 'Every one is in the file; you sort them out in your library system.',
    },
  },
  subjectHeadingFormat: {
    label: 'Subject headings',
    hint: 'By which list the topics and places of a record are given.',
    list: 'subject heading formats',
    does: {
      SCOT_SCIS_HEADINGS: 'Both stand in the record, each with its scheme in $2.',
      SCIS_HEADINGS: 'Without the terms of ScOT. Names, genres and headings of other schemes stay.',
      SCOT_HEADINGS: 'The curriculum’s own terms. Names, genres and headings of other schemes stay.',
    },
  },
}

export const lists = {
  downloadFileFormat: settingsApi.fileFormats,
  deweyPref: settingsApi.deweyPreferences,
  deweyHoldingPref: settingsApi.deweyHoldings,
  isbnFormat: settingsApi.isbnFormats,
  isbnDuplicateHandling: settingsApi.duplicateHandlings,
  subjectHeadingFormat: settingsApi.headingFormats,
}

/** The specification's message for settings that cannot be loaded. */
export const cannotRetrieve = (what: string): string => `Unable to retrieve ${what}. Please contact your administrator`
export const saved = 'Your settings have been saved'
export const cannotUpdate = 'Error: Unable to update settings. Please contact your administrator'

/** The label of a setting in the list of changes. */
export const labelOf = (setting: string): string => {
  const others: Partial<Record<SettingName, string>> = {
    downloadImageAlone: 'Covers in a file of their own',
    checkUnmatchedRecordsDays: 'Days for which unmatched identifiers are tried again',
    enableZ3950: 'Z39.50',
    localDepot: 'Depot',
  }
  return words[setting as ListedName]?.label ?? others[setting as SettingName] ?? setting
}
