import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709.ts'
import { sampleRecords } from '#sample/sample-catalogue.ts'
import type { App } from './app.ts'
import { loadDemoWorld } from './demo-world.ts'

/** The demo organisations and the sample catalogue, once in the life of a data folder. */
export async function loadFirstContent(app: Pick<App, 'env' | 'db' | 'catalogue' | 'clock' | 'log'>): Promise<void> {
  if (!app.env.demo) return
  await loadDemoWorld(app)
  const key = 'sample_catalogue'
  const done = await app.db.selectFrom('installation').select('key').where('key', '=', key).executeTakeFirst()
  if (done) return
  const { records } = await app.catalogue.stats()
  if (records === 0) {
    const report = await app.catalogue.write(asCatalogueRecords())
    app.log.info({ records: report.loaded }, 'sample catalogue loaded')
  }
  await app.db
    .insertInto('installation')
    .values({ key, value: JSON.stringify({ loadedAt: app.clock() }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

function* asCatalogueRecords(): Generator<CatalogueRecord> {
  for (const record of sampleRecords())
    yield { document: toDocument(record), marc: encodeRecord(record).bytes, encoding: 'utf-8' }
}
