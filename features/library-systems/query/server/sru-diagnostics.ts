/** Conditions of SRU's diagnostic list, info:srw/diagnostic/1: number and message. */
const conditions = {
  systemError: [1, 'General system error'],
  temporarilyUnavailable: [2, 'System temporarily unavailable'],
  authenticationError: [3, 'Authentication error'],
  unsupportedOperation: [4, 'Unsupported operation'],
  unsupportedVersion: [5, 'Unsupported version'],
  unsupportedParameterValue: [6, 'Unsupported parameter value'],
  missingParameter: [7, 'Mandatory parameter not supplied'],
  unsupportedParameter: [8, 'Unsupported parameter'],
  querySyntaxError: [10, 'Query syntax error'],
  unsupportedContextSet: [15, 'Unsupported context set'],
  unsupportedIndex: [16, 'Unsupported index'],
  unsupportedRelation: [19, 'Unsupported relation'],
  unsupportedRelationModifier: [20, 'Unsupported relation modifier'],
  unsupportedRelationAndIndex: [22, 'Unsupported combination of relation and index'],
  emptyTerm: [27, 'Empty term unsupported'],
  maskTooShort: [29, 'Masked words too short'],
  tooManyMasks: [30, 'Too many masking characters in term'],
  anchorMisplaced: [32, 'Anchoring character in unsupported position'],
  termInvalid: [36, 'Term in invalid format for index or relation'],
  tooManyBooleans: [38, 'Too many boolean operators in query'],
  proximityUnsupported: [39, 'Proximity not supported'],
  unsupportedBooleanModifier: [46, 'Unsupported boolean modifier'],
  cannotProcessQuery: [47, 'Cannot process query; reason unknown'],
  resultSetsUnsupported: [50, 'Result sets not supported'],
  tooManyRecords: [60, 'Result set not created: too many matching records'],
  outOfRange: [61, 'First record position out of range'],
  systemErrorInRecord: [63, 'System error in retrieving records'],
  unknownSchema: [66, 'Unknown schema for retrieval'],
  schemaNotAuthorised: [69, 'Not authorised to send record in this schema'],
  unsupportedPacking: [71, 'Unsupported record packing'],
  xpathUnsupported: [72, 'XPath retrieval unsupported'],
  tooManySortKeys: [84, 'Too many sort keys to sort'],
  unsupportedSortSchema: [87, 'Unsupported schema for sort'],
  unsupportedSortPath: [88, 'Unsupported path for sort'],
  unsupportedSortDirection: [90, 'Unsupported direction'],
  unsupportedSortCase: [91, 'Unsupported case'],
  unsupportedMissingValue: [92, 'Unsupported missing value action'],
  stylesheetsUnsupported: [110, 'Stylesheets not supported'],
  scanPositionOutOfRange: [120, 'Response position out of range'],
} as const satisfies Record<string, readonly [number, string]>

/** Refuses a request, or replaces one record; `details` names what is not supported. */
export class SruDiagnostic extends Error {
  readonly condition: number
  readonly meaning: string
  readonly details: string

  constructor(name: keyof typeof conditions, details: string) {
    const [condition, meaning] = conditions[name]
    super(`${condition} ${details}`)
    this.condition = condition
    this.meaning = meaning
    this.details = details
  }
}
