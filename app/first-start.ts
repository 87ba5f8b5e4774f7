import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleAuthorities } from '#demo/catalogue/authorities.ts'
import { sampleCollections } from '#demo/catalogue/collections.ts'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { loadDemoDepots } from '#demo/depots.ts'
import { loadDemoRequests } from '#demo/requests.ts'
import { loadDemoShop } from '#demo/shop.ts'
import { demoApplicants, demoConsentUuid } from '#demo/world/links.ts'
import { loadDemoLibrarySystem, loadDemoWorld } from '#demo/world.ts'
import { issueConsentLink } from '#features/account/consent/server/consent.ts'
import { coverKey } from '#features/catalogue/covers/server/cover-picture.ts'
import { loadCovers } from '#features/catalogue/covers/server/load-covers.ts'
import type { HeadingsReport, LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { keepLoads, type LoadEntry } from '#features/catalogue/loads/server/keep-loads.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { makeRelease } from '#features/downloads/authorities/server/make-release.ts'
import { keepCollections } from '#features/downloads/collections/server/keep-collections.ts'
import { issueActivation } from '#features/school/activation/server/activation.ts'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { App } from './app.ts'

type Portal = Pick<App, 'env' | 'db' | 'catalogue' | 'headings' | 'files' | 'queue' | 'clock' | 'log' | 'metrics'>

/** The number of headings that can be released within a second or two. */
const maxAtStart = 20_000

/** The demo organisations, the sample catalogue, its authority files and collections, once per data folder. */
export async function loadFirstContent(app: Portal): Promise<void> {
  if (!app.env.demo) return
  await loadDemoWorld(app)
  await loadDemoLinks(app)
  await once(app, 'demo_library_system', () => loadDemoLibrarySystem(app))
  await loadDemoDepots(app)
  await loadDemoShop(app)
  await once(app, 'sample_catalogue', async () => {
    const { records } = await app.catalogue.stats()
    if (records > 0) return
    const beganAt = app.clock()
    const report = await app.catalogue.write(asCatalogueRecords())
    await keepLoads(app.db, [sampleLoad('records', report, beganAt, app.clock())])
    app.log.info({ records: report.loaded }, 'sample catalogue loaded')
  })
  // One of them refers to a sample record.
  await loadDemoRequests(app, () => hasSample(app.catalogue))
  await once(app, 'sample_headings', async () => {
    const { headings } = await app.headings.stats()
    if (headings > 0 || !(await hasSample(app.catalogue))) return
    const beganAt = app.clock()
    const report = await app.headings.write(asHeadings())
    await keepLoads(app.db, [sampleLoad('headings', report, beganAt, app.clock())])
    app.log.info({ headings: report.loaded }, 'sample authority files loaded')
  })
  await once(app, 'sample_authority_files', async () => {
    const { headings } = await app.headings.stats()
    // A library's own authorities are many, and are released in the background.
    if (headings <= maxAtStart) await makeRelease(app)
  })
  await once(app, 'sample_collections', async () => {
    const { count } = await app.db
      .selectFrom('collection')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) > 0 || !(await hasSample(app.catalogue))) return
    const row = await app.db.transaction().execute((tx) => keepCollections(tx, sampleCollections(), app.clock()))
    app.log.info({ collections: row.added }, 'sample collections loaded')
  })
}

const sampleLoad = (kind: LoadEntry['kind'], report: HeadingsReport, beganAt: Date, endedAt: Date): LoadEntry => ({
  ...{ id: randomUUID(), kind, beganAt, endedAt, failure: '' },
  file: kind === 'records' ? 'sample catalogue' : 'sample authority files',
  counts: { ...report, repaired: 0, rejected: 0 },
  lists: { repaired: [], rejected: [] },
})

/** A folder that predates headings or collections gets them too, unless its catalogue is not the sample. */
async function hasSample(catalogue: Portal['catalogue']): Promise<boolean> {
  const [first] = sampleRecords().map(toDocument).take(1)
  const found = await catalogue.documents([first!.id])
  return found[0]?.title.titlePrimary === first!.title.titlePrimary
}

async function once({ db, clock }: Pick<App, 'db' | 'clock'>, key: string, load: () => Promise<void>): Promise<void> {
  const done = await db.selectFrom('installation').select('key').where('key', '=', key).executeTakeFirst()
  if (done) return
  await load()
  await db
    .insertInto('installation')
    .values({ key, value: JSON.stringify({ loadedAt: clock() }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

function* asCatalogueRecords(): Generator<CatalogueRecord> {
  for (const record of sampleRecords())
    yield { document: toDocument(record), marc: encodeRecord(record).bytes, encoding: 'utf-8' }
}

/** Through MARC, like a library's own file. */
function* asHeadings(): Generator<LoadedHeading> {
  for (const record of sampleAuthorities()) {
    const marc = encodeRecord(record).bytes
    yield { ...toHeading(decodeRecord(marc).record), marc }
  }
}

const key = 'demo_links'
const linkDays = 3650

/** One sample link of each kind, once per database; also if it had the demo world before. */
export async function loadDemoLinks(app: Pick<App, 'db' | 'clock' | 'env'>): Promise<void> {
  const { db, clock, env } = app
  await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ loadedAt: clock() }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return
    const part = { db: tx, clock, env }
    for (const { kind, token, applicant } of demoApplicants)
      await issueActivation(part, { kind, whom: { applicant }, linkDays, token })
    await issueConsentLink(
      part,
      { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' },
      { linkDays, uuid: demoConsentUuid },
    )
  })
}

/**
 * Draws a publisher's pictures for a few records, named by ISBN, and loads them like `catalogue load --covers`. Runs
 * beside the first requests, and begins again at the next start if interrupted. Covers that are there stay.
 */
export async function loadSampleCovers(
  app: Pick<Portal, 'env' | 'db' | 'catalogue' | 'files' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!app.env.demo) return
  await once(app, 'sample_covers', async () => {
    if (!(await hasSample(app.catalogue))) return
    const { sampleCovers } = await import('#demo/catalogue/covers.ts')
    const folder = join(app.env.dataDir, 'sample-covers')
    mkdirSync(folder, { recursive: true })
    try {
      for (const { id, fileName, draw } of sampleCovers()) {
        signal?.throwIfAborted()
        const isThere = (await app.files.size(coverKey(`${id}.jpg`))) !== null
        if (!isThere) writeFileSync(join(folder, fileName), await draw())
      }
      const { loaded, rejected } = await loadCovers(app, [folder])
      app.log.info({ covers: loaded, rejected: rejected.length }, 'sample covers loaded')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
