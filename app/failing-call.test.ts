import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from './server.ts'
import { type TestApp, testApp } from './testing.ts'
import { openLog } from './wire.ts'

let app: TestApp
let lines: string[]
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('a call that hits a bug is answered 500 with its number in the log, and the next one is answered', async () => {
  lines = []
  const log = openLog('info', () => app.traces, { write: (line) => void lines.push(line) })
  const broken = Object.assign(Object.create(app.catalogue), {
    search: () => {
      throw new TypeError('cannot read the title of nothing')
    },
  })
  const http = await openServer({ ...app, log, catalogue: broken }, { maxWaitMs: 0 })
  const query = encodeURIComponent('{"query":{"match_all":{}}}')
  const reply = await http.inject(`/rest/catalogue/search?bodybuilderquery=${query}`)
  expect([reply.statusCode, reply.json().code]).toEqual([500, 'unexpected'])
  expect(reply.body).not.toContain('title of nothing')
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'unexpected error')
  expect(logged).toMatchObject({
    reqId: reply.headers['x-request-id'],
    err: { type: 'TypeError', message: 'cannot read the title of nothing' },
  })
  expect((await http.inject('/health/ready')).statusCode).toBe(200)
  await http.close()
})
