import { withLocalNotesApart } from '../local-notes-apart.ts'
import type { PackedRecords } from '../packed-records.ts'
import { digestOf } from '../record-digest.ts'
import { type AnalysedRecords, analyseRecords } from './index/analysed-records.ts'

/** Records that need only be appended. `digests`: 16 bytes for each. */
export type AnalysedBatch = PackedRecords & { analysed: AnalysedRecords; digests: Uint8Array }

export function analysedBatch(records: PackedRecords): AnalysedBatch {
  const { documents, encodings } = records
  const digests = new Uint8Array(documents.length * 16)
  const parsed = documents.map((json, i) => {
    const marc = marcOf(records, i)
    digests.set(digestOf(json, marc, encodings[i]!), i * 16)
    return withLocalNotesApart(JSON.parse(json), marc)
  })
  return { ...records, analysed: analyseRecords(parsed), digests }
}

export const marcOf = ({ marc, ends }: PackedRecords, at: number): Uint8Array =>
  marc.subarray(at === 0 ? 0 : ends[at - 1], ends[at])

/** The buffers that move to another thread without a copy. */
export function buffersOf({ marc, digests, analysed }: AnalysedBatch): ArrayBuffer[] {
  const { otherTitles, words, identifiers, facets, ...columns } = analysed
  const lists = [otherTitles, words, identifiers, ...facets].flatMap(({ ends, values }) => [ends, values])
  const arrays = [marc, digests, ...lists, ...Object.values(columns).filter((each) => each instanceof Uint32Array)]
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}
