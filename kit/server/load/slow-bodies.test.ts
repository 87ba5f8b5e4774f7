import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerProblems } from '../answer-problems.ts'
import { refuseSlowBodies } from './slow-bodies.ts'

async function openServer() {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const logged: string[] = []
  const http = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => logged.push(line) } } })
  answerProblems(http)
  refuseSlowBodies(http)
  http.post('/call', async ({ body }) => ({ members: Object.keys(body as object) }))
  const sockets: Socket[] = []
  http.server.on('connection', (socket) => sockets.push(socket))
  await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())
  const { port } = http.server.address() as AddressInfo
  return { http, port, logged, read: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) }
}

const headOf = (type: string) =>
  `POST /call HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 30000\r\n\r\n`
const head = headOf('application/json')
async function begin(port: number, sent = head) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', (piece) => (answer += String(piece))).on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${sent}{`)
  return { socket, answer: () => answer }
}

test('bodies that nearly stop are answered 408 and closed; a steady one and other calls are answered', async () => {
  const { http, port, read } = await openServer()
  const slow = await Promise.all(Array.from({ length: 20 }, () => begin(port)))
  const steady = await begin(port)
  const begun = 21 * (head.length + 1)
  await expect.poll(read).toBe(begun)
  expect((await http.inject({ method: 'POST', url: '/call', payload: { b: 1 } })).json().members).toEqual(['b'])

  for (const { socket } of slow) socket.write(' '.repeat(9999))
  for (let window = 1; window <= 2; window++) {
    steady.socket.write(' '.repeat(10_000))
    await expect.poll(read).toBe(begun + 20 * 9999 + window * 10_000)
    vi.advanceTimersByTime(10_000)
    for (const { socket, answer } of slow) {
      await expect.poll(() => socket.readableEnded || socket.destroyed).toBe(true)
      expect(answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"too_slow"/)
    }
  }
  steady.socket.write('"a":1}'.padEnd(9999))
  await expect.poll(steady.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"members":\["a"\]/)
})

test('a body that comes after its call was refused is ended without a second answer', async () => {
  const { port, logged } = await openServer()
  const { socket, answer } = await begin(port, headOf('text/odd'))
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 400 /)
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => socket.readableEnded || socket.destroyed).toBe(true)
  expect(answer()).not.toMatch(/ 408 /)
  expect(logged).toEqual([])
})
