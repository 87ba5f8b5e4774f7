import { decodeRecord } from './iso2709/iso2709.ts'
import type { MarcField } from './record.ts'

/** A record in the three parts of ISO 2709; each tag with the bytes of its field, without the terminator. */
export type Parts = { leader: string; fields: { tag: string; bytes: Buffer }[] }

export function partsOf(bytes: Uint8Array): Parts {
  const buffer = Buffer.from(bytes)
  const base = Number(buffer.toString('latin1', 12, 17))
  const fields: Parts['fields'] = []
  for (let at = 24; at < base - 1; at += 12) {
    const start = base + Number(buffer.toString('latin1', at + 7, at + 12))
    const end = start + Number(buffer.toString('latin1', at + 3, at + 7)) - 1
    fields.push({ tag: buffer.toString('latin1', at, at + 3), bytes: buffer.subarray(start, end) })
  }
  return { leader: buffer.toString('latin1', 0, 24), fields }
}

type Addresses = (length: number, start: number, field: Buffer) => [length: number | string, start: number | string]

/** The bytes of a record; `say` changes the addresses that its directory states. */
export function assemble({ leader, fields }: Parts, say: Addresses = (length, start) => [length, start]): Buffer {
  let start = 0
  const entries = fields.map(({ tag, bytes }) => {
    const length = bytes.length + 1
    const text = say(length, start, bytes)
    start += length
    return `${tag}${String(text[0]).padStart(4, '0')}${String(text[1]).padStart(5, '0')}`
  })
  const directory = Buffer.from(`${entries.join('')}\x1e`, 'latin1')
  const data = Buffer.concat(fields.flatMap(({ bytes }) => [bytes, Buffer.from([0x1e])]))
  const length = String(25 + directory.length + data.length).padStart(5, '0')
  const base = String(24 + directory.length).padStart(5, '0')
  const head = Buffer.from(`${length.slice(-5)}${leader.slice(5, 12)}${base.slice(-5)}${leader.slice(17)}`, 'latin1')
  return Buffer.concat([head, directory, data, Buffer.from([0x1d])])
}

const leaderLength = 24
const typePlace = 6

/** A number from 0 up to below `limit`. */
export type Pick = (limit: number) => number
export type Damage = {
  name: string
  /** Undefined if the record has nothing to damage in this way. */
  apply: (good: Buffer, pick: Pick) => Buffer | undefined
  /**
   * The required result: every field as it was (`whole`), with one character lost (`nearly`), or at least nine in ten
   * of them or a reason (`mostly`).
   */
  leaves: 'whole' | 'nearly' | 'mostly'
}

const say = (name: string, addresses: Addresses): Damage => ({
  name,
  leaves: 'whole',
  apply: (good) => assemble(partsOf(good), addresses),
})
const leader = (name: string, at: number, text: string): Damage => ({
  name,
  leaves: 'whole',
  apply: (good) => splice(good, at, text.length, text),
})

export function splice(bytes: Buffer, at: number, removed: number, added: string | Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(added as string, 'latin1'), bytes.subarray(at + removed)])
}

const withLength = (bytes: Buffer) => splice(bytes, 0, 5, String(bytes.length).padStart(5, '0'))

/** Why a record is not in order byte for byte, '' if it is. Fields may be in another order than the directory's. */
export function fault(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes)
  const text = buffer.toString('latin1')
  const [head = '', ...rest] = text.split('\x1e')
  const base = head.length + 1
  if (!/^\d{5}.{5}..\d{5}.{3}.{4}(?:[\x21-\x7e]{3}\d{9})+$/s.test(head)) return 'leader or directory'
  if (Number(text.slice(0, 5)) !== bytes.length || Number(text.slice(12, 17)) !== base) return 'lengths of the leader'
  if (rest.pop() !== '\x1d') return 'end'
  const entries = head
    .slice(24)
    .match(/.{12}/g)!
    .map((entry) => `${Number(entry.slice(7))} ${Number(entry.slice(3, 7))}`)
  let start = 0
  const fields = rest.map((field) => {
    const place = `${start} ${field.length + 1}`
    start += field.length + 1
    return place
  })
  return entries.toSorted().join() === fields.toSorted().join() ? '' : 'directory'
}

const directoryEnd = (good: Buffer) => good.indexOf(0x1e)
/** A byte of data, neither first nor last of its field. */
function insideField(good: Buffer, pick: Pick): number {
  const { fields } = partsOf(good)
  const at = pick(fields.length)
  const before = fields.slice(0, at).reduce((sum, { bytes }) => sum + bytes.length + 1, 0)
  return directoryEnd(good) + 1 + before + 3 + pick(Math.max(1, fields[at]!.bytes.length - 4))
}

const lastOf = (good: Buffer, byte: number, pick: Pick) => {
  const places = [...good.keys()].filter((at) => at > directoryEnd(good) && at < good.length - 2 && good[at] === byte)
  return places.length === 0 ? -1 : places[pick(places.length)]!
}

