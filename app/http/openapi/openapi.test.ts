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
