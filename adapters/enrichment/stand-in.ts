import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local fake of an outside source, for tests: `answer` handles requests, `asked` has their addresses. */
export async function openStandIn(answer: (address: URL, response: ServerResponse, request: IncomingMessage) => void) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(new URL(request.url ?? '/', 'http://stand-in'), response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const xml = (response: ServerResponse, body: string, type = 'text/xml; charset=utf-8') =>
  response.writeHead(200, { 'content-type': type }).end(body)
