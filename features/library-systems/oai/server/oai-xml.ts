import { line, xmlText } from '#marc/marcxml/xml-text.ts'

const schema = 'http://www.openarchives.org/OAI/2.0/'

export const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xmlText(String(value))}"`))
    .join('')

type Response = {
  responseDate: string
  baseUrl: string
  /** Verb and arguments; none if they were at fault. */
  request: Record<string, string>
  body: string
}

export const responseXml = ({ responseDate, baseUrl, request, body }: Response): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="${schema}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${schema} ${schema}OAI-PMH.xsd">
${line('responseDate', responseDate)}<request${attributes(request)}>${xmlText(baseUrl)}</request>
${body}</OAI-PMH>
`

type Identity = {
  repositoryName: string
  baseUrl: string
  adminEmail: string
  earliestDatestamp: string
  repositoryIdentifier: string
}

export const identifyXml = (identity: Identity): string =>
  `<Identify>
${line('repositoryName', identity.repositoryName)}${line('baseURL', identity.baseUrl)}${line('protocolVersion', '2.0')}${line('adminEmail', identity.adminEmail)}${line('earliestDatestamp', identity.earliestDatestamp)}${line('deletedRecord', 'persistent')}${line('granularity', 'YYYY-MM-DDThh:mm:ssZ')}${line('compression', 'gzip')}${oaiIdentifierXml(identity.repositoryIdentifier)}</Identify>
`

/** The schema of oai-identifier demands a domain name with a dot. */
const isDomain = (host: string) => /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/i.test(host)

function oaiIdentifierXml(host: string): string {
  if (!isDomain(host)) return ''
  const namespace = `${schema}oai-identifier`
  return `<description>
<oai-identifier xmlns="${namespace}" xsi:schemaLocation="${namespace} ${namespace}.xsd">
${line('scheme', 'oai')}${line('repositoryIdentifier', host)}${line('delimiter', ':')}${line('sampleIdentifier', `oai:${host}:1234567`)}</oai-identifier>
</description>
`
}

type Header = { identifier: string; datestamp: string; sets: string[]; isDeleted: boolean }

export const headerXml = ({ identifier, datestamp, sets, isDeleted }: Header): string =>
  `<header${isDeleted ? ' status="deleted"' : ''}>\n${line('identifier', identifier)}${line('datestamp', datestamp)}${sets
    .map((spec) => line('setSpec', spec))
    .join('')}</header>\n`

/** `metadata`: one element with its namespaces; a deleted record has none. */
export const recordXml = (header: string, metadata: string | undefined): string =>
  `<record>\n${header}${metadata === undefined ? '' : `<metadata>\n${metadata}</metadata>\n`}</record>\n`

export const errorXml = ({ code, message }: { code: string; message: string }): string =>
  `<error${attributes({ code })}>${xmlText(message)}</error>\n`
