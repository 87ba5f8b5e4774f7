import { once } from 'node:events'
import { connect } from 'node:net'
import {
  type Ber,
  integerOf,
  oidBytes,
  partOf,
  readBer,
  textOf,
  writeBits,
  writeBoolean,
  writeBytes,
  writeInteger,
  writeOid,
  writeParts,
  writeSequence,
  writeText,
} from './ber.ts'
import { syntaxes } from './responses.ts'

/** Parts of a query, as a client writes them. */
export const attributesOf = (attributes: Record<number, number>): Buffer =>
  writeParts(
    44,
    ...Object.entries(attributes).map(([type, value]) =>
      writeSequence(writeInteger(120, Number(type)), writeInteger(121, value)),
    ),
  )
export const startOf = (text: string, attributes: Record<number, number> = {}): Buffer =>
  writeParts(102, attributesOf(attributes), writeText(45, text))
export const term = (text: string, attributes: Record<number, number> = {}): Buffer =>
  writeParts(0, startOf(text, attributes))
export const setOf = (name: string): Buffer => writeParts(0, writeText(31, name))
/** 0 and, 1 or, 2 and-not, 3 prox. */
export const joined = (operator: number, left: Buffer, right: Buffer): Buffer =>
  writeParts(1, left, right, writeParts(46, writeBytes(operator, Buffer.alloc(0))))
export const rpn = (structure: Buffer, set = bib1): Buffer => writeParts(1, writeOid(set), structure)

type Searching = {
  database?: string
  resultSet?: string
  replaces?: boolean
  /** Records that come with the reply. */
  piggyBacked?: number
  syntax?: string
}

/** A Z39.50 client of one connection; replies are in the order of its messages. */
export async function openClient(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  const replies: Ber[] = []
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (let read = readBer(received, bounds); read; read = received.length ? readBer(received, bounds) : undefined) {
      received = received.subarray(read.end)
      replies.push(read.element)
      socket.emit('reply')
    }
  })
  socket.on('error', () => {})
  socket.setMaxListeners(0)
  const reply = async (): Promise<Ber> => {
    while (replies.length === 0) {
      if (socket.closed) throw new Error('The server closed the connection.')
      await Promise.race([once(socket, 'reply'), once(socket, 'close')])
    }
    return replies.shift()!
  }
  const send = (message: Uint8Array) => {
    socket.write(message)
    return reply()
  }
  return {
    socket,
    send,
    reply,
    /** Sizes in bytes. */
    init: async (...login: Parameters<typeof initOf>) => isAccepted(await send(initOf(...login))),
    /** The diagnostic of an Init that is refused, as `1011`. */
    refusedInit: async (...login: Parameters<typeof initOf>) => {
      const answer = await send(initOf(...login))
      if (isAccepted(answer)) throw new Error('The Init was accepted.')
      return refusalIn(answer)
    },
    search: async (query: Buffer, { database = 'SCIS', resultSet = '1', replaces = true, ...more }: Searching = {}) =>
      read(
        await send(
          writeParts(
            22,
            writeBytes(2, Buffer.from('ref')),
            writeInteger(13, 0),
            writeInteger(14, more.piggyBacked ? 1_000_000 : 1),
            writeInteger(15, more.piggyBacked ?? 0),
            writeBoolean(16, replaces),
            writeText(17, resultSet),
            writeParts(18, writeText(105, database)),
            more.syntax ? writeBytes(104, oidBytes(more.syntax)) : undefined,
            writeParts(21, query),
          ),
        ),
      ),
    present: async (
      start: number,
      count: number,
      { resultSet = '1', syntax = syntaxes.usmarc as string, elements = 'F' } = {},
    ) =>
      read(
        await send(
          writeParts(
            24,
            writeText(31, resultSet),
            writeInteger(30, start),
            writeInteger(29, count),
            writeParts(19, writeText(0, elements)),
            writeBytes(104, oidBytes(syntax)),
          ),
        ),
      ),
    scan: async (start: Buffer, { count = 5, position = 1, stepSize = 0, database = 'SCIS', set = bib1 } = {}) =>
      readScanned(
        await send(
          writeParts(
            35,
            writeParts(3, writeText(105, database)),
            writeOid(set),
            start,
            writeInteger(5, stepSize),
            writeInteger(6, count),
            writeInteger(7, position),
          ),
        ),
      ),
  }
}

