import type { MarcRecord } from '#marc/record.ts'
import { recordOfWork } from './record-of-work.ts'
import { readWorks } from './work.ts'

/** The sample catalogue: real works, catalogued for schools from facts in `works-*.tsv`. */
export function* sampleRecords(): Generator<MarcRecord> {
  for (const work of readWorks()) yield recordOfWork(work)
}
