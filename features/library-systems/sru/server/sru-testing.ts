import { SaxesParser } from 'saxes'
import { expect } from 'vitest'
import { testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { book } from '#features/downloads/server/testing.ts'
import { basic, openKey } from '#features/school/access-keys/server/access-keys-testing.ts'

export type Given = Record<string, string>
export { basic }

/** Of the user `hillview-library`. */
export const password = 'abcde-fghjk-mnpqr-stuvw'

/** An app with four records, one of them damaged, and a school's two ways to sign in; `ask` checks the XML. */
export async function openSru() {
  const app = await testApp({ work: false, env: { PROVIDER_NAME: 'Books & Co' } })
  // Record 4.
  app.expectErrors(/leader is cut off/)
  const by = (name: string): [string, string, string] => ['100', 'a', name]
  const notes: [string, string, string][] = [
    ['082', 'a', '823.3'],
    ['520', 'a', 'Hush is <invisible>.'],
  ]
  await app.catalogue.write([
    book({ id: '1', title: 'Possum magic', isbns: ['9780152632243'], numbers: [by('Fox, Mem'), ...notes] }),
    book({ id: '2', title: 'Possum and the sea', numbers: [by('Adams, Ann')] }),
    book({ id: '3', title: 'Te kererū', numbers: [by('Baker, Bo')] }),
    { ...book({ id: '4', title: 'Damaged' }), marc: Buffer.from('damaged') },
  ])
  const login = { customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) }
  await app.db.insertInto('z3950Login').values(login).execute()
  const { authorization: key } = await openKey(app)
  const logins = { z3950: basic('hillview-library', password), key }
  /** `authorization`: '' for no one. */
  const send = (given: Given, authorization = logins.z3950) =>
    app.http.inject({
      url: `/sru?${new URLSearchParams(given)}`,
      headers: { host: new URL(app.env.publicUrl).host, ...(authorization === '' ? {} : { authorization }) },
    })
  const ask = async (given: Given, authorization?: string): Promise<Element> => {
    const reply = await send(given, authorization)
    expect(reply.statusCode).toBe(200)
    const root = parseXml(reply.body)
    expect(breachesOf(root)).toEqual([])
    return root
  }
  return { app, logins, send, ask }
}

export type Element = { name: string; namespace: string; text: string; children: Element[] }

/** The root of a well-formed document, its elements with their namespaces. */
export function parseXml(xml: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = [{ name: '', namespace: '', text: '', children: [] }]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri }) => {
    const element = { name: local, namespace: uri, text: '', children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return open[0]!.children[0]!
}

/** All elements of this name, at any depth. */
export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
export const textOf = (element: Element, name: string): string | undefined => all(element, name)[0]?.text

/** Number and details of the first diagnostic. */
export function faultOf(root: Element): string | undefined {
  const [fault] = all(root, 'diagnostic')
  return fault && `${textOf(fault, 'uri')?.replace('info:srw/diagnostic/1/', '')} ${textOf(fault, 'details')}`
}

/** The sequences of the schemas: srw-types.xsd (1.1, 1.2) and sruResponse.xsd, scan.xsd (2.0), zeerex-2.0.xsd. */
const sequences: Record<string, string> = {
  searchRetrieveResponse:
    'version! numberOfRecords! resultSetId resultSetIdleTime records nextRecordPosition echoedSearchRetrieveRequest diagnostics extraResponseData resultSetTTL resultCountPrecision',
  explainResponse: 'version! record! echoedExplainRequest diagnostics',
  scanResponse: 'version! terms echoedScanRequest diagnostics',
  records: 'record*!',
  record: 'recordSchema! recordPacking recordXMLEscaping recordData! recordIdentifier recordPosition extraRecordData',
  terms: 'term*!',
  term: 'value! numberOfRecords displayTerm whereInList',
  diagnostics: 'diagnostic*!',
  diagnostic: 'uri! details message',
  explain: 'serverInfo! databaseInfo metaInfo indexInfo schemaInfo configInfo',
  serverInfo: 'host! port! database! authentication',
  databaseInfo: 'title* description*',
  indexInfo: 'set* index* sortKeyword*',
  index: 'title* map*',
  schemaInfo: 'schema*!',
}
const ours = /loc\.gov\/zing\/srw|search-ws|explain\.z3950/

/** Elements that the schema's sequence does not allow there, or lacks: `record: recordData`. */
export function breachesOf(element: Element): string[] {
  const rule = ours.test(element.namespace) ? sequences[element.name] : undefined
  const parts = rule?.split(' ').map((part) => ({ name: part.replace(/[*!]/g, ''), part })) ?? []
  const names = element.children.map(({ name }) => name)
  const wrong = parts.flatMap(({ name, part }) => {
    const count = names.filter((each) => each === name).length
    return (count === 0 && part.includes('!')) || (count > 1 && !part.includes('*')) ? [name] : []
  })
  const places = names.map((name) => parts.findIndex((part) => part.name === name))
  const misplaced = rule === undefined ? [] : names.filter((_, i) => places[i]! < Math.max(0, ...places.slice(0, i)))
  const stray = rule !== undefined && element.text.trim() !== '' ? ['text'] : []
  return [...wrong, ...misplaced, ...stray]
    .map((name) => `${element.name}: ${name}`)
    .concat(element.children.flatMap(breachesOf))
}
