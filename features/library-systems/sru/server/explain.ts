import type { App } from '#app/app.ts'
import { xmlText } from '#marc/marcxml/xml-text.ts'
import { accessPointOfIndex, indexNames } from '../../query/server/access-points.ts'
import { contextSets } from '../../query/server/cql-clause.ts'
import { type Escaping, limits, type Version } from './sru-request.ts'
import { defaultSchema, schemas } from './sru-schemas.ts'
import { sortKeyOfIndex } from './sru-sort.ts'
import { recordXml } from './sru-xml.ts'

const zeerex = 'http://explain.z3950.org/dtd/2.0/'

type Described = Pick<App['env'], 'publicUrl' | 'providerName'>
type Asked = { version: Version; escaping: Escaping; isSignedIn: boolean }

/** The explain record: this server, its indexes and its limits in ZeeRex 2.0. */
export const explainRecord = (env: Described, { version, escaping, isSignedIn }: Asked) =>
  recordXml(version, escaping, { schema: zeerex, xml: zeerexOf(env, version, isSignedIn) })

function zeerexOf({ publicUrl, providerName }: Described, version: Version, isSignedIn: boolean): string {
  const { hostname, port, protocol } = new URL(publicUrl)
  const secure = protocol === 'https:'
  return `<explain xmlns="${zeerex}">
<serverInfo protocol="SRU" version="${version}" transport="${secure ? 'https' : 'http'}" method="GET POST">
<host>${xmlText(hostname)}</host>
<port>${port || (secure ? 443 : 80)}</port>
<database>sru</database>
</serverInfo>
<databaseInfo>
<title lang="en" primary="true">${xmlText(`${providerName} catalogue`)}</title>
<description lang="en" primary="true">Bibliographic records for school libraries. Sign in by HTTP Basic with your school’s Z39.50 username, or with its API user and access key. Without sign-in, records are brief Dublin Core.</description>
</databaseInfo>
<indexInfo>
${setLines.join('\n')}
${indexLines.join('\n')}
</indexInfo>
<schemaInfo>
${schemaLines(isSignedIn).join('\n')}
</schemaInfo>
<configInfo>
<default type="retrieveSchema">${defaultSchema(isSignedIn)}</default>
${configLines.join('\n')}
</configInfo>
</explain>
`
}

const setLines = [...new Map([...contextSets].map(([uri, name]) => [name, uri]))].map(
  ([name, uri]) => `<set name="${name}" identifier="${uri}"/>`,
)

const indexLines = indexNames.map((index) => {
  const [set, name] = index.split('.')
  const kind = accessPointOfIndex(index.toLowerCase())!.kind
  const scans = kind === 'words' || kind === 'identifier'
  const sorts = sortKeyOfIndex(index.toLowerCase()) !== undefined
  return `<index search="true" scan="${scans}" sort="${sorts}"><title lang="en">${name}</title><map><name set="${set}">${name}</name></map></index>`
})

const schemaLines = (isSignedIn: boolean) =>
  Object.entries(schemas).map(
    ([name, { uri, title, isOpen }]) =>
      `<schema name="${name}" identifier="${uri}" retrieve="${isSignedIn || isOpen}" sort="false"><title lang="en">${title}</title></schema>`,
  )

const supported = {
  relation: ['=', '==', '<>', '<', '<=', '>', '>=', 'all', 'any', 'adj', 'exact', 'scr', 'within'],
  relationModifier: ['stem', 'relevant', 'word', 'string', 'masked', 'unmasked', 'ignoreCase', 'ignoreAccents'],
  maskingCharacter: ['*', '?'],
  anchoringCharacter: ['^'],
  sort: ['ascending', 'descending'],
}
const configLines = [
  `<default type="numberOfRecords">${limits.defaultRecords}</default>`,
  '<default type="index">cql.serverChoice</default>',
  '<default type="relation">=</default>',
  `<setting type="maximumRecords">${limits.maxRecords}</setting>`,
  `<setting type="maximumTerms">${limits.maxTerms}</setting>`,
  // No result set is kept.
  '<setting type="resultSetTTL">0</setting>',
  ...Object.entries(supported).flatMap(([type, values]) =>
    values.map((value) => `<supports type="${type}">${xmlText(value)}</supports>`),
  ),
  '<supports type="scan"/>',
]
