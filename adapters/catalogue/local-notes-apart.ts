import { steps } from '#marc/crosswalk/crosswalk-steps.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { isLocalNote } from '#marc/local-notes.ts'
import type { DataField } from '#marc/record.ts'

/**
 * A document as it is indexed. One that an earlier version made has the local notes among the others; the record says
 * which they are, so it need not be loaded again.
 */
export function withLocalNotesApart(document: BibliographicDocument, marc: Uint8Array): BibliographicDocument {
  const { searched } = document
  if (searched.localNotes) return document
  const fields = localFieldsOf(marc)
  const texts = new Set([...(document.localNotes ?? []), ...fields.map((field) => textOf(field, allCodes))])
  const mixed = new Set([...texts, ...fields.map((field) => textOf(field, formerCodes))])
  texts.delete('')
  return {
    ...document,
    searched: { ...searched, notes: searched.notes.filter((text) => !mixed.has(text)), localNotes: [...texts] },
  }
}

const allCodes = 'abcdefghijklmnopqrstuvwxyz'
/** Those by which earlier versions searched. */
const formerCodes = 'abcdgiop'

function textOf(field: DataField, codes: string): string {
  const found: string[] = []
  steps.text(field, codes, found)
  return found[0] ?? ''
}

function localFieldsOf(marc: Uint8Array): DataField[] {
  try {
    return decodeRecord(marc).record.fields.filter(
      (field): field is DataField => !('value' in field) && isLocalNote(field),
    )
  } catch {
    // A record that cannot be read is handed to no one; what its document shows to staff is known.
    return []
  }
}
