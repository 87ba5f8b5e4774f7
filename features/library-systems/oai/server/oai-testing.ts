import { SaxesParser } from 'saxes'
import { type TestApp, testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'

export type Given = Record<string, string> | [string, string][]

const password = 'abcde-fghjk-mnpqr-stuvw'
/** HTTP Basic of Hillview's library system. */
export const hillview = `Basic ${btoa(`hillview-library:${password}`)}`

/** An app in which Hillview's library system can sign in. */
export async function openOaiApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp({ work: false, env: { PUBLIC_URL: 'https://portal.example', ...env } })
  await app.db
    .insertInto('z3950Login')
    .values({
      customerId: 'demo-hillview',
      userName: 'hillview-library',
      passwordHash: await hashSecret(password),
    })
    .execute()
  return app
}

const headersOf = (app: TestApp, authorization: string | undefined) => ({
  host: new URL(app.env.publicUrl).host,
  ...(authorization === undefined ? {} : { authorization }),
})

export const sendOai = (app: TestApp, given: Given, authorization?: string) =>
  app.http.inject({ url: `/oai?${new URLSearchParams(given)}`, headers: headersOf(app, authorization) })

export const postOai = (app: TestApp, given: Given, authorization?: string) =>
  app.http.inject({
    method: 'POST',
    url: '/oai',
    headers: { ...headersOf(app, authorization), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(given).toString(),
  })

export async function askOai(app: TestApp, given: Given, authorization?: string): Promise<string> {
  const { statusCode, headers, body } = await sendOai(app, given, authorization)
  if (statusCode !== 200 || headers['content-type'] !== 'text/xml; charset=utf-8')
    throw new Error(`${statusCode} ${headers['content-type']}: ${body}`)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(body).close()
  return body
}

export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!)
export const errorOf = (xml: string): string | undefined => /<error code="(\w+)">/.exec(xml)?.[1]
export const tokenOf = (xml: string): string | undefined => textsOf(xml, 'resumptionToken')[0] || undefined

export type HarvestedRecord = { id: string; datestamp: string; sets: string[]; isDeleted: boolean; xml: string }

const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`, 'g'))].map(([whole]) => whole)

/** The records of one response. */
export const recordsIn = (xml: string): HarvestedRecord[] =>
  elements(
    xml.replaceAll(/<record xmlns[\s\S]*?<\/record>/g, (inner) => inner.replaceAll(/record(?=[ >])/g, 'marc')),
    'record',
  ).map((record) => ({
    id: textsOf(record, 'identifier')[0]!.replace(/^oai:portal\.example:/, ''),
    datestamp: textsOf(record, 'datestamp')[0]!,
    sets: textsOf(record, 'setSpec'),
    isDeleted: record.includes('status="deleted"'),
    xml: record,
  }))

/** A whole list, page by page. `between` runs after each page. */
export async function harvest(
  app: TestApp,
  given: Record<string, string>,
  { authorization, between = async () => {} }: { authorization?: string; between?: () => Promise<unknown> } = {},
): Promise<HarvestedRecord[]> {
  const found: HarvestedRecord[] = []
  for (let next: Given = { verb: 'ListRecords', metadataPrefix: 'oai_dc', ...given }; ; ) {
    const xml = await askOai(app, next, authorization)
    if (errorOf(xml) === 'noRecordsMatch') return found
    if (errorOf(xml)) throw new Error(xml)
    found.push(...recordsIn(xml))
    const token = tokenOf(xml)
    if (token === undefined) return found
    next = { verb: 'ListRecords', resumptionToken: token }
    await between()
  }
}
