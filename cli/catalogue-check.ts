import { join } from 'node:path'
import { checkCatalogue } from '#adapters/catalogue/embedded/check/check.ts'
import { type Difference, Findings } from '#adapters/catalogue/embedded/check/findings.ts'
import type { Env } from '#app/env.ts'
import { openCluster } from '#app/open-catalogue.ts'
import { identifiersOf } from '#features/catalogue/fields.ts'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { counted } from '#kit/wording.ts'
import { identifierKey } from '#marc/identifier.ts'
import { showProgress } from './catalogue-progress.ts'
import { printLine } from './print-line.ts'

/** Compares the index with the records. Returns the exit code: 1 if they differ. */
export async function check({ dataDir, openSearch }: Env): Promise<number> {
  let progressBar: ReturnType<typeof showProgress> | undefined
  let before = 0
  const progress = (records: number, of: number) => {
    progressBar ??= showProgress('check', of)
    progressBar.at(records, records - before)
    before = records
  }
  try {
    if (!openSearch) {
      const { needsBackup, ...found } = checkCatalogue(join(dataDir, 'catalogue'), progress)
      return report(found, progressBar, needsBackup ? backupAdvice : rebuildAdvice)
    }
    const catalogue = await openCluster(openSearch)
    return report(
      await checkByQuestions(catalogue, progress).finally(() => catalogue.close()),
      progressBar,
      rebuildAdvice,
    )
  } finally {
    progressBar?.end()
  }
}

const rebuildAdvice = 'the index does not match them. To rebuild it: npm run catalogue -- rebuild'
const backupAdvice =
  'some are lost or damaged. Restore a backup: npm run admin -- restore DIR, or rebuild the index without them: npm run catalogue -- rebuild --without-lost'

const isStored = (kind: string) => kind === 'damaged' || kind === 'inconsistent'

function report(
  { records, differences }: { records: number; differences: Difference[] },
  progressBar: ReturnType<typeof showProgress> | undefined,
  advice: string,
): number {
  progressBar?.end()
  if (differences.length === 0) {
    printLine(`checked ${counted(records, 'record')}: the index matches them`)
    return 0
  }
  for (const { kind, count, examples } of differences) {
    printLine(`${isStored(kind) ? `parts ${kind}` : `records ${kind}`}: ${count}`)
    for (const example of examples) printLine(`  ${example}`)
    if (count > examples.length) printLine(`  and ${count - examples.length} more`)
  }
  printLine(`checked ${counted(records, 'record')}: ${advice}`)
  return 1
}

/** Identifiers per lookup, the catalogue's maximum. */
const perQuestion = 4_000
const perPage = 500

/**
 * Looks up each record of a catalogue by number and by every identifier, and checks its counts and lists. For an engine
 * that manages its own files.
 */
export async function checkByQuestions(
  catalogue: CataloguePort,
  progress: (records: number, of: number) => void = () => {},
): Promise<{ records: number; differences: Difference[] }> {
  const findings = new Findings()
  const { records: counted } = await catalogue.stats()
  const ids = new Set<string>()
  let page: CatalogueRecord['document'][] = []
  const compare = async () => {
    const known = new Set(await catalogue.known(page.map(({ id }) => id)))
    for (const { id } of page) if (!known.has(id)) findings.note('not found by their number', id)
    const expected = page.flatMap((document) =>
      [...new Set(identifiersOf(document).map((each) => identifierKey(each).key))]
        .filter((key) => key !== '')
        .map((key) => ({ id: document.id, key })),
    )
    for (let from = 0; from < expected.length; from += perQuestion) {
      const batch = expected.slice(from, from + perQuestion)
      const found = await catalogue.lookup([...new Set(batch.map(({ key }) => key))])
      for (const { id, key } of batch)
        if (!found.get(key)?.includes(id)) findings.note('not found by an identifier', `${id} by ${key}`)
    }
    page = []
    progress(ids.size, counted)
  }
  for await (const { document } of catalogue.everyRecord()) {
    if (ids.has(document.id)) findings.note('more than once in the catalogue', document.id)
    ids.add(document.id)
    page.push(document)
    if (page.length === perPage) await compare()
  }
  await compare()
  if (counted !== ids.size) findings.note('counted', `${counted} counted, ${ids.size} found`)
  const listed = new Set<string>()
  for await (const id of catalogue.ids()) {
    if (!ids.has(id) || listed.has(id)) findings.note('listed but missing', id)
    listed.add(id)
  }
  for (const id of ids) if (!listed.has(id)) findings.note('not listed', id)
  return { records: ids.size, differences: findings.differences }
}
