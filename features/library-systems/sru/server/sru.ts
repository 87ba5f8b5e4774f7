import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { line } from '#marc/marcxml/xml-text.ts'
import { CqlError } from '../../query/server/parse-cql.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import { explainRecord } from './explain.ts'
import { scan } from './scan.ts'
import { type Asking, type Service as Records, searchRetrieve } from './search-retrieve.ts'
import { checkParameters, readEscaping, readOperation, type Version } from './sru-request.ts'
import { diagnosticsXml, responseXml } from './sru-xml.ts'

type Service = Records & Pick<App, 'env'>

/** The XML that answers a request of SRU 1.1, 1.2 or 2.0; a fault is a diagnostic in it. */
export async function answerSru(
  service: Service,
  given: URLSearchParams,
  asking: Asking,
): Promise<{ xml: string; version: Version }> {
  const { operation, version } = readOperation(given)
  const isSignedIn = asking.customerId !== null
  const answer = async () => {
    checkParameters(given, operation)
    if (operation === 'searchRetrieve') return searchRetrieve(service, given, { ...asking, version })
    if (operation === 'scan') return scan(service, given, version)
    return responseXml(
      'explain',
      version,
      explainRecord(service.env, { version, isSignedIn, escaping: readEscaping(given, version) }),
    )
  }
  return answer().then(
    (xml) => ({ xml, version }),
    (error) => faultXml(service, given, asDiagnostic(error), isSignedIn),
  )
}

/** A response of the operation with only a diagnostic. */
export function faultXml(
  { env }: Pick<App, 'env'>,
  given: URLSearchParams,
  fault: SruDiagnostic,
  isSignedIn = false,
): { xml: string; version: Version } {
  const { operation, version } = readOperation(given)
  // 1.x requires the number of records, and the record of an explain response, beside a diagnostic too.
  const beside = {
    explain: () => explainRecord(env, { version, escaping: 'xml', isSignedIn }),
    searchRetrieve: () => line('numberOfRecords', 0),
    scan: () => '',
  }
  return { xml: responseXml(operation, version, beside[operation]() + diagnosticsXml(version, fault)), version }
}

/** A failure that clients understand; anything else is a bug. */
function asDiagnostic(error: unknown): SruDiagnostic {
  if (error instanceof SruDiagnostic) return error
  if (error instanceof CqlError)
    return new SruDiagnostic('querySyntaxError', `${error.message} at character ${error.position}`)
  if (!(error instanceof Problem)) throw error
  return new SruDiagnostic(error.status >= 500 ? 'temporarilyUnavailable' : 'cannotProcessQuery', error.messages[0])
}
