import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import { operationId, schemaOf } from './openapi.ts'
import { sampleOf } from './sample.ts'

let app: TestApp
let calls: Endpoint[]
beforeAll(async () => {
  app = await testApp({ work: false })
  calls = mounted.get(app.http)!
})
afterAll(() => app.close())

type Operation = { operationId: string; tags: unknown[]; responses: Record<string, object> }
const described = async (): Promise<Operation[]> => {
  const { paths } = (await app.raw(null, { url: '/openapi.json' })).json()
  return Object.values(paths as Record<string, Record<string, Operation>>).flatMap((each) => Object.values(each))
}

test('every operation has a name of its own, a group, and its refusals', async () => {
  const operations = await described()
  const names = operations.map((each) => each.operationId)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([])
  const loose = operations.filter(({ tags }) => typeof tags[0] !== 'string')
  expect(loose.map((each) => each.operationId)).toEqual([])
  for (const { responses } of operations)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '503', 'default']))
})

test('files have their types, no list in an address has a default, and addresses to continue to may be relative', async () => {
  const { paths } = (await app.raw(null, { url: '/openapi.json' })).json()
  const text = JSON.stringify(paths)
  expect(text).not.toMatch(/"[a-z*]+\/\*"/)
  expect(text.match(/"location":\{"schema":\{[^}]*\}/g)?.filter((each) => !each.includes('"uri-reference"'))).toEqual(
    [],
  )
  const operations = Object.values(paths).flatMap((each) => Object.values(each as Record<string, Described>))
  const empty = operations.flatMap(({ operationId, parameters, responses: { 200: ok } }) => [
    ...parameters.filter(({ schema }) => Array.isArray(schema.default)).map(({ name }) => `${operationId} ${name}`),
    ...(ok?.content && Object.keys(ok.content).length === 0 ? [operationId] : []),
  ])
  expect(empty).toEqual([])
})
type Described = {
  operationId: string
  parameters: { name: string; schema: { default?: unknown } }[]
  responses: { 200?: { content?: object } }
}

test('an address of calls refuses other methods with 405 and names its own', async () => {
  const wrong = async (method: 'DELETE' | 'PUT' | 'POST' | 'GET', url: string) => {
    const { statusCode, headers } = await app.raw(null, { method, url })
    return [statusCode, headers.allow]
  }
  expect(await wrong('DELETE', '/rest/search')).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(await wrong('PUT', '/rest/catalogue/search')).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
  expect(await wrong('POST', '/rest/invoice/7/pdf')).toEqual([405, 'GET, HEAD'])
  expect(await wrong('GET', '/rest/user/logout')).toEqual([405, 'POST'])
  expect(await wrong('POST', '/record/7')).toEqual([405, 'GET, HEAD'])
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect(await wrong(method, '/rest/nothing')).toEqual([404, undefined])
})

test('every call refuses the methods that it does not take', async () => {
  for (const { path, methods } of calls) {
    const url = path.replace(/:\w+/g, 'x')
    const { statusCode, headers } = await app.raw('hillview', { method: 'PUT', url })
    expect([path, statusCode]).toEqual([path, 405])
    expect(headers.allow?.split(', ')).toEqual(expect.arrayContaining([...methods]))
  }
})

test('the call accepts each example of an input, and would send each example of a reply', () => {
  const wrong: string[] = []
  const note = (
    name: string,
    side: string,
    { issues }: { issues: readonly { path: PropertyKey[]; message: string }[] },
  ) => wrong.push(...issues.map(({ path, message }) => `${name} ${side} ${path.join('.')}: ${message}`))
  for (const endpoint of calls) {
    const name = operationId(endpoint, endpoint.methods[0])
    const input = endpoint.input.safeParse(sampleOf(schemaOf(endpoint.input, 'input')))
    if (!input.success) note(name, 'input', input.error)
    if (endpoint.answers !== 'json') continue
    const reply = endpoint.reply.safeParse(sampleOf(schemaOf(endpoint.reply, 'output'), { whole: true }))
    if (!reply.success) note(name, 'reply', reply.error)
  }
  expect(wrong).toEqual([])
})
