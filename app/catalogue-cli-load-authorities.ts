import { statSync } from 'node:fs'
import type { HeadingsPort, LoadedHeading } from '#features/headings/server/headings-port.ts'
import { type Beside, type Loading, loadEach } from './catalogue-cli-load-each.ts'
import { showProgress } from './catalogue-cli-progress.ts'
import { readAuthorities } from './catalogue-cli-read-authorities.ts'

type Kinds = { subjects: number; names: number; series: number }
type Given = Omit<Loading, 'kind'> & {
  /** Source code of a SKOS thesaurus. */
  scheme: string | undefined
}

/** Loads each file of headings as a whole or not at all. Returns the exit code: 0 when one heading at least is there. */
export async function loadAuthorities(headings: HeadingsPort, { scheme, ...loading }: Given): Promise<number> {
  const all: Kinds = { subjects: 0, names: 0, series: 0 }
  const sum = await loadEach({ ...loading, kind: 'headings' }, async (file, beside) => {
    const { kinds, report } = await loadFile(headings, { file, scheme, beside })
    for (const kind of Object.keys(all) as (keyof Kinds)[]) all[kind] += kinds[kind]
    return report
  })
  const { loaded, updated, unchanged, repaired, rejected } = sum
  if (unchanged > 0) process.stdout.write(`unchanged ${unchanged}\n`)
  process.stdout.write(`subjects ${all.subjects}, names ${all.names}, series ${all.series}\n`)
  process.stdout.write(`loaded ${loaded}, updated ${updated}, repaired ${repaired}, rejected ${rejected}\n`)
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
