import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerProblems } from '../answer-problems.ts'
import { sendFile } from './send-file.ts'

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(200)
let http: FastifyInstance
const begun = vi.fn(async () => {})
let open: (range: { start: number; end: number } | undefined) => Promise<Readable | null>

beforeEach(async () => {
  begun.mockClear()
  open = async (range) => Readable.from([Buffer.from(range ? text.slice(range.start, range.end + 1) : text)])
  http = Fastify({ logger: false })
  answerProblems(http)
  await http.register(fastifyCompress, { threshold: 100, global: true })
  http.get('/file', (request, reply) =>
    sendFile(request, reply, {
      size: text.length,
      name: 'Term 1.mrc',
      type: 'application/marcxml+xml',
      etag: '"v1"',
      open: (range) => open(range),
      begun,
    }),
  )
})
afterEach(() => http.close())
const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  http.inject({ method, url: '/file', headers: { 'accept-encoding': 'gzip, br', ...headers } })

test('the whole file comes uncompressed with its length and name', async () => {
  const reply = await ask()
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe(text)
  expect(reply.headers).toMatchObject({
    'content-length': String(text.length),
    'content-type': 'application/marcxml+xml',
    'content-disposition': `attachment; filename="Term 1.mrc"; filename*=UTF-8''Term%201.mrc`,
    'accept-ranges': 'bytes',
    etag: '"v1"',
  })
  expect(begun).toHaveBeenCalledOnce()
})

test('an interrupted download resumes where it ended', async () => {
  const reply = await ask({ range: 'bytes=100-', 'if-range': '"v1"' })
  expect(reply.statusCode).toBe(206)
  expect(reply.body).toBe(text.slice(100))
  expect(reply.headers['content-range']).toBe(`bytes 100-${text.length - 1}/${text.length}`)
})

test('if the file has been replaced, it is sent whole', async () => {
  const reply = await ask({ range: 'bytes=100-', 'if-range': '"v0"' })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe(text)
})

test('a range past the end is refused with the true length', async () => {
  const reply = await ask({ range: `bytes=${text.length}-` })
  expect(reply.statusCode).toBe(416)
  expect(reply.headers['content-range']).toBe(`bytes */${text.length}`)
  expect(reply.json()).toMatchObject({ responseCode: 416, code: 'range_not_satisfiable' })
  expect(reply.headers['content-disposition']).toBeUndefined()
  expect(begun).not.toHaveBeenCalled()
})

test('a HEAD request sends no byte and does not count as a download', async () => {
  const reply = await ask({}, 'HEAD')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-length']).toBe(String(text.length))
  expect(reply.body).toBe('')
  expect(begun).not.toHaveBeenCalled()
})

test('a file that the browser already has is not sent again', async () => {
  const reply = await ask({ 'if-none-match': '"v0", "v1"' })
  expect(reply.statusCode).toBe(304)
  expect(reply.body).toBe('')
})

test('a file deleted meanwhile is reported, and does not count as a download', async () => {
  open = async () => null
  const gone = await ask()
  expect(gone.statusCode).toBe(404)
  expect(gone.json().code).toBe('file_gone')
  expect(gone.headers['content-disposition']).toBeUndefined()

  open = async () =>
    new Readable({
      read() {
        this.destroy(new Error('disk error at /srv/files'))
      },
    })
  const broken = await ask()
  expect(broken.statusCode).toBe(500)
  expect(broken.body).not.toContain('/srv/files')
  expect(begun).not.toHaveBeenCalled()
})

test('when the client goes away, the file is closed', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024, 'x'))
    },
  })
  open = async () => endless
  await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((http.server.address() as { port: number }).port, '127.0.0.1')
  socket.write('GET /file HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')
  const closed = once(endless, 'close')
  socket.destroy()
  await closed
  expect(endless.destroyed).toBe(true)
})
