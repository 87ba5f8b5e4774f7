import { statSync } from 'node:fs'
import type { HeadingsPort, LoadedHeading } from '#features/headings/server/headings-port.ts'
import { whyUnusable } from './catalogue-cli-load.ts'
import { showProgress } from './catalogue-cli-progress.ts'
import { readAuthorities } from './catalogue-cli-read-authorities.ts'
import { openRejected } from './catalogue-cli-rejected.ts'

type Counts = Record<(typeof counted)[number], number>
const counted = ['subjects', 'names', 'series', 'loaded', 'updated', 'unchanged', 'repaired', 'rejected'] as const
const noCounts = (): Counts => Object.fromEntries(counted.map((name) => [name, 0])) as Counts

const mostNamed = 5

/** Loads each file of headings as a whole or not at all. Returns the exit code: 0 when one heading at least is there. */
export async function loadAuthorities(
  headings: HeadingsPort,
  { files, scheme }: { files: string[]; scheme: string | undefined },
): Promise<number> {
  const sum = noCounts()
  for (const file of files) {
    const unusable = whyUnusable(file)
    if (unusable) {
      process.stderr.write(`${file}: ${unusable}\n`)
      continue
    }
    try {
      const counts = await loadFile(headings, file, scheme)
      for (const key of counted) sum[key] += counts[key]
    } catch (error) {
      process.stderr.write(`${file}: nothing was loaded. ${(error as Error).message}\n`)
    }
  }
  const { subjects, names, series, loaded, updated, unchanged, repaired, rejected } = sum
  if (unchanged > 0) process.stdout.write(`unchanged ${unchanged}\n`)
  process.stdout.write(`subjects ${subjects}, names ${names}, series ${series}\n`)
  process.stdout.write(`loaded ${loaded}, updated ${updated}, repaired ${repaired}, rejected ${rejected}\n`)
  return loaded + updated + unchanged > 0 ? 0 : 1
}

async function loadFile(headings: HeadingsPort, file: string, scheme: string | undefined): Promise<Counts> {
  const rejected = openRejected(file)
  const progress = showProgress(file, statSync(file).size)
  const counts = noCounts()
  let withoutNumber = 0
  let bytesRead = 0
  async function* found(): AsyncGenerator<LoadedHeading> {
    const count = (length: number) => {
      bytesRead += length
      progress.at(bytesRead, 0)
    }
    for await (const item of readAuthorities(file, count, scheme)) {
      if ('rejected' in item) {
        rejected.add(item.rejected)
        continue
      }
      const { heading, repaired, givenNumber } = item
      counts[heading.isSubject ? 'subjects' : heading.isName ? 'names' : 'series']++
      if (repaired) counts.repaired++
      if (givenNumber && ++withoutNumber <= mostNamed)
        process.stderr.write(
          `${file}: record ${givenNumber.position} has no number (001) and was given ${givenNumber.number}.\n`,
        )
      progress.at(bytesRead, 1)
      yield heading
    }
    progress.at(Number.POSITIVE_INFINITY, 0)
  }
  try {
    const report = await headings.write(found())
    return { ...counts, ...report, rejected: rejected.count }
  } finally {
    progress.end()
    if (withoutNumber > mostNamed)
      process.stderr.write(`${file}: … and ${withoutNumber - mostNamed} more records without a number.\n`)
    rejected.close()
  }
}
