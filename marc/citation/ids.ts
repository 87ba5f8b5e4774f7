/** The citation styles and files by their ids; small, since contracts of calls need them in the browser. */
export const styleIds = ['apa', 'harvard', 'mla', 'chicago', 'vancouver'] as const
export type StyleId = (typeof styleIds)[number]

/** Files for reference managers, with their media types. */
export const referenceTypes = {
  ris: 'application/x-research-info-systems',
  bibtex: 'application/x-bibtex',
  'csl-json': 'application/vnd.citationstyles.csl+json',
} as const
export type ReferenceFormId = keyof typeof referenceTypes
