import type { App } from '#app/app.ts'
import { line } from '#marc/marcxml/xml-text.ts'
import { accessPointOfCql } from '../../query/server/cql-clause.ts'
import { parseCql } from '../../query/server/parse-cql.ts'
import { scanAt } from '../../query/server/scan-terms.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import { limits, readMandatory, readWhole, type Version } from './sru-request.ts'
import { responseXml } from './sru-xml.ts'

/** The index's terms around that of `scanClause`: `dc.title = pos`. Throws SruDiagnostic, CqlError and Problem. */
export async function scan(
  { catalogue }: Pick<App, 'catalogue'>,
  given: URLSearchParams,
  version: Version,
): Promise<string> {
  const { query } = parseCql(readMandatory(given, 'scanClause'))
  if (query.kind !== 'term') throw new SruDiagnostic('querySyntaxError', 'a scan accepts one term')
  if (/[<>]/.test(query.relation)) throw new SruDiagnostic('unsupportedRelation', query.relation)
  const count = Math.min(readWhole(given, 'maximumTerms', 1, limits.defaultTerms), limits.maxTerms)
  const position = readWhole(given, 'responsePosition', 0, 1)
  if (position > count + 1) throw new SruDiagnostic('scanPositionOutOfRange', String(position))
  const found = await scanAt(catalogue, accessPointOfCql(query), query.term, { position, count })
  if (!found) throw new SruDiagnostic('unsupportedIndex', query.index)
  const terms = [...found.before, ...found.after].map(
    // YAZ miscounts terms with white space between them.
    ({ term, count: records }) => `<term>\n${line('value', term)}${line('numberOfRecords', records)}</term>`,
  )
  return responseXml('scan', version, terms.length > 0 ? `<terms>${terms.join('')}</terms>\n` : '')
}