export const damages: Damage[] = [
  leader('a record length of zero', 0, '00000'),
  leader('a record length of letters', 0, 'xxxxx'),
  leader('a record length too long', 0, '99998'),
  leader('a record length too short', 0, '00030'),
  leader('a base address past the end', 12, '99937'),
  leader('a base address of zero', 12, '00000'),
  leader('a base address of letters', 12, 'f0037'),
  leader('another entry map', 20, '0000'),
  leader('blanks for the record length', 0, '     '),
  leader('NULs for the record length', 0, '\0\0\0\0\0'),
  { name: 'a leader that lost a byte', leaves: 'whole', apply: (good) => splice(good, 17, 1, '') },
  { name: 'a leader that gained a byte', leaves: 'whole', apply: (good) => splice(good, 19, 0, ' ') },
  {
    name: 'a leader that lost up to three bytes',
    leaves: 'whole',
    apply(good, pick) {
      const at = pick(leaderLength)
      const removed = Math.min(1 + pick(3), leaderLength - at)
      // Another code could be taken for the type, so the record is rejected.
      const isType = at <= typePlace && at + removed > typePlace
      const isBeside = at <= 7 && at + removed > 5 && !/[aegjkor]/.test(good.toString('latin1', typePlace, 7))
      const isLone = at === 7 && removed === 3
      return isType || isBeside || isLone ? undefined : splice(good, at, removed, '')
    },
  },
  {
    name: 'a leader that lost its type of record',
    leaves: 'mostly',
    apply(good, pick) {
      const at = 4 + pick(3)
      return splice(good, at, typePlace + 1 - at + pick(3), '')
    },
  },
  {
    name: 'a leader that gained up to three blanks',
    leaves: 'whole',
    apply: (good, pick) => splice(good, 1 + pick(leaderLength - 1), 0, ' '.repeat(1 + pick(3))),
  },
  {
    name: 'a leader and a directory that lost bytes where they meet',
    leaves: 'mostly',
    apply: (good, pick) => splice(good, leaderLength - 1 - pick(2), 3, ''),
  },
  say('lengths of zero', (_, start) => [0, start]),
  say('starts of zero', (length) => [length, 0]),
  say('starts that end at 99999', (length) => [length, 99_999]),
  say('lengths without the terminators', (length, start) => [length - 1, start]),
  say('starts from the record’s first byte', (length, start) => [length, start + 1]),
  say('lengths and starts of six and five digits', (length, start) => [`${length}`.padStart(5, '0'), start]),
  {
    name: 'a directory that counts characters',
    leaves: 'whole',
    apply(good) {
      if (good.every((byte) => byte < 0x80)) return undefined
      let start = 0
      return assemble(partsOf(good), (_, __, field) => {
        const length = [...field.toString('utf8')].length + 1
        start += length
        return [length, start - length]
      })
    },
  },
  {
    name: 'fields in another order than the directory',
    leaves: 'whole',
    apply(good) {
      const end = directoryEnd(good)
      const entries = good.toString('latin1', 24, end).match(/.{12}/gs)!
      return splice(good, 24, end - 24, entries.reverse().join(''))
    },
  },
  {
    name: 'a directory without its terminator',
    leaves: 'whole',
    apply: (good) => splice(good, directoryEnd(good), 1, ''),
  },
  {
    name: 'another byte for the directory’s terminator',
    leaves: 'whole',
    apply: (good) => splice(good, directoryEnd(good), 1, ' '),
  },
  {
    name: 'a directory that lost a byte',
    leaves: 'mostly',
    apply: (good, pick) => splice(good, 24 + pick(directoryEnd(good) - 24), 1, ''),
  },
  {
    name: 'a directory that gained a byte',
    leaves: 'mostly',
    apply: (good, pick) => splice(good, 24 + pick(directoryEnd(good) - 24), 0, '7'),
  },
  {
    name: 'a byte of the directory beyond ASCII',
    leaves: 'mostly',
    apply: (good, pick) => splice(good, 24 + pick(directoryEnd(good) - 24), 1, 'ù'),
  },
  {
    name: 'a first entry with another byte in its tag',
    leaves: 'whole',
    apply: (good, pick) => splice(good, 24 + pick(3), 1, '\x7f Ã-x'.charAt(pick(5))),
  },
  {
    name: 'a first entry whose tag is blank',
    leaves: 'whole',
    apply: (good) => splice(good, 24, 3, '   '),
  },
  {
    name: 'a first entry that lost a byte',
    leaves: 'mostly',
    apply: (good, pick) => splice(good, 24 + pick(12), 1, ''),
  },
  {
    name: 'a first entry that is missing',
    leaves: 'whole',
    apply: (good) => splice(good, 24, 12, ''),
  },
  {
    name: 'an entry that is missing',
    leaves: 'mostly',
    apply: (good, pick) => splice(good, 24 + 12 * pick((directoryEnd(good) - 24) / 12), 12, ''),
  },
  {
    name: 'an entry that is there twice',
    leaves: 'whole',
    apply(good, pick) {
      const at = 24 + 12 * pick((directoryEnd(good) - 24) / 12)
      return splice(good, at, 0, good.subarray(at, at + 12))
    },
  },
  {
    name: 'a directory of which half is missing',
    leaves: 'mostly',
    apply(good) {
      const entries = (directoryEnd(good) - 24) / 12
      return splice(good, 24 + 12 * (entries >> 1), 12 * (entries - (entries >> 1)), '')
    },
  },
  {
    name: 'a field without its terminator',
    leaves: 'whole',
    apply: (good, pick) => {
      const at = lastOf(good, 0x1e, pick)
      return at < 0 ? undefined : splice(good, at, 1, '')
    },
  },
  {
    name: 'another byte for a field terminator',
    leaves: 'whole',
    apply: (good, pick) => {
      const at = lastOf(good, 0x1e, pick)
      return at < 0 ? undefined : splice(good, at, 1, ' ')
    },
  },
  {
    name: 'another byte for the last field’s terminator',
    leaves: 'whole',
    apply: (good) => splice(good, good.length - 2, 1, 'x'),
  },
  {
    name: 'the last field without its terminator',
    leaves: 'whole',
    apply: (good) => withLength(splice(good, good.length - 2, 1, '')),
  },
  {
    name: 'blanks for several field terminators',
    leaves: 'whole',
    apply: (good, pick) => {
      const every = 1 + pick(4)
      let count = 0
      const isHit = (byte: number, at: number) => byte === 0x1e && at > directoryEnd(good) && count++ % every === 0
      return Buffer.from(good.map((byte, at) => (isHit(byte, at) ? 0x20 : byte)))
    },
  },
  {
    name: 'blanks for all terminators of directory and fields',
    leaves: 'whole',
    apply: (good) => Buffer.from(good.map((byte) => (byte === 0x1e ? 0x20 : byte))),
  },
  {
    name: 'a field terminator twice',
    leaves: 'whole',
    apply: (good, pick) => {
      const ends = [...good.keys()].filter((at) => at > directoryEnd(good) && good[at] === 0x1e)
      return withLength(splice(good, ends[pick(ends.length)]!, 0, '\x1e'))
    },
  },
  {
    name: 'a blank in the base address',
    leaves: 'whole',
    apply: (good) => splice(good, 12, 1, ' '),
  },
  {
    name: 'a field terminator inside a field',
    leaves: 'nearly',
    apply: (good, pick) => splice(good, insideField(good, pick), 1, '\x1e'),
  },
  {
    name: 'a record terminator inside a field',
    leaves: 'nearly',
    apply: (good, pick) => splice(good, insideField(good, pick), 1, '\x1d'),
  },
  { name: 'no record terminator', leaves: 'whole', apply: (good) => good.subarray(0, -1) },
  { name: 'text in front', leaves: 'whole', apply: (good) => splice(good, 0, 0, 'HTTP/1.1 200 OK\r\n\r\n') },
  { name: 'filler in front', leaves: 'whole', apply: (good) => splice(good, 0, 0, ' \r\n\0\x1a\xef\xbb\xbf\n') },
  {
    name: 'an end that is cut off',
    leaves: 'mostly',
    apply: (good, pick) => good.subarray(0, directoryEnd(good) + pick(good.length - directoryEnd(good))),
  },
]

