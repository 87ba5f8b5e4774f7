export type MarcErrorCode =
  | 'empty_record'
  | 'leader_missing'
  | 'leader_damaged'
  | 'base_address_not_a_number'
  | 'base_address_missing'
  | 'base_address_past_end'
  | 'directory_entry'
  | 'fields_lost'
  | 'no_fields'
  | 'record_cut_off'
  | 'record_too_long'
  | 'xml_not_well_formed'
  | 'xml_without_records'
  | 'unknown_format'
  | 'not_a_field'
  | 'not_a_heading'

/** A record that cannot be read. `position`: byte in the record (XML: character in the file). */
export class MarcError extends Error {
  readonly code: MarcErrorCode
  readonly position: number

  constructor(code: MarcErrorCode, sentence: string, position: number) {
    super(sentence)
    this.code = code
    this.position = position
  }
}
