import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { CqlError } from '../../query/server/parse-cql.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import { explainRecord } from './explain.ts'
import { scan } from './scan.ts'
import { searchRetrieve } from './search-retrieve.ts'
import { checkParameters, type Operation, readEscaping, readOperation, type Version } from './sru-request.ts'
import { diagnosticsXml, line, responseXml } from './sru-xml.ts'

type Service = Pick<App, 'db' | 'catalogue' | 'log' | 'env'>

/**
 * The XML that answers a request of SRU 1.1, 1.2 or 2.0; a fault is a diagnostic in it. `customerId`: the school whose
 * library system asks, or null.
 */
export async function answerSru(
  service: Service,
  given: URLSearchParams,
  { customerId, signal }: { customerId: string | null; signal: AbortSignal },
): Promise<{ xml: string; version: Version }> {
  const { operation, version } = readOperation(given)
  const answer = async () => {
    checkParameters(given, operation)
    if (operation === 'searchRetrieve') return searchRetrieve(service, given, { version, customerId, signal })
    if (operation === 'scan') return scan(service, given, version)
    return responseXml('explain', version, explainRecord(service.env, version, readEscaping(given, version)))
  }
  const xml = await answer().catch((error) => faultXml(service, { operation, version }, asDiagnostic(error)))
  return { xml, version }
}

/** In the operation's response; 1.x requires the number of records, and the record of an explain response. */
function faultXml({ env }: Service, asked: { operation: Operation; version: Version }, fault: SruDiagnostic): string {
  const { operation, version } = asked
  const first = {
    explain: () => explainRecord(env, version, 'xml'),
    searchRetrieve: () => line('numberOfRecords', 0),
    scan: () => '',
  }[operation]
  return responseXml(operation, version, first() + diagnosticsXml(version, fault))
}

/** A failure that clients understand; anything else is a bug. */
function asDiagnostic(error: unknown): SruDiagnostic {
  if (error instanceof SruDiagnostic) return error
  if (error instanceof CqlError)
    return new SruDiagnostic('querySyntaxError', `${error.message} at character ${error.position}`)
  if (!(error instanceof Problem)) throw error
  return new SruDiagnostic(error.status >= 500 ? 'temporarilyUnavailable' : 'cannotProcessQuery', error.messages[0])
}