/** Encodes marks before their letter, by the codes of a set. */
const marksFirst = (codes: Record<string, number>) => (value: string) =>
  Buffer.from(
    value.normalize('NFD').replace(/(\p{L})(\p{M}+)/gu, (_, letter: string, marks: string) => {
      return [...marks].map((mark) => String.fromCharCode(codes[mark]!)).join('') + letter
    }),
    'latin1',
  )
export const asIso5426 = marksFirst({ '\u0300': 0xc1, '\u0301': 0xc2, '\u0308': 0xc8, '\u0327': 0xd0 })
export const asMarc8 = marksFirst({ '\u0300': 0xe1, '\u0301': 0xe2, '\u0308': 0xe8, '\u0327': 0xf0 })
export const asLatin1 = (value: string) => Buffer.from(value.normalize('NFC'), 'latin1')

/** Text with composed letters, without blanks at the ends: enough to compare fields. */
export const fieldText = (field: MarcField): string =>
  ('value' in field
    ? `${field.tag} ${field.value}`
    : `${field.tag} ${field.ind1}${field.ind2}${field.subfields.map(({ code, value }) => `$${code}${value}`).join('')}`
  ).normalize('NFC')

export const fieldTexts = (bytes: Uint8Array): string[] => decodeRecord(bytes).record.fields.map(fieldText)
