import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { marcRecord, readTitles } from './search-records.ts'

/** This many records, the same in every run, as one MARC file. */
export async function writeMarc(file: string, records: number) {
  const titles = readTitles()
  const out = createWriteStream(file)
  for (let i = 0; i < records; i++) if (!out.write(encodeRecord(marcRecord(titles, i)).bytes)) await once(out, 'drain')
  out.end()
  await finished(out)
}
