/** A MARC 21 record as text. Lengths and addresses in the leader are rewritten on the way out. */
export type MarcRecord = { leader: string; fields: MarcField[] }
export type MarcField = ControlField | DataField
/** 00X: a value without indicators or subfields. */
export type ControlField = { tag: string; value: string }
export type DataField = { tag: string; ind1: string; ind2: string; subfields: Subfield[] }
export type Subfield = { code: string; value: string }
