import type { Settings } from './contract.ts'

/** The specification's defaults, used until a customer saves a value. */
export const defaultSettings: Settings = {
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
}
