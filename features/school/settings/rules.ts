import type { Settings } from './contract.ts'

/** Used until a customer saves a value. All but the last are the specification's. */
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
  downloadContent: 'LAST_CHOSEN',
}
