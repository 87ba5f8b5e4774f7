import type { App } from '#app/app.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import { refuseTooCostly } from '#features/catalogue/server/catalogue.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import { dublinCoreOf, dublinCoreXml } from '#marc/dublin-core/dublin-core.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { recordToMods } from '#marc/mods/mods.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { MarcRecord } from '#marc/record.ts'
import { clauseOfCql } from '../../query/server/cql-clause.ts'
import { parseCql } from '../../query/server/parse-cql.ts'
import { maxWords, wordsIn } from '../../query/server/search-term.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import { limits, readEscaping, readMandatory, readWhole, type Version } from './sru-request.ts'
import { readSort } from './sru-sort.ts'
import { line, recordXml, responseXml, surrogateXml } from './sru-xml.ts'

/** Record schemas by the short name that explain gives them. */
export const schemas = {
  marcxml: { uri: 'info:srw/schema/1/marcxml-v1.1', title: 'MARC 21 in XML', write: recordToMarcXml },
  mods: {
    uri: 'info:srw/schema/1/mods-v3.7',
    title: 'MODS 3.7',
    write: (record: MarcRecord) => recordToMods(record).replace('<mods ', '<mods xmlns="http://www.loc.gov/mods/v3" '),
  },
  dc: {
    uri: 'info:srw/schema/1/dc-v1.1',
    title: 'Dublin Core',
    write: (record: MarcRecord) => dublinCoreXml(dublinCoreOf(record), 'srw'),
  },
} as const
type Schema = keyof typeof schemas

/** Other names that clients use. */
const aliases = new Map<string, Schema>([
  ['http://www.loc.gov/marc21/slim', 'marcxml'],
  ['http://www.loc.gov/mods/v3', 'mods'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
])

type Service = Pick<App, 'db' | 'catalogue' | 'log'>

/** A page of records. `customerId`: null gets brief Dublin Core. Throws SruDiagnostic, CqlError and Problem. */
export async function searchRetrieve(
  { db, catalogue, log }: Service,
  given: URLSearchParams,
  { version, customerId, signal }: { version: Version; customerId: string | null; signal: AbortSignal },
): Promise<string> {
  const escaping = readEscaping(given, version)
  const schema = readSchema(given.get('recordSchema'), customerId)
  const start = readWhole(given, 'startRecord', 1, 1)
  const count = Math.min(readWhole(given, 'maximumRecords', 0, limits.defaultRecords), limits.maxRecords)
  readWhole(given, 'resultSetTTL', 0, 0)
  const { query, sort: sortBy } = parseCql(readMandatory(given, 'query'))
  const clause = clauseOfCql(query)
  const sort = readSort(given.get('sortKeys'), sortBy)
  refuseTooCostly(clause)
  if (wordsIn(clause) > maxWords) throw new SruDiagnostic('tooManyBooleans', `at most ${maxWords} words`)
  if (start > deepestHit) throw new SruDiagnostic('outOfRange', `at most ${deepestHit}`)
  const size = Math.min(count, deepestHit - start + 1)
  const { total, hits } = await catalogue.search(
    { clause, choices: [], sort, from: start - 1, size, facets: [] },
    signal,
  )
  if (start > Math.max(1, total)) throw new SruDiagnostic('outOfRange', `${start} of ${total}`)
  const preferences = customerId === null ? undefined : await readSettings(db, customerId)
  const fetched = new Map<string, CatalogueRecord>()
  for await (const stored of catalogue.fetch(hits.map(({ id }) => id))) fetched.set(stored.document.id, stored)
  const records = hits.map(({ id }, at) => {
    const position = start + at
    const stored = fetched.get(id)
    if (!stored) return surrogateXml(version, escaping, new SruDiagnostic('recordGone', id), position)
    try {
      const xml = write(stored, schema, preferences)
      return recordXml(version, escaping, { schema: schemas[schema].uri, xml, id, position })
    } catch (error) {
      log.error({ err: error, id }, 'sru: record')
      return surrogateXml(version, escaping, new SruDiagnostic('systemErrorInRecord', id), position)
    }
  })
  const next = start + hits.length
  return responseXml(
    'searchRetrieve',
    version,
    line('numberOfRecords', total) +
      (records.length > 0 ? `<records>\n${records.join('')}</records>\n` : '') +
      (hits.length > 0 && next <= Math.min(total, deepestHit) ? line('nextRecordPosition', next) : '') +
      (version === '2.0' ? line('resultSetTTL', 0) + line('resultCountPrecision', exact) : ''),
  )
}

const exact = 'info:srw/vocabulary/resultCountPrecision/1/exact'

function readSchema(wanted: string | null, customerId: string | null): Schema {
  if (!wanted) return customerId === null ? 'dc' : 'marcxml'
  const name = wanted.toLowerCase()
  const names = Object.keys(schemas) as Schema[]
  const schema = names.find((each) => each === name || schemas[each].uri === name) ?? aliases.get(name)
  if (!schema) throw new SruDiagnostic('unknownSchema', wanted)
  if (customerId === null && schema !== 'dc')
    throw new SruDiagnostic('schemaNotAuthorised', `${wanted}: please sign in`)
  return schema
}

function write(stored: CatalogueRecord, schema: Schema, preferences: Preferences | undefined): string {
  const { record } = outgoingRecord(stored, preferences)
  if (!preferences) return dublinCoreXml(dublinCoreOf(record, { isBrief: true }), 'srw')
  return schemas[schema].write(record)
}
