/** A condition of the diagnostic set Bib-1, by its name in the standard. */
export const bib1 = {
  temporarySystemError: 2,
  unsupportedSearch: 3,
  tooManyBooleans: 6,
  tooManyTruncated: 7,
  truncatedTooShort: 9,
  tooManyRecords: 12,
  presentOutOfRange: 13,
  systemErrorInRecord: 14,
  recordTooLarge: 17,
  resultSetExists: 21,
  unknownElementSet: 25,
  onlyGenericElementSets: 26,
  unknownResultSet: 30,
  unsupportedQueryType: 107,
  malformedQuery: 108,
  unsupportedOperator: 110,
  tooManyDatabases: 111,
  tooManyResultSets: 112,
  unsupportedAttributeType: 113,
  unsupportedUse: 114,
  unsupportedRelation: 117,
  unsupportedStructure: 118,
  unsupportedPosition: 119,
  unsupportedTruncation: 120,
  unsupportedAttributeSet: 121,
  unsupportedCompleteness: 122,
  unsupportedCombination: 123,
  unreadableTerm: 125,
  onlyZeroStepSize: 205,
  illegalSort: 207,
  unsupportedSortRelation: 214,
  unsupportedTermType: 229,
  unsupportedScanPosition: 233,
  databaseDoesNotExist: 235,
  unsupportedRecordSyntax: 239,
  complexAttribute: 246,
  wrongLogin: 1011,
  noDatabaseForUser: 1017,
} as const

/** Ends a request with one condition of the set Bib-1; `addition` names what the client asked for. */
export class Diagnostic extends Error {
  readonly condition: number
  readonly addition: string

  constructor(condition: keyof typeof bib1, addition = '') {
    super(`${bib1[condition]} ${addition}`)
    this.condition = bib1[condition]
    this.addition = addition
  }
}
