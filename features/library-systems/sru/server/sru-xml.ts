import { line, xmlText } from '#marc/marcxml/xml-text.ts'
import type { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import type { Escaping, Operation, Version } from './sru-request.ts'

/** SRU 1.1 and 1.2 (Library of Congress), and 2.0 (OASIS searchRetrieve 1.0). */
const namespaces = {
  1: {
    explain: 'http://www.loc.gov/zing/srw/',
    searchRetrieve: 'http://www.loc.gov/zing/srw/',
    scan: 'http://www.loc.gov/zing/srw/',
    diagnostic: 'http://www.loc.gov/zing/srw/diagnostic/',
  },
  2: {
    explain: 'http://docs.oasis-open.org/ns/search-ws/sruResponse',
    searchRetrieve: 'http://docs.oasis-open.org/ns/search-ws/sruResponse',
    scan: 'http://docs.oasis-open.org/ns/search-ws/scan',
    diagnostic: 'http://docs.oasis-open.org/ns/search-ws/diagnostic',
  },
}
const namespacesOf = (version: Version) => namespaces[version === '2.0' ? 2 : 1]

/** `parts`: the elements after the version, in the schema's order. */
export function responseXml(operation: Operation, version: Version, parts: string): string {
  const name = `${operation}Response`
  const namespace = namespacesOf(version)[operation]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">\n${line('version', version)}${parts}</${name}>\n`
}

export const diagnosticsXml = (version: Version, fault: SruDiagnostic): string =>
  `<diagnostics>\n${diagnosticXml(version, fault)}</diagnostics>\n`

function diagnosticXml(version: Version, { condition, meaning, details }: SruDiagnostic): string {
  const parts =
    line('uri', `info:srw/diagnostic/1/${condition}`) +
    (details ? line('details', details) : '') +
    line('message', meaning)
  return `<diagnostic xmlns="${namespacesOf(version).diagnostic}">\n${parts}</diagnostic>\n`
}

/** `xml`: one element with its namespaces. */
type GivenRecord = { schema: string; xml: string; id?: string; position?: number }

export function recordXml(version: Version, escaping: Escaping, { schema, xml, id, position }: GivenRecord): string {
  return (
    `<record>\n${line('recordSchema', schema)}` +
    line(version === '2.0' ? 'recordXMLEscaping' : 'recordPacking', escaping) +
    `<recordData>${escaping === 'xml' ? xml : xmlText(xml)}</recordData>\n` +
    // SRU 1.1 has no identifier.
    (id !== undefined && version !== '1.1' ? line('recordIdentifier', id) : '') +
    (position === undefined ? '' : line('recordPosition', position)) +
    '</record>\n'
  )
}

/** Replaces a record that cannot be given. */
export const surrogateXml = (version: Version, escaping: Escaping, fault: SruDiagnostic, position: number): string =>
  recordXml(version, escaping, {
    schema: 'info:srw/schema/1/diagnostics-v1.1',
    xml: diagnosticXml(version, fault),
    position,
  })
