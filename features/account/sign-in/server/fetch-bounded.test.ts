import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchBounded, longestReply } from './fetch-bounded.ts'
import { discover } from './issuer.ts'

let server: Server
let address: string
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/none') return void response.writeHead(204).end()
    if (url !== '/endless/.well-known/openid-configuration')
      return void response.writeHead(201, { 'content-type': 'text/plain' }).end('x'.repeat(Number(url!.slice(1))))
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (response.write(' '.repeat(64 * 1024)));
    }
    response.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string) => fetchBounded(address + path, {})

test('a reply of an issuer is passed on, unless it is too long', async () => {
  const reply = await ask(`/${longestReply}`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([201, 'text/plain'])
  expect((await reply.text()).length).toBe(longestReply)
  await expect((await ask(`/${longestReply + 1}`)).text()).rejects.toThrow('too long')
  expect((await ask('/none')).status).toBe(204)
})

test('an issuer that continues talking about itself is away', async () => {
  const settings = { issuer: `${address}/endless`, clientId: 'c', clientSecret: 's' }
  await expect(discover(settings)).rejects.toHaveProperty('cause.cause.message', 'the issuer’s reply is too long')
})
