import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function openServer(limit: number) {
  const server = createServer((_, reply) => reply.end('here'))
  limitConnections(server, { behindProxy: false, limit })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, port }
}

/** A connection that was answered once and is kept open, or has sent only the beginning of a call. */
async function connected(port: number, said: string) {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  closing.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(said)
  return socket
}
const whole = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const begun = 'GET / HTTP/1.1\r\nhost:'

const answerOf = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const asking = request({ port, host: '127.0.0.1', agent: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
    asking.on('error', () => resolve(undefined))
    asking.end()
  })

test('idle connections make room for new callers', async () => {
  const { port } = await openServer(20)
  const idle = await Promise.all(
    Array.from({ length: 18 }, async () => {
      const socket = await connected(port, whole)
      await once(socket, 'data')
      return socket
    }),
  )
  expect(await answerOf(port)).toBe(200)
  await expect.poll(() => idle.filter((socket) => socket.readableEnded || socket.destroyed).length).toBe(18)
})

test('no more are open than allowed, and closing some makes room again', async () => {
  const { server, port } = await openServer(20)
  const slow = await Promise.all(Array.from({ length: 20 }, () => connected(port, begun)))
  const count = () => new Promise<number>((tell) => server.getConnections((_, n) => tell(n)))
  await expect.poll(count).toBe(20)
  expect(await answerOf(port)).toBeUndefined()
  for (const socket of slow) socket.destroy()
  await expect.poll(count).toBe(0)
  expect(await answerOf(port)).toBe(200)
})
