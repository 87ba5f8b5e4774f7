import { join } from 'node:path'
import { checkCatalogue } from '#adapters/catalogue/embedded/check.ts'
import type { Difference } from '#adapters/catalogue/embedded/findings.ts'
import { checkByQuestions } from './catalogue-cli-check-questions.ts'
import { showProgress } from './catalogue-cli-progress.ts'
import type { Env } from './env.ts'
import { openCluster } from './open-catalogue.ts'

/** Compares the index with the records. Returns the exit code: 1 where they differ. */
export async function check({ dataDir, openSearch }: Env): Promise<number> {
  let shown: ReturnType<typeof showProgress> | undefined
  let before = 0
  const progress = (records: number, of: number) => {
    shown ??= showProgress('check', of)
    shown.at(records, records - before)
    before = records
  }
  try {
    if (!openSearch) {
      const { needsBackup, ...found } = checkCatalogue(join(dataDir, 'catalogue'), progress)
      return report(found, shown, needsBackup ? backupAdvice : rebuildAdvice)
    }
    const catalogue = await openCluster(openSearch)
    return report(await checkByQuestions(catalogue, progress).finally(() => catalogue.close()), shown, rebuildAdvice)
  } finally {
    shown?.end()
  }
}

const rebuildAdvice = 'the index does not match them. To rebuild it: npm run catalogue -- rebuild'
const backupAdvice =
  'some are lost or damaged. Restore a backup: npm run admin -- restore DIR, or rebuild the index without them: npm run catalogue -- rebuild --without-lost'

const isStored = (kind: string) => kind === 'damaged' || kind === 'inconsistent'

function report(
  { records, differences }: { records: number; differences: Difference[] },
  shown: ReturnType<typeof showProgress> | undefined,
  advice: string,
): number {
  shown?.end()
  if (differences.length === 0) {
    process.stdout.write(`checked ${records} records: the index matches them\n`)
    return 0
  }
  for (const { kind, count, examples } of differences) {
    process.stdout.write(`${isStored(kind) ? `parts ${kind}` : `records ${kind}`}: ${count}\n`)
    for (const example of examples) process.stdout.write(`  ${example}\n`)
    if (count > examples.length) process.stdout.write(`  and ${count - examples.length} more\n`)
  }
  process.stdout.write(`checked ${records} records: ${advice}\n`)
  return 1
}
