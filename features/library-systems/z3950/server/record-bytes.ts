import { type Encoding, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { outgoingRecord, type StoredRecord } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { MarcRecord } from '#marc/record.ts'
import { syntaxes } from './responses.ts'

export type Giving = { syntax: string; isBrief: boolean; encoding: Encoding; preferences: Preferences }

/** Element set B: what a list of records shows. */
const briefTags = /^(00[1358]|020|022|024|1..|245|250|26[04]|300|490)$/

/** A record as this school prefers it, in the syntax that its library system requests. */
export function recordBytes(stored: StoredRecord, { syntax, isBrief, encoding, preferences }: Giving): Uint8Array {
  const { record: whole } = outgoingRecord(stored, preferences)
  const record = isBrief ? { ...whole, fields: whole.fields.filter(({ tag }) => briefTags.test(tag)) } : whole
  if (syntax === syntaxes.usmarc) return encodeRecord(record, { encoding }).bytes
  if (syntax === syntaxes.sutrs) return Buffer.from(plainText(record))
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${recordToMarcXml(record)}`)
}

/** Lines as `245 10 $a Title`. */
function plainText({ leader, fields }: MarcRecord): string {
  const lines = fields.map((field) =>
    'value' in field
      ? `${field.tag} ${field.value}`
      : `${field.tag} ${field.ind1}${field.ind2} ${field.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`,
  )
  return `${[`LDR ${leader}`, ...lines].join('\n')}\n`
}
