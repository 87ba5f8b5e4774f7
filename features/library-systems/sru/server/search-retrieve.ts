import type { App } from '#app/app.ts'
import type { CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { printOf } from '#features/downloads/server/downloads.ts'
import { recallSettings } from '#features/school/settings/server/settings.ts'
import { line } from '#marc/marcxml/xml-text.ts'
import { clauseOfCql } from '../../query/server/cql-clause.ts'
import { type Lookup, readsOf, startLookup } from '../../query/server/in-place.ts'
import { parseCql } from '../../query/server/parse-cql.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import { recentGeneration } from '../../taken/server/recent-generation.ts'
import type { TakenRecords } from '../../taken/server/taken-records.ts'
import { type Escaping, limits, readEscaping, readMandatory, readWhole, type Version } from './sru-request.ts'
import { readSchema, type SchemaName, schemas, writeRecord } from './sru-schemas.ts'
import { readSort } from './sru-sort.ts'
import { recordXml, responseXml, surrogateXml } from './sru-xml.ts'

export type Service = Pick<App, 'db' | 'catalogue' | 'log' | 'recall'> & { taken: Pick<TakenRecords, 'note'> }
/** `customerId`: the school whose library system asks, or null. */
export type Asking = { customerId: string | null; signal: AbortSignal }

/** A page of records; those of MARC count as taken by the school. Throws SruDiagnostic, CqlError and Problem. */
export async function searchRetrieve(
  service: Service,
  given: URLSearchParams,
  { version, customerId, signal }: Asking & { version: Version },
): Promise<string> {
  const escaping = readEscaping(given, version)
  const schema = readSchema(given.get('recordSchema'), customerId !== null)
  const start = readWhole(given, 'startRecord', 1, 1)
  const count = Math.min(readWhole(given, 'maximumRecords', 0, limits.defaultRecords), limits.maxRecords)
  readWhole(given, 'resultSetTTL', 0, 0)
  if (start > deepestHit) throw new SruDiagnostic('outOfRange', `at most ${deepestHit}`)
  const query = await readQuery(given, startLookup(readsOf(service, signal), { isStaff: customerId !== null }))
  const generation = await recentGeneration(service.catalogue)
  const { total, records } = await service.catalogue.findRecords(
    { ...query, choices: [], from: start - 1, size: Math.min(count, deepestHit - start + 1), facets: [] },
    signal,
  )
  if (start > Math.max(1, total)) throw new SruDiagnostic('outOfRange', `${start} of ${total}`)
  const elements = await writeRecords(service, records, { version, escaping, schema, customerId, start, generation })
  const next = start + records.length
  return responseXml(
    'searchRetrieve',
    version,
    line('numberOfRecords', total) +
      (elements.length > 0 ? `<records>\n${elements.join('')}</records>\n` : '') +
      (records.length > 0 && next <= Math.min(total, deepestHit) ? line('nextRecordPosition', next) : '') +
      (version === '2.0' ? line('resultSetTTL', 0) + line('resultCountPrecision', exact) : ''),
  )
}

const exact = 'info:srw/vocabulary/resultCountPrecision/1/exact'

async function readQuery(given: URLSearchParams, lookup: Lookup): Promise<Pick<CatalogueQuery, 'clause' | 'sort'>> {
  const { query, sort } = parseCql(readMandatory(given, 'query'))
  const order = readSort(given.get('sortKeys'), sort)
  const clause = await clauseOfCql(query, lookup)
  return { clause, sort: order }
}

type Giving = {
  version: Version
  escaping: Escaping
  schema: SchemaName
  customerId: string | null
  /** Position of the first record. */
  start: number
  /** The catalogue's, before the search. */
  generation: number
}

/** Each in its record element; one that cannot be read is a diagnostic. */
async function writeRecords(
  { db, log, taken, recall }: Service,
  stored: CatalogueRecord[],
  giving: Giving,
): Promise<string[]> {
  const { version, escaping, schema, customerId, start, generation } = giving
  const preferences = customerId === null ? undefined : await recallSettings({ db, recall }, customerId)
  const given: CatalogueRecord[] = []
  const elements = stored.map((record, at) => {
    const position = start + at
    const { id } = record.document
    try {
      const xml = writeRecord(record, schema, preferences)
      given.push(record)
      return recordXml(version, escaping, { schema: schemas[schema].uri, xml, id, position })
    } catch (error) {
      log.error({ err: error, id }, 'sru: record')
      return surrogateXml(version, escaping, new SruDiagnostic('systemErrorInRecord', id), position)
    }
  })
  if (customerId !== null && schema !== 'dc') taken.note(customerId, generation, given.map(printOf))
  return elements
}
