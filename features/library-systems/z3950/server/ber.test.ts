import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Ber,
  BerError,
  bitsOf,
  integerOf,
  oidOf,
  partOf,
  readBer,
  requestLimits,
  textOf,
  writeBits,
  writeBytes,
  writeInteger,
  writeOid,
  writeParts,
  writeText,
} from './ber.ts'

/** A tree of context tags, as written by the encoder. */
type Tree = { tag: number; bytes: Uint8Array } | { tag: number; parts: Tree[] }
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.record({ tag: fc.nat(300), bytes: fc.uint8Array({ maxLength: 300 }) }),
    fc.record({ tag: fc.nat(300), parts: fc.array(tie('tree'), { maxLength: 4 }) }),
  ),
}))
const written = (of: Tree): Buffer =>
  'bytes' in of ? writeBytes(of.tag, of.bytes) : writeParts(of.tag, ...of.parts.map(written))
/** The same in the indefinite form. */
function writtenOpen(of: Tree): Buffer {
  if ('bytes' in of) return writeBytes(of.tag, of.bytes)
  const head = written({ tag: of.tag, parts: [] })
  return Buffer.concat([head.subarray(0, -1), Buffer.of(0x80), ...of.parts.map(writtenOpen), Buffer.of(0, 0)])
}
const plain = ({ tag, bytes, parts }: Ber): Tree =>
  parts ? { tag, parts: parts.map(plain) } : { tag, bytes: Uint8Array.from(bytes!) }
const uncut = (of: Tree): Tree =>
  'bytes' in of ? { tag: of.tag, bytes: Uint8Array.from(of.bytes) } : { tag: of.tag, parts: of.parts.map(uncut) }

test('what is written is read again, in both forms of length, no matter what follows', () => {
  fc.assert(
    fc.property(tree, fc.uint8Array({ maxLength: 20 }), fc.boolean(), (of, more, isOpen) => {
      const message = isOpen ? writtenOpen(of) : written(of)
      const read = readBer(Buffer.concat([message, more]))
      expect(read?.end).toBe(message.length)
      expect(plain(read!.element)).toEqual(uncut(of))
    }),
  )
})

test('a message that has not arrived completely is awaited', () => {
  fc.assert(
    fc.property(tree, fc.boolean(), (of, isOpen) => {
      const message = isOpen ? writtenOpen(of) : written(of)
      for (let cut = 0; cut < message.length; cut++) expect(readBer(message.subarray(0, cut))).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

test('random and damaged bytes are read, awaited or refused', () => {
  const damaged = fc.tuple(tree, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 })).map(([of, damages]) => {
    const message = written(of)
    for (const [at, byte] of damages) message[at % message.length] = byte
    return message
  })
  const outcome = (bytes: Uint8Array) => {
    try {
      return readBer(bytes) ? 'read' : 'awaited'
    } catch (error) {
      if (!(error instanceof BerError)) throw error
      return 'refused'
    }
  }
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
      seen.add(outcome(bytes))
    }),
    { numRuns: 5000 },
  )
  expect([...seen].sort()).toEqual(['awaited', 'read', 'refused'])
})

describe('limits', () => {
  test.each([
    ['a length beyond the limit, before its bytes arrive', Buffer.from('bf1684ffffffff', 'hex')],
    ['nesting', Buffer.alloc(100, Buffer.from('3080', 'hex'))],
    ['many parts', writeParts(1, ...Array.from({ length: 5000 }, () => Buffer.from('8000', 'hex')))],
    ['an endless element', Buffer.concat([Buffer.from('3080', 'hex'), Buffer.alloc(requestLimits.bytes, 4)])],
    ['a long tag', Buffer.from('bfffffffff01', 'hex')],
    ['a length of five bytes', Buffer.from('308500000000010000', 'hex')],
    ['a primitive element of indefinite length', Buffer.from('0480', 'hex')],
    ['an element longer than its parent', Buffer.from('30030405', 'hex').subarray(0, 4)],
  ])('%s', (_, bytes) => {
    if (bytes.length === 4) bytes = Buffer.concat([bytes, Buffer.of(0)])
    expect(() => readBer(bytes)).toThrow(BerError)
  })
})

test('numbers in as few bytes as possible', () => {
  const bytesOf = (value: number) => writeInteger(1, value).subarray(2).toString('hex')
  expect([0, 127, 128, 255, 256, -1, -128, -129].map(bytesOf)).toEqual([
    '00',
    '7f',
    '0080',
    '00ff',
    '0100',
    'ff',
    '80',
    'ff7f',
  ])
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }), (value) => {
      expect(integerOf(readBer(writeInteger(1, value))!.element)).toBe(value)
    }),
  )
})

test('object identifiers', () => {
  const oid = fc
    .tuple(fc.nat(2), fc.nat(39), fc.array(fc.nat(), { maxLength: 8 }))
    .map(([top, second, others]) => [top, second, ...others].join('.'))
  fc.assert(
    fc.property(oid, (each) => {
      expect(oidOf(readBer(writeOid(each))!.element)).toBe(each)
    }),
  )
  expect(writeOid('1.2.840.10003.5.10').toString('hex')).toBe('06072a8648ce13050a')
})

test('texts that are not UTF-8 count as Latin-1', () => {
  const read = (bytes: Uint8Array) => textOf(readBer(writeBytes(1, bytes))!.element)
  expect(read(Buffer.from('Zoë'))).toBe('Zoë')
  expect(read(Buffer.from('Zoë', 'latin1'))).toBe('Zoë')
})

test('bit strings and parts by their tag', () => {
  const message = readBer(writeParts(20, writeBits(4, [0, 1, 14]), writeText(110, 'x')))!.element
  expect([...bitsOf(partOf(message, 4)!)]).toEqual([0, 1, 14])
  expect(textOf(partOf(message, 110)!)).toBe('x')
  expect(partOf(message, 5)).toBeUndefined()
})
