import { statSync } from 'node:fs'
import type { HeadingsPort, LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { isTurtle, readSkos } from '#features/catalogue/headings/server/read-skos.ts'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { outgoingAuthority, withNumber } from '#marc/outgoing/outgoing.ts'
import { type ReadRecord, withHead } from '#marc/read-records.ts'
import { type Beside, type Loading, loadEach } from './catalogue-load-each.ts'
import { showProgress } from './catalogue-progress.ts'
import { numberFor } from './catalogue-read.ts'
import { type Made, type MarcItem, openFile, readMarc } from './catalogue-read-marc.ts'
import { printLine } from './print-line.ts'

type Kinds = { subjects: number; names: number; series: number }
type Given = Omit<Loading, 'kind'> & {
  /** Source code of a SKOS thesaurus. */
  scheme: string | undefined
}

/** Loads each file as a whole or not at all. Returns the exit code: 0 if at least one heading is loaded. */
export async function loadAuthorities(headings: HeadingsPort, { scheme, ...loading }: Given): Promise<number> {
  const all: Kinds = { subjects: 0, names: 0, series: 0 }
  const sum = await loadEach({ ...loading, kind: 'headings' }, async (file, beside) => {
    const { kinds, report } = await loadFile(headings, { file, scheme, beside })
    for (const kind of Object.keys(all) as (keyof Kinds)[]) all[kind] += kinds[kind]
    return report
  })
  const { loaded, updated, unchanged, repaired, rejected } = sum
  if (unchanged > 0) printLine(`unchanged ${unchanged}`)
  printLine(`subjects ${all.subjects}, names ${all.names}, series ${all.series}`)
  printLine(`loaded ${loaded}, updated ${updated}, repaired ${repaired}, rejected ${rejected}`)
  return loaded + updated + unchanged > 0 ? 0 : 1
}

async function loadFile(
  headings: HeadingsPort,
  { file, scheme, beside }: { file: string; scheme: string | undefined; beside: Beside },
) {
  const progress = showProgress(file, statSync(file).size)
  const kinds: Kinds = { subjects: 0, names: 0, series: 0 }
  let bytesRead = 0
  async function* found(): AsyncGenerator<LoadedHeading> {
    const count = (length: number) => {
      bytesRead += length
      progress.at(bytesRead, 0)
    }
    for await (const item of readAuthorities(file, count, scheme)) {
      if ('rejected' in item) {
        beside.rejected.add(item.rejected)
        continue
      }
      const { made: heading, repaired, position, given } = item
      kinds[heading.isSubject ? 'subjects' : heading.isName ? 'names' : 'series']++
      if (repaired) beside.repaired.add(repaired)
      if (given) beside.gaveNumber(position, given)
      progress.at(bytesRead, 1)
      yield heading
    }
    progress.at(Number.POSITIVE_INFINITY, 0)
  }
  const report = await headings.write(found()).finally(() => progress.end())
  return { kinds, report }
}

type ReadAuthority = MarcItem<LoadedHeading>

/**
 * The headings of a file, compressed or not: MARC of any form, or SKOS in Turtle, detected by content or else by name.
 * `count` receives the length of each piece read; `scheme` is the source code of a SKOS thesaurus.
 */
async function* readAuthorities(
  file: string,
  count: (length: number) => void,
  scheme: string | undefined,
): AsyncGenerator<ReadAuthority> {
  const { chunks, brokenOff } = openFile(file, count)
  const { head, all } = await withHead(chunks)
  const start = Buffer.from(head).toString('utf8')
  if (/<(?:\w+:)?RDF[\s>]/.test(start)) throw new Error('This is RDF/XML. A SKOS thesaurus must be in Turtle.')
  if (!isTurtle(start) && (!isNamedTurtle.test(file) || start.trimStart().startsWith('<'))) {
    yield* readMarc(all, brokenOff, asHeading)
    return
  }
  try {
    yield* fromSkos(all, scheme)
  } catch (error) {
    throw brokenOff() ?? error
  }
  // References in half a thesaurus would be dangling.
  const broken = brokenOff()
  if (broken) throw broken
}

const isNamedTurtle = /\.(?:ttl|turtle|nt)(?:\.gz)?$/i

async function* fromSkos(chunks: AsyncIterable<Uint8Array>, scheme?: string): AsyncGenerator<ReadAuthority> {
  let position = 0
  for await (const item of readSkos(chunks, scheme)) {
    position++
    if ('heading' in item) yield { made: item.heading, position, repaired: undefined }
    else yield { rejected: { position: item.position, offset: null, recordNumber: '', told: [item.reason] } }
  }
  if (position === 0)
    yield { rejected: { position: 1, offset: 0, recordNumber: '', told: ['The file has no SKOS concepts.'] } }
}

function asHeading({ record, bytes }: ReadRecord): Made<LoadedHeading> {
  const given = toHeading(record).recordId === '' ? numberFor(bytes) : undefined
  const numbered = given === undefined ? record : withNumber(record, given)
  const { bytes: marc, cuts } = outgoingAuthority(numbered)
  return { made: { ...toHeading(numbered), marc }, cuts, ...(given !== undefined && { given }) }
}
