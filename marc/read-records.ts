import { withCharacters } from './charset/character-references.ts'
import { mixedReading } from './charset/charset-mixed.ts'
import { decodeRecord, type Encoding, encodeWhole, splitRecords } from './iso2709/iso2709.ts'
import { MarcError } from './marc-error.ts'
import { type MarcXmlItem, readMarcXml } from './marcxml/marcxml-read.ts'
import { isMrk, type MrkItem, readMrk } from './mrk/mrk-read.ts'
import type { MarcRecord } from './record.ts'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type ReadRecord = {
  /** Byte offset in the file; in an XML file, character offset. */
  offset: number
  /** Its numeric references are decoded; the bytes keep them. */
  record: MarcRecord
  /** ISO 2709: as found in the file, or converted from another form. */
  bytes: Uint8Array
  encoding: Encoding
  repairs: string[]
}
/** `bytes`: only for ISO 2709, as found in the file. */
export type RejectedRecord = { offset: number; error: MarcError; bytes?: Uint8Array }

/** Records of a file of any size. Its first bytes decide: ISO 2709, MARCXML, MicroLIF or MarcEdit's mnemonic form. */
export async function* readRecords(
  chunks: Chunks,
  options: { charset?: string } = {},
): AsyncGenerator<ReadRecord | RejectedRecord> {
  const { head, all } = await withHead(chunks)
  const order = utf16Order(head)
  if (!order) yield* readForm(head, all, options)
  else
    for await (const item of readRecords(asUtf8(all, order), options)) {
      if ('record' in item) item.repairs.unshift('The file is in UTF-16, which became UTF-8.')
      yield item
    }
}

async function* readForm(head: Uint8Array, all: AsyncIterable<Uint8Array>, options: { charset?: string }) {
  const start = Buffer.from(head.subarray(0, headLength)).toString('latin1')
  if (isXml.test(start)) yield* fromText(readMarcXml(all))
  else if (isMicroLif(start)) yield* fromMicroLif(all)
  else if (isMrk(start)) yield* fromText(readMrk(all))
  else yield* fromIso2709(all, options)
}

/**
 * The first characters have a NUL beside each, perhaps after a byte order mark. The XML reader handles UTF-16 itself.
 */
function utf16Order(head: Uint8Array): 'le' | 'be' | undefined {
  const start = Buffer.from(head.subarray(0, 12)).toString('latin1')
  if (isXml.test(start)) return undefined
  if (/^(?:\xff\xfe)?(?:[\t-~]\0){3}/.test(start)) return 'le'
  return /^(?:\xfe\xff)?(?:\0[\t-~]){3}/.test(start) ? 'be' : undefined
}

/** ISO 2709 counts bytes: a file converted to UTF-16 as a whole is read as UTF-8, which also gives the offsets. */
async function* asUtf8(all: AsyncIterable<Uint8Array>, order: 'le' | 'be') {
  const decoder = new TextDecoder(`utf-16${order}`)
  for await (const chunk of all) yield Buffer.from(decoder.decode(chunk, { stream: true }))
}

async function* fromIso2709(
  chunks: Chunks,
  options: { charset?: string },
): AsyncGenerator<ReadRecord | RejectedRecord> {
  for await (const { offset, bytes, repairs: around = [] } of splitRecords(chunks)) {
    let item: ReadRecord | RejectedRecord
    try {
      const { record, repairs, ...decoded } = decodeRecord(bytes, options)
      item = { offset, bytes, ...decoded, record: withCharacters(record), repairs: [...around, ...repairs] }
    } catch (error) {
      if (!(error instanceof MarcError)) throw error
      item = { offset, error, bytes }
    }
    yield item
  }
}

async function* fromText(items: AsyncIterable<MarcXmlItem | MrkItem>): AsyncGenerator<ReadRecord | RejectedRecord> {
  for await (const item of items) {
    if ('error' in item) yield item
    else yield written(item.offset, item.record, item.repairs)
  }
}

/** A format of single disks: the file is read as a whole, up to 64 MiB. */
async function* fromMicroLif(chunks: Chunks): AsyncGenerator<ReadRecord | RejectedRecord> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length > 64 * 1024 * 1024) {
      yield { offset: 0, error: new MarcError('record_too_long', 'A MicroLIF file may have at most 64 MiB.', 0) }
      return
    }
  }
  for (const { record, repairs } of readMicroLif(Buffer.concat(parts).toString('latin1')))
    yield written(0, record, repairs)
}

function written(offset: number, record: MarcRecord, repairs: string[]): ReadRecord {
  return { offset, record: withCharacters(record), bytes: encodeWhole(record), encoding: 'utf-8', repairs }
}

const headLength = 512
/** `<`, perhaps after a byte order mark; UTF-16 has a NUL beside each character. */
const isXml = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</

/** The first bytes, at most 512, and the whole stream including them. An error comes after the bytes read before it. */
export async function withHead(chunks: Chunks): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const source = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  let head: Uint8Array = new Uint8Array(0)
  let failed: { error: unknown } | undefined
  while (head.length < headLength && !failed) {
    try {
      const next = await source.next()
      if (next.done) break
      head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
    } catch (error) {
      failed = { error }
    }
  }
  async function* all() {
    try {
      yield head
      if (failed) throw failed.error
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return { head, all: all() }
}

const subfieldMark = '_'

/**
 * MicroLIF, the line format of older school-library systems: a header line, then one field a line that ends in `^`,
 * subfields that start with `_`, and a backquote after each record. Lines end in LF, CR or both.
 */
function* readMicroLif(bytes: string): Generator<{ record: MarcRecord; repairs: string[] }> {
  let lines: string[] = []
  for (const line of bytes.split(/[\r\n]+/)) {
    lines.push(line)
    if (!line.endsWith('`')) continue
    yield* recordOfLines(lines)
    lines = []
  }
  yield* recordOfLines(lines)
}

function* recordOfLines(bytes: string[]): Generator<{ record: MarcRecord; repairs: string[] }> {
  const { read, told } = mixedReading(bytes.join('\x1e').replaceAll(subfieldMark, '\x1f'), true, {
    isWritten: true,
    byLeader: false,
  })
  const record: MarcRecord = { leader: ' '.repeat(24), fields: [] }
  for (const line of bytes) {
    const field = line.replace(/\^?`?$/, '')
    const tag = field.slice(0, 3)
    if (tag === 'LDR') record.leader = read(field.slice(3, 27)).padEnd(24)
    else if (/^00\d$/.test(tag)) record.fields.push({ tag, value: read(field.slice(3)) })
    else if (/^[0-9A-Z]{3}$/.test(tag)) {
      const [, ...subfields] = field.slice(5).split(subfieldMark)
      const parts = subfields.map((part) => ({ code: part.charAt(0), value: read(part.slice(1)) }))
      record.fields.push({ tag, ind1: field.charAt(3) || ' ', ind2: field.charAt(4) || ' ', subfields: parts })
    }
  }
  if (record.fields.length > 0) yield { record, repairs: told() }
}

const isMicroLif = (head: string): boolean => head.startsWith('MicroLIF') || /^LDR.{20,24}\^[\r\n]/.test(head)
