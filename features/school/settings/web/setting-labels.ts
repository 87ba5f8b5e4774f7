import { type SettingName, settingsApi } from '#features/school/settings/contract.ts'
import type { Form } from './settings-draft.ts'

/** A setting with a list of options. */
export type ListedName = Exclude<
  keyof Form,
  'downloadImageAlone' | 'fileNamePattern' | 'enableZ3950' | 'localDepot' | 'recheckUnmatched' | 'days'
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
    hint: 'The format of every file you download.',
    list: 'file formats',
    does: {
      MARC_21: 'Read by every library system, in all scripts.',
      MARC_21_MARC8:
        'For older library systems that don’t read Unicode. Characters not in MARC-8 are written as codes.',
      MARC_XML: 'No longer offered. You can keep it, but once you save another format you can’t choose it again.',
      MODS_XML: 'XML with named elements, for repositories and discovery layers.',
      CSV: 'One row per record, with numbers unchanged. For library systems and other programs.',
      CSV_SPREADSHEET: 'CSV that Excel and other spreadsheets open with all letters and ISBNs intact.',
      XLSX: 'A workbook with one row per record. ISBNs stay text and the header stays visible.',
    },
  },
  downloadContent: {
    label: 'Content',
    hint: 'What a new download starts with. You can choose differently each time.',
    list: 'kinds of content',
    does: { LAST_CHOSEN: 'Each browser remembers its last choice.' },
  },
  deweyPref: {
    label: 'Dewey number',
    hint: 'The number in field 082, without segmentation marks.',
    list: 'Dewey numbers',
    does: {
      FULL_DDC: 'The full number for the subject, such as 598.92.',
      ABRIDGED_DDC:
        'Short enough for a spine label, such as 598. If only the full number exists, it is shortened at the segmentation mark.',
    },
  },
  deweyHoldingPref: {
    label: 'Call number',
    hint: 'Where your library system finds the number for the spine label.',
    list: 'call number fields',
    does: {
      SCIS_DEFAULT: 'The number is in 082 only.',
      HOLDINGS_852: 'Also in 852 $h, for systems that create copies from it.',
    },
  },
  isbnFormat: {
    label: 'ISBN',
    hint: 'How ISBNs are written in 020.',
    list: 'ISBN formats',
    does: {
      ISBN: 'As in the catalogue.',
      ISBN_10: 'With ten digits. ISBNs starting with 979 don’t change.',
      ISBN_13: 'With thirteen digits, as on barcodes.',
    },
  },
  isbnDuplicateHandling: {
    label: 'Several records for one identifier',
    hint: 'Several records can share an ISBN, such as two editions.',
    list: 'choices for several records',
    does: {
      PROMPT_LIST: 'The request lists them and you choose before you download.',
      FIRST_MATCH: 'One record per identifier, without asking.',
      ALL_MATCHES: 'All are in the file; you sort them out in your library system.',
    },
  },
  subjectHeadingFormat: {
    label: 'Subject headings',
    hint: 'The list used for topics and places.',
    list: 'subject heading formats',
    does: {
      SCOT_SCIS_HEADINGS: 'Both, each with its scheme in $2.',
      SCIS_HEADINGS: 'Without ScOT terms. Names, genres and other schemes stay.',
      SCOT_HEADINGS: 'Curriculum terms. Names, genres and other schemes stay.',
    },
  },
}

export const lists = {
  downloadFileFormat: settingsApi.fileFormats,
  downloadContent: settingsApi.downloadContents,
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
    downloadImageAlone: 'Covers in a separate file',
    fileNamePattern: 'File name',
    checkUnmatchedRecordsDays: 'Days to retry unmatched identifiers',
    enableZ3950: 'Z39.50',
    localDepot: 'Depot',
  }
  return words[setting as ListedName]?.label ?? others[setting as SettingName] ?? setting
}
