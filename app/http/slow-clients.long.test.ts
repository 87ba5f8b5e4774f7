import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadsApi } from '#features/downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openServer } from '../server.ts'
import { type TestApp, testApp } from '../testing.ts'

const fileBytes = 100 * 1024 * 1024
let app: TestApp
let http: FastifyInstance
let port: number
let path: string
let cookie: string
const sockets: Socket[] = []

beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([book({ id: '1000001', isbns: ['9780141365428'] })])
  const { response } = await app.as('lakeside')(downloadsApi.createRequest, { identities: ['9780141365428'] })
  const { fileKey } = await app.db
    .selectFrom('downloadRequest')
    .select('fileKey')
    .where('id', '=', response.id)
    .executeTakeFirstOrThrow()
  await app.files.put(fileKey!, Readable.from(Array(100).fill(Buffer.alloc(fileBytes / 100))))
  path = `/rest/mydownload/download?requestId=${response.id}`
  cookie = await app.sessionOf('lakeside')
  const waits = { headers: 2500, request: 5000, still: 3500, idle: 1500, pollMs: 100 }
  http = await openServer(app, { maxWaitMs: 0, waits })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await http.close()
  await app.close()
})

/** A connection that has sent this; `answer` is the reply so far. */
function open(said: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('error', () => {})
  socket.write(said)
  return {
    socket,
    hear: () => {
      socket.on('data', (piece) => {
        answer += String(piece)
      })
      return () => answer
    },
  }
}
const connections = () => new Promise<number>((tell) => http.server.getConnections((_, count) => tell(count)))
/** How often this process has the file open; an object store holds none of our handles. */
const handles = () =>
  readdirSync('/proc/self/fd').filter((each) => {
    try {
      return readlinkSync(`/proc/self/fd/${each}`).startsWith(join(app.env.dataDir, 'files'))
    } catch {
      return false
    }
  }).length
const patient = { timeout: 30_000, interval: 50 }

test('an incomplete request head is answered 408, and its connection closed', async () => {
  const { socket, hear } = open('GET /health/live HTTP/1.1\r\nhost: x\r\nx-slow:')
  const answer = hear()
  await expect.poll(() => socket.readableEnded || socket.destroyed, patient).toBe(true)
  expect(answer()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"code":"too_slow"/)
})

test('a body sent byte by byte is answered 408, while others are answered', async () => {
  const { socket, hear } = open(
    `POST /rest/mydownload/request/create HTTP/1.1\r\nhost: x\r\nx-requested-with: test\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
  )
  const answer = hear()
  const drip = setInterval(() => socket.writable && socket.write(' '), 100)
  expect((await app.raw('lakeside', { url: '/rest/user/current' })).statusCode).toBe(200)
  await expect.poll(answer, patient).toMatch(/^HTTP\/1\.1 408 /)
  clearInterval(drip)
})

test('readers that stop during a download lose their connection, and its file handle and memory are freed', async () => {
  const before = process.memoryUsage().rss
  const stopped = Array.from({ length: 20 }, () => {
    const reader = open(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
    reader.socket.once('data', () => reader.socket.pause())
    return reader.socket
  })
  if (existsSync(join(app.env.dataDir, 'files'))) await expect.poll(handles, patient).toBe(20)
  // Active readers are still served.
  expect(await readWhole()).toBe(fileBytes)
  // Buffering the whole file for each reader would take 2 GB.
  expect(process.memoryUsage().rss - before).toBeLessThan(4 * fileBytes)
  await expect.poll(handles, patient).toBe(0)
  for (const socket of stopped) socket.resume()
  await expect.poll(connections, patient).toBe(0)
  expect(await readWhole()).toBe(fileBytes)
}, 90_000)

test('a slow but steady reader gets the whole file', async () => {
  const slow = connect(port, '127.0.0.1')
  sockets.push(slow)
  slow.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nrange: bytes=0-9999999\r\nconnection: close\r\n\r\n`,
  )
  let read = 0
  for await (const piece of slow) {
    if (Math.floor(read / 2_000_000) < Math.floor((read + piece.length) / 2_000_000)) await delay(700)
    read += piece.length
  }
  expect(read).toBeGreaterThan(10_000_000)
}, 60_000)

const readWhole = () =>
  new Promise<number>((resolve, reject) => {
    let read = 0
    request({ port, host: '127.0.0.1', path, headers: { cookie }, agent: false }, (reply) => {
      reply.on('data', (piece: Buffer) => {
        read += piece.length
      })
      reply.on('end', () => resolve(read)).on('error', reject)
    })
      .on('error', reject)
      .end()
  })
