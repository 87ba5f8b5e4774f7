import { isUtf8 } from 'node:buffer'
import { counted } from '#kit/wording.ts'
import { likelihood } from '../charset/charset-guess.ts'
import { mixedReading } from '../charset/charset-mixed.ts'

/** A part of an XML file as text. `told`: sentences about differences from the file's declaration. */
export type XmlText = { text: string; told: string[] }

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type Stretches = { push(bytes: Buffer): Generator<XmlText>; end(): Generator<XmlText> }

/** Enough bytes to detect the encoding. */
const headLength = 200

/**
 * Decodes an XML file by its bytes: UTF-16 by its mark or its NULs, UTF-8 wherever it is valid, else the declared
 * encoding, and if that is UTF-8, the most likely one. The parts end where records do.
 */
export async function* decodeXml(chunks: Chunks): AsyncGenerator<XmlText> {
  let stretches: Stretches | undefined
  let head = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (stretches) yield* stretches.push(bytes)
    else {
      head = Buffer.concat([head, bytes])
      if (head.length < headLength) continue
      stretches = stretchesOf(head)
      yield* stretches.push(head)
    }
  }
  if (!stretches) {
    stretches = stretchesOf(head)
    yield* stretches.push(head)
  }
  yield* stretches.end()
}

function stretchesOf(head: Buffer): Stretches {
  const start = head.toString('latin1', 0, headLength)
  const [, declared] = /^[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start.replaceAll('\0', '')) ?? []
  const order = /^(?:\xff\xfe|(?:\s\0)*<\0)/.test(start)
    ? 'le'
    : /^(?:\xfe\xff|(?:\0\s)*\0<)/.test(start)
      ? 'be'
      : undefined
  if (order) return utf16(order, declared)
  const hasMark = start.startsWith('\xef\xbb\xbf')
  return byRecords(hasMark, readerFor(declared, hasMark))
}

function utf16(order: 'le' | 'be', declared: string | undefined): Stretches {
  const decoder = new TextDecoder(`utf-16${order}`)
  const agrees = declared === undefined || /^(?:utf-?16|iso-10646-ucs-2|ucs-2)/i.test(declared)
  const repairs = agrees ? [] : [`The file says ${declared}; it is UTF-16.`]
  const replacement = order === 'le' ? '\xfd\xff' : '\xff\xfd'
  function* read(bytes: Buffer, isLast: boolean): Generator<XmlText> {
    const text = decoder.decode(bytes, { stream: !isLast })
    const isWhole = text.split('\ufffd').length <= bytes.toString('latin1').split(replacement).length
    if (text !== '') yield { text, told: isWhole ? repairs : [...repairs, 'Halves of characters became U+FFFD.'] }
  }
  return { push: (bytes) => read(bytes, false), end: () => read(Buffer.alloc(0), true) }
}

type ReadStretch = (bytes: Buffer) => XmlText

/** Longer than any record, so that a file without records is not held in memory. */
const maxStretchBytes = 8 * 1024 * 1024
const stretchEnd = 'record>'

function byRecords(hasMark: boolean, read: ReadStretch): Stretches {
  let held: Buffer = Buffer.alloc(0)
  let isFirst = true
  const take = function* (end: number): Generator<XmlText> {
    const taken = held.subarray(isFirst && hasMark ? 3 : 0, end)
    held = held.subarray(end)
    isFirst = false
    if (read === asUtf8 && isUtf8(taken)) yield asUtf8(taken)
    else for (const stretch of apart(taken)) yield read(stretch)
  }
  return {
    *push(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      const last = held.lastIndexOf(stretchEnd)
      if (last >= 0) yield* take(last + stretchEnd.length)
      while (held.length > maxStretchBytes) yield* take(maxStretchBytes)
    },
    *end() {
      if (held.length > 0) yield* take(held.length)
    },
  }
}

function* apart(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(stretchEnd, start)
    const end = at < 0 ? bytes.length : at + stretchEnd.length
    yield bytes.subarray(start, end)
    start = end
  }
}

function readerFor(declared: string | undefined, hasMark: boolean): ReadStretch {
  const decoder = decoderOf(declared)
  if (!decoder || decoder.encoding === 'utf-8') return asUtf8
  if (hasMark || decoder.encoding.startsWith('utf-16'))
    return (bytes) => {
      const { text, told } = asUtf8(bytes)
      return { text, told: [`The file says ${declared}; it is UTF-8.`, ...told] }
    }
  return (bytes) =>
    isSingleByte(decoder) ? inSingleBytes(bytes, decoder, declared!) : inSeveralBytes(bytes, decoder, declared!)
}

/** Undefined if the label is unknown. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  try {
    return new TextDecoder(label ?? 'utf-8', { ignoreBOM: true })
  } catch {
    return undefined
  }
}

/** Text between tags, and tags with the values of their attributes. */
const value = /[^<>]*[\x80-\xff][^<>]*/g

function asUtf8(bytes: Buffer): XmlText {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), told: [] }
  const text = bytes.toString('latin1')
  const reading = mixedReading((text.match(value) ?? []).join('\x1e'), true, { isWritten: true, byLeader: false })
  return { text: text.replace(value, reading.read), told: reading.told() }
}

const isSingleByte = ({ encoding }: TextDecoder) =>
  /^(?:iso-8859|windows-(?!874)|koi8|ibm|x-mac|macintosh)/.test(encoding)

/** Of text that may be UTF-8 or single bytes, the more likely reading. */
function inSingleBytes(bytes: Buffer, decoder: TextDecoder, declared: string): XmlText {
  let [otherwise, unknown] = [0, 0]
  const text = bytes.toString('latin1').replace(value, (found: string) => {
    const part = Buffer.from(found, 'latin1')
    const text = decoder.decode(part)
    if (isUtf8(part) && likelihood(part.toString('utf8')) >= likelihood(text)) {
      otherwise++
      return part.toString('utf8')
    }
    unknown += text.split('\ufffd').length - 1
    return text
  })
  return { text, told: [...utf8Sentence(otherwise, declared), ...unknownSentence(unknown, declared)] }
}

function inSeveralBytes(bytes: Buffer, decoder: TextDecoder, declared: string): XmlText {
  const text = decoder.decode(bytes)
  const unknown = text.split('\ufffd').length - 1
  if (unknown === 0) return { text, told: [] }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), told: utf8Sentence(1, declared) }
  return { text, told: unknownSentence(unknown, declared) }
}

const utf8Sentence = (count: number, declared: string) =>
  count > 0 ? [`The file says ${declared}; the text is UTF-8.`] : []
const unknownSentence = (count: number, declared: string) =>
  count > 0 ? [`${counted(count, 'character is', 'characters are')} not ${declared} and became U+FFFD.`] : []
