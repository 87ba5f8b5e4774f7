import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { outgoingUtf8 } from '#marc/outgoing.ts'

const perFetch = 1000

/** Streams every record in the order of its number, to a file that appears when it is whole, or to the output. */
export async function exportRecords(catalogue: CataloguePort, given: string[]): Promise<number> {
  const { raw, out } = parseArgs({
    args: given,
    options: { raw: { type: 'boolean' }, out: { type: 'string' } },
  }).values
  const aside = out === undefined ? undefined : `${out}.part`
  const target = aside === undefined ? process.stdout : createWriteStream(aside)
  let count = 0
  try {
    for await (const record of everyRecord(catalogue)) {
      count++
      if (!target.write(raw ? record.marc : outgoingUtf8(record).bytes)) await once(target, 'drain')
    }
    if (aside !== undefined && out !== undefined) {
      target.end()
      await finished(target)
      renameSync(aside, out)
    }
  } catch (error) {
    if (aside !== undefined) rmSync(aside, { force: true })
    throw error
  }
  process.stderr.write(`exported ${count}\n`)
  return 0
}

async function* everyRecord(catalogue: CataloguePort): AsyncIterable<CatalogueRecord> {
  let ids: string[] = []
  for await (const id of catalogue.ids()) {
    ids.push(id)
    if (ids.length < perFetch) continue
    yield* catalogue.fetch(ids)
    ids = []
  }
  yield* catalogue.fetch(ids)
}
