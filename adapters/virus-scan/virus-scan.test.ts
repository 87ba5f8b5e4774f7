import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openClamd } from './clamd.ts'
import { clamdProgram, openRealClamd } from './clamd-testing.ts'
import { eicar } from './eicar-testing.ts'
import { openEmbeddedScan } from './virus-scan.ts'
import { describeVirusScan } from './virus-scan-suite.ts'

describeVirusScan('the embedded scan', async () => ({ port: openEmbeddedScan(), close: async () => undefined }))

/** Reads a stream as clamd does and answers with `verdict`. */
async function openStandIn(verdict: (file: Buffer, socket: Socket) => string | undefined, answer = 20_000) {
  const server = createServer((socket) => {
    const got: Buffer[] = []
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      got.push(piece)
      // Every stream ends with the zero length of its last chunk.
      const file = piece.at(-1) === 0 ? streamed(Buffer.concat(got)) : undefined
      if (!file) return
      const answer = verdict(file, socket)
      if (answer !== undefined) socket.end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  return {
    address,
    port: openClamd(address, { connect: 20_000, answer }),
    close: async () => {
      server.close()
    },
  }
}

/** The file, once its empty last chunk has arrived. */
function streamed(got: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (got.length < command.length) return undefined
  expect(got.subarray(0, command.length).toString('latin1')).toBe(command)
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= got.length; ) {
    const length = got.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    if (at + 4 + length > got.length) return undefined
    chunks.push(got.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

describeVirusScan('clamd, played', () =>
  openStandIn((file) => (file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')),
)

if (clamdProgram)
  describeVirusScan('clamd itself', async () => {
    const { socket, close } = await openRealClamd(clamdProgram!)
    return { port: openClamd({ path: socket }), close }
  })
else test.skip('clamd itself: not installed here (Debian: clamav-daemon)', () => undefined)

test.each<[string, (file: Buffer, socket: Socket) => string | undefined]>([
  ['too large for it', () => 'INSTREAM size limit exceeded. ERROR\0'],
  ['no verdict', () => 'stream: lstat() failed. ERROR\0'],
  ['another command’s answer', () => 'PONG\0'],
  ['half an answer', () => 'stream: O'],
  ['OK within something else', () => 'stream: OK\0stream: Eicar FOUND\0'],
  ['nothing', () => ''],
  ['a page', () => 'HTTP/1.1 200 OK\r\n\r\n'],
  ['an answer without end', () => 'x'.repeat(100_000)],
  [
    'a line that is cut',
    (_, socket) => {
      socket.resetAndDestroy()
      return undefined
    },
  ],
  ['silence', () => undefined],
])('if clamd answers with %s, nothing passes as clean', async (_, verdict) => {
  const { port, close } = await openStandIn(verdict, 500)
  await expect(port.scan(Buffer.from('a file'))).rejects.toThrow()
  await close()
})

test('if no one listens, nothing passes as clean', async () => {
  const { address, close } = await openStandIn(() => undefined)
  await close()
  await expect(openClamd(address).scan(Buffer.from('x'))).rejects.toThrow('ECONNREFUSED')
  await expect(openClamd({ path: '/nowhere/clamd.ctl' }).scan(Buffer.from('x'))).rejects.toThrow('ENOENT')
})
