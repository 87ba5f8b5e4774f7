import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { withLocalNotesApart } from '../../local-notes-apart.ts'
import type { RecordRow } from '../../packed-records.ts'
import { digestOf } from '../../record-digest.ts'
import { analyseRecords } from '../index/analysed-records.ts'
import { SegmentBuilder } from '../index/segment-builder.ts'
import { CatalogueDamaged, restoreAdvice } from './sqlite-damage.ts'

type Row = RecordRow & { row: number }
/** Reads a row. `loaded`: the digest of what was loaded, if known. */
export function readRow(
  row: Row,
  loaded: Uint8Array | undefined,
): { document: BibliographicDocument; digest: Buffer; changed?: string } | { lost: string } {
  const lost = (what: string) => ({ lost: `${nameOf(row)}: ${what}` })
  const { document: text, marc, encoding } = row
  const stored = documentIn(text)
  if (!stored) return lost('its document cannot be read')
  if (!(marc instanceof Uint8Array) || marc.length === 0) return lost('its MARC cannot be read')
  if (encoding !== 'utf-8' && encoding !== 'marc-8') return lost('its character set is unknown')
  const document = withNotesApart(stored, marc)
  if (!document) return lost('its document cannot be read')
  const digest = digestOf(text, marc, encoding)
  // Most rows match their digest and need no further reading.
  if (!loaded || digest.equals(loaded)) return { document, digest }
  if (!canBeIndexed(document)) return lost('its document cannot be read')
  if (!isMarc(marc)) return lost('its MARC cannot be read')
  return { document, digest, changed: `${nameOf(row)}: it is not what was loaded` }
}

/** Undefined if the document lacks what every document has. */
function withNotesApart(stored: BibliographicDocument, marc: Uint8Array): BibliographicDocument | undefined {
  try {
    return withLocalNotesApart(stored, marc)
  } catch {
    return undefined
  }
}

export function documentIn(text: unknown): BibliographicDocument | undefined {
  try {
    const document = JSON.parse(text as string)
    return typeof document?.id === 'string' ? document : undefined
  } catch {
    return undefined
  }
}

function canBeIndexed(document: BibliographicDocument): boolean {
  try {
    const builder = new SegmentBuilder(() => 0)
    builder.add(analyseRecords([document]), 0, 1)
    builder.build()
    return true
  } catch {
    return false
  }
}

function isMarc(marc: Uint8Array): boolean {
  try {
    return decodeRecord(marc).record.fields.length > 0
  } catch {
    return false
  }
}

export function nameOf({ row, document, marc }: Pick<Row, 'row' | 'document' | 'marc'>): string {
  const number = documentIn(document)?.id ?? numberIn(marc)
  return number === undefined ? `The record in row ${row}` : `Record ${number} (row ${row})`
}

/** Field 001, if it can be read. */
export function numberIn(marc: unknown): string | undefined {
  try {
    const field = decodeRecord(marc as Uint8Array).record.fields.find(({ tag }) => tag === '001')
    return (field && 'value' in field && field.value.trim()) || undefined
  } catch {
    return undefined
  }
}

/** `lost`: how many are missing; undefined: some, but the number is unknown. */
export type Losses = { lost: number | undefined; of: number | undefined; damaged: string[] }

const maxNamed = 5
const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

export function lostSentence({ lost, of }: Pick<Losses, 'lost' | 'of'>): string {
  if (lost === undefined) return 'Records of this catalogue are lost or cannot be read; how many is not known'
  return of === undefined
    ? `${records(lost)} of this catalogue cannot be read`
    : `${lost} of ${records(of)} of this catalogue are lost or cannot be read`
}

/** Throws if records are lost or damaged. `goOn` tells the operator how to continue without them. */
export function refuseLosses({ lost, of, damaged }: Losses, goOn?: string) {
  if (lost === 0 && damaged.length === 0) return
  const sentences = [
    ...(lost === 0 ? [] : [lostSentence({ lost, of })]),
    ...damaged.slice(0, maxNamed),
    ...(damaged.length > maxNamed ? [`and ${damaged.length - maxNamed} more`] : []),
    restoreAdvice,
    ...(goOn ? [goOn] : []),
  ]
  throw new CatalogueDamaged(sentences.join('.\n'))
}
