import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { entryOf, type Placed, zip } from './zip.ts'

const day = new Date('2026-11-21T10:20:30Z')

test('offsets beyond four gigabytes use 64 bits', async () => {
  const piece = Buffer.alloc(1 << 24)
  const size = 0x1_0000_0000 + piece.length
  let crc = 0
  for (let done = 0; done < size; done += piece.length) crc = crc32(piece, crc)
  const large = {
    name: 'large',
    size,
    crc,
    *content() {
      for (let done = 0; done < size; done += piece.length) yield piece
    },
  }
  const placed: Placed[] = []
  let last: Uint8Array[] = []
  let length = 0
  for await (const each of zip([large, entryOf('after', Buffer.from('it'))], day, (entry) => placed.push(entry))) {
    length += each.length
    last = each === piece ? [] : [...last, each]
  }
  const end = Buffer.concat(last)
  const end64 = end.length - 22 - 20 - 56
  expect(end.readUInt32LE(end64)).toBe(0x06064b50)
  const directoryAt = Number(end.readBigUInt64LE(end64 + 48))
  expect(directoryAt).toBe(placed[1]!.start + 2)
  const directory = end.subarray(end.length - (length - directoryAt))
  expect(directory.readUInt32LE(0)).toBe(0x02014b50)
  const extra = 46 + 'large'.length
  expect([directory.readUInt16LE(extra), Number(directory.readBigUInt64LE(extra + 4))]).toEqual([1, size])
  const second = extra + 20
  expect(directory.readUInt32LE(second + 42)).toBe(0xffffffff)
  expect(Number(directory.readBigUInt64LE(second + 46 + 'after'.length + 4))).toBe(
    placed[1]!.start - 30 - 'after'.length,
  )
})