const initOf = (name: string, password: string, { messageSize = mebibyte, recordSize = mebibyte, charset = '' } = {}) =>
  writeParts(
    20,
    writeBits(3, [0, 1, 2]),
    writeBits(4, [0, 1, 2, 7, 8, 14]),
    writeInteger(5, messageSize),
    writeInteger(6, recordSize),
    writeParts(7, writeSequence(writeText(1, name), writeText(2, password))),
    charset === '' ? undefined : writeParts(201, proposalOf([privateSet(charset)], true)),
  )
/** A private character set by its name, as YAZ proposes it. */
export const privateSet = (name: string): Buffer =>
  writeParts(3, writeParts(2, writeOid('1.2.840.10003.15.1000.81.1'), writeText(1, name)))
/** `inRecords`: whether records too are to be in the selected set. */
export const proposalOf = (sets: Buffer[], inRecords?: boolean): Buffer =>
  writeSequence(
    writeParts(
      4,
      writeOid('1.2.840.10003.15.3'),
      writeParts(
        0,
        writeParts(1, writeParts(1, ...sets), inRecords === undefined ? undefined : writeBoolean(3, inRecords)),
      ),
    ),
  )
const isAccepted = (answer: Ber) => partOf(answer, 12)!.bytes![0] !== 0

/** In UserInfo-1, in Diag-1. */
function refusalIn(answer: Ber): string {
  const userInformation = partOf(answer, 11)!.parts![0]!
  const unit = partOf(partOf(userInformation, 0)!, 201)!.parts![0]!
  const diagnostics = partOf(partOf(unit, 4)!, 0)!.parts![0]!
  return diagnosticOf(partOf(partOf(diagnostics.parts![0]!, 1)!, 1)!)
}

const mebibyte = 1024 * 1024
const bib1 = '1.2.840.10003.3.1'
const bounds = { bytes: 8 * 1024 * 1024, depth: 40, elements: 100_000 }

const diagnosticOf = ({ parts }: Ber) => `${integerOf(parts![1]!)} ${textOf(parts![2]!)}`.trim()

/** All that an element and its parts hold. */
const contentOf = ({ bytes, parts = [] }: Ber): Buffer => Buffer.concat(bytes ? [bytes] : parts.map(contentOf))

/** The total, the records and the first diagnostic of a reply, as `114 9999`. */
function read(reply: Ber) {
  const total = partOf(reply, 23)
  const diagnostic = partOf(reply, 130)
  const given = (partOf(reply, 28)?.parts ?? []).map((named) => ({
    named,
    bad: partOf(partOf(named, 1)!, 2)?.parts?.[0],
  }))
  const records = given
    .filter(({ bad }) => !bad)
    .map(({ named }) => {
      const external = partOf(partOf(partOf(named, 1)!, 1)!, 1) ?? partOf(partOf(named, 1)!, 1)!
      const content = external.parts?.[0]?.parts ?? external.parts ?? []
      const value = content.at(-1)!
      return contentOf(value)
    })
  return {
    tag: reply.tag,
    reference: partOf(reply, 2)?.bytes && Buffer.from(partOf(reply, 2)!.bytes!).toString(),
    total: total ? integerOf(total) : undefined,
    diagnostic: diagnostic && diagnosticOf(diagnostic),
    /** Diagnostics in place of records. */
    surrogates: given.flatMap(({ bad }) => (bad ? [diagnosticOf(bad)] : [])),
    status: partOf(reply, 27) && integerOf(partOf(reply, 27)!),
    next: partOf(reply, 25) && integerOf(partOf(reply, 25)!),
    records,
  }
}

/** Terms with their counts, the place of the term, and the status; or the diagnostic. */
function readScanned(reply: Ber) {
  const list = partOf(reply, 7)!
  const diagnostic = partOf(list, 2)?.parts?.[0]
  return {
    status: integerOf(partOf(reply, 4)!),
    position: partOf(reply, 6) && integerOf(partOf(reply, 6)!),
    terms: (partOf(list, 1)?.parts ?? []).map((entry): [string, number] => [
      textOf(partOf(entry, 45)!),
      integerOf(partOf(entry, 2)!),
    ]),
    diagnostic: diagnostic && diagnosticOf(diagnostic),
  }
}
