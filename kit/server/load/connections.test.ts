import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections, limitPipelining } from './connections.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function openServer(limit: number) {
  const server = createServer((_, reply) => reply.end('here'))
  limitConnections(server, { behindProxy: false, limit })
  return { server, port: await listen(server) }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return port
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

test('a connection that sends ahead of its answers is closed after sixteen calls', async () => {
  let begun = 0
  const waiting: ServerResponse[] = []
  const server = createServer((_, reply) => waiting.push(reply) && begun++)
  limitPipelining(server)
  const port = await listen(server)
  const patient = await connected(port, whole.repeat(16))
  await expect.poll(() => begun).toBe(16)
  let answers = ''
  patient.on('data', (piece) => (answers += String(piece)))
  for (const reply of waiting.splice(0)) reply.end('here')
  await expect.poll(() => answers.match(/200 OK/g)?.length).toBe(16)
  patient.write(whole.repeat(16))
  await expect.poll(() => begun).toBe(32)
  expect(patient.destroyed).toBe(false)

  const greedy = await connected(port, whole.repeat(1000))
  await once(greedy.resume(), 'close')
  expect(begun).toBe(48)
})
