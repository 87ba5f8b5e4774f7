import type { MarcRecord } from './record.ts'

const subfieldMark = '_'

/**
 * MicroLIF, the line format of older school-library systems: a header line, then one field a line that ends in `^`,
 * subfields begun by `_`, and a backquote behind each record. Lines end in LF, CR or both.
 */
export function* readMicroLif(text: string): Generator<MarcRecord> {
  let record: MarcRecord = { leader: ' '.repeat(24), fields: [] }
  for (const line of text.split(/[\r\n]+/)) {
    const ends = line.endsWith('`')
    const field = line.replace(/\^?`?$/, '')
    const tag = field.slice(0, 3)
    if (tag === 'LDR') record.leader = field.slice(3, 27).padEnd(24)
    else if (/^00\d$/.test(tag)) record.fields.push({ tag, value: field.slice(3) })
    else if (/^[0-9A-Z]{3}$/.test(tag)) {
      const [, ...subfields] = field.slice(5).split(subfieldMark)
      const parts = subfields.map((part) => ({ code: part.charAt(0), value: part.slice(1) }))
      record.fields.push({ tag, ind1: field.charAt(3) || ' ', ind2: field.charAt(4) || ' ', subfields: parts })
    }
    if (!ends) continue
    if (record.fields.length > 0) yield record
    record = { leader: ' '.repeat(24), fields: [] }
  }
  if (record.fields.length > 0) yield record
}

export const isMicroLif = (head: string): boolean => head.startsWith('MicroLIF') || /^LDR.{20,24}\^[\r\n]/.test(head)
