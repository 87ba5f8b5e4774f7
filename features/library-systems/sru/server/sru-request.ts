import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'

export type Version = '1.1' | '1.2' | '2.0'
export type Operation = 'explain' | 'searchRetrieve' | 'scan'
/** How a record is put into the response: as elements, or as escaped text. */
export type Escaping = 'xml' | 'string'

export const limits = { defaultRecords: 10, maxRecords: 100, defaultTerms: 20, maxTerms: 200 }

const operations: readonly string[] = ['explain', 'searchRetrieve', 'scan'] satisfies Operation[]
const versions: readonly string[] = ['1.1', '1.2', '2.0'] satisfies Version[]
const everywhere = 'operation version stylesheet recordPacking recordXMLEscaping httpAccept renderedBy'.split(' ')
const parametersOf: Record<Operation, string[]> = {
  explain: everywhere,
  searchRetrieve: [
    ...everywhere,
    ...'query queryType startRecord maximumRecords recordSchema recordXPath resultSetTTL sortKeys'.split(' '),
  ],
  scan: [...everywhere, 'scanClause', 'responsePosition', 'maximumTerms'],
}
/** Parameters that came with version 2.0. */
const ofVersion2 = ['queryType', 'recordXMLEscaping', 'httpAccept', 'renderedBy']

/**
 * What a request means: clients leave out the operation in 2.0, and the version in all. A plain address is explained in
 * 1.2, which most clients understand; so are faults of a request with an unsupported version.
 */
export function readOperation(given: URLSearchParams): { operation: Operation; version: Version } {
  const implied = given.has('query') ? 'searchRetrieve' : given.has('scanClause') ? 'scan' : 'explain'
  const operation = given.get('operation') ?? implied
  const isOf2 = ofVersion2.some((name) => given.has(name)) || (implied !== 'explain' && !given.has('operation'))
  const version = given.get('version') ?? (isOf2 ? '2.0' : '1.2')
  return {
    operation: (operations.includes(operation) ? operation : 'explain') as Operation,
    version: (versions.includes(version) ? version : '1.2') as Version,
  }
}

/** Throws the SruDiagnostic of the first parameter that is not supported. `x-…` are extensions, which may be ignored. */
export function checkParameters(given: URLSearchParams, operation: Operation): void {
  const version = given.get('version') ?? '1.2'
  if (!versions.includes(version)) throw new SruDiagnostic('unsupportedVersion', versions.at(-1)!)
  const wanted = given.get('operation')
  if (wanted !== null && !operations.includes(wanted)) throw new SruDiagnostic('unsupportedOperation', wanted)
  for (const name of new Set(given.keys())) {
    if (/^x-/i.test(name)) continue
    if (!parametersOf[operation].includes(name)) throw new SruDiagnostic('unsupportedParameter', name)
    if (given.getAll(name).length > 1) throw new SruDiagnostic('unsupportedParameterValue', `${name}: given twice`)
  }
  if (given.has('stylesheet')) throw new SruDiagnostic('stylesheetsUnsupported', given.get('stylesheet')!)
  if (given.has('recordXPath')) throw new SruDiagnostic('xpathUnsupported', given.get('recordXPath')!)
  only(given, 'queryType', ['cql'])
  only(given, 'renderedBy', ['client'])
  const accepted = given.get('httpAccept')
  if (accepted !== null && !/(?:\*|application|text)\/(?:\*|xml|sru\+xml)/.test(accepted))
    throw new SruDiagnostic('unsupportedParameterValue', `httpAccept: ${accepted}`)
}

function only(given: URLSearchParams, name: string, values: string[]): void {
  const value = given.get(name)
  if (value !== null && !values.includes(value))
    throw new SruDiagnostic('unsupportedParameterValue', `${name}: ${value}`)
}

/** SRU 2.0 uses `recordPacking` for whether records come whole, as ours always do. */
export function readEscaping(given: URLSearchParams, version: Version): Escaping {
  const packing = given.get('recordPacking')
  const isOf2 = version === '2.0' && (packing === 'packed' || packing === 'unpacked')
  const text = given.get('recordXMLEscaping') ?? (isOf2 ? null : packing) ?? 'xml'
  if (text !== 'xml' && text !== 'string') throw new SruDiagnostic('unsupportedPacking', text)
  return text
}

export function readMandatory(given: URLSearchParams, name: string): string {
  const text = given.get(name)
  if (text === null || text === '') throw new SruDiagnostic('missingParameter', name)
  return text
}

export function readWhole(given: URLSearchParams, name: string, least: number, otherwise: number): number {
  const text = given.get(name)
  if (text === null || text === '') return otherwise
  const number = Number(text)
  if (!/^\d{1,9}$/.test(text) || number < least)
    throw new SruDiagnostic('unsupportedParameterValue', `${name}: ${text}`)
  return number
}
