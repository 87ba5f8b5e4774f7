import { connect, type Socket } from 'node:net'
import type { VirusScanPort } from '#features/requests/attachments/server/virus-scan-port.ts'

export type ClamdAddress = { path: string } | { host: string; port: number }

const chunkBytes = 64 * 1024
/** Milliseconds for clamd to accept the connection, and to answer. */
const waits = { connect: 3000, answer: 30_000 }
const maxAnswerLength = 4096

/** clamd of ClamAV by INSTREAM: the file is sent over the socket, so clamd needs no access to it. */
export const openClamd = (address: ClamdAddress, { connect: toConnect, answer } = waits): VirusScanPort => ({
  async scan(bytes) {
    const socket = connect(address)
    try {
      return verdictOf(await ask(socket, bytes, toConnect, answer))
    } finally {
      socket.destroy()
    }
  },
})

function ask(socket: Socket, bytes: Uint8Array, toConnect: number, toAnswer: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = (milliseconds: number, what: string) =>
      setTimeout(() => reject(new Error(`clamd has not ${what} within ${milliseconds} ms.`)), milliseconds)
    let timer = late(toConnect, 'taken the connection')
    let answer = ''
    socket.setEncoding('latin1')
    socket.once('connect', () => {
      clearTimeout(timer)
      timer = late(toAnswer, 'answered')
      // clamd answers a file above its size limit before the end and reads no further; that answer counts.
      for (const piece of inChunks(bytes)) socket.write(piece)
    })
    socket.on('data', (text: string) => {
      answer += text
      if (answer.length > maxAnswerLength) reject(new Error('clamd has answered at length.'))
    })
    socket.once('error', reject)
    socket.once('end', () => resolve(answer))
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('clamd has closed the connection.'))
    })
  })
}

/** `z`: command and answer end with a NUL. Each chunk is preceded by its length, four bytes, big-endian. */
function* inChunks(bytes: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0')
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = bytes.subarray(from, from + chunkBytes)
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

function lengthOf(count: number): Buffer {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(count)
  return four
}

/** Only a well-formed answer counts. */
function verdictOf(answer: string): string | undefined {
  const [, verdict] = /^stream: ([^\0]+)\0$/.exec(answer) ?? []
  if (verdict === 'OK') return undefined
  const [, found] = /^(.+) FOUND$/.exec(verdict ?? '') ?? []
  if (found) return found
  throw new Error(`clamd cannot tell: ${JSON.stringify(answer.slice(0, 200))}`)
}
