import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { unpacked } from './catalogue-unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'unpack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function unpack(...parts: Uint8Array[]) {
  const path = join(folder, 'file.gz')
  writeFileSync(path, Buffer.concat(parts))
  const pieces: Uint8Array[] = []
  let why = ''
  try {
    for await (const piece of unpacked(path, () => {})) pieces.push(piece)
  } catch (error) {
    why = (error as Error).message
  }
  return { bytes: Buffer.concat(pieces), why }
}

const text = Buffer.from('A record of a school library. '.repeat(20))
const early = 'The compressed file ends early.'

test('one member, several, none in them, padded with NUL, and compressed twice', async () => {
  const zipped = gzipSync(text)
  const twice = Buffer.concat([text, text])
  expect(await unpack(zipped)).toEqual({ bytes: text, why: '' })
  expect(await unpack(zipped, zipped)).toEqual({ bytes: twice, why: '' })
  expect(await unpack(zipped, Buffer.alloc(1000), zipped, Buffer.alloc(9))).toEqual({ bytes: twice, why: '' })
  expect(await unpack(gzipSync(''))).toEqual({ bytes: Buffer.alloc(0), why: '' })
  expect(await unpack(gzipSync(zipped))).toEqual({ bytes: text, why: '' })
  expect(await unpack(text)).toEqual({ bytes: text, why: '' })
  const deep = gzipSync(gzipSync(gzipSync(zipped)))
  expect((await unpack(deep)).why).toBe('The file is compressed more than 3 times.')
})

test('every flag of the header', async () => {
  const bare = gzipSync(text)
  const header = Buffer.from(bare.subarray(0, 10))
  header[3] = 2 + 4 + 8 + 16
  const extras = Buffer.concat([Buffer.from([3, 0, 1, 2, 3]), Buffer.from('name\0comment\0'), Buffer.from([7, 7])])
  expect(await unpack(header, extras, bare.subarray(10))).toEqual({ bytes: text, why: '' })
})

test('a file truncated anywhere gives everything that can be unpacked first', async () => {
  const noise = fc.uint8Array({ minLength: 1, maxLength: 100_000 })
  const parts = fc.array(
    fc.oneof(
      noise,
      noise.map((bytes) => bytes.map((byte) => byte % 4)),
    ),
    { minLength: 1, maxLength: 3 },
  )
  await fc.assert(
    fc.asyncProperty(parts, fc.double({ min: 0, max: 1, noNaN: true }), async (members, share) => {
      const zipped = Buffer.concat(members.map((bytes) => gzipSync(bytes)))
      const whole = Buffer.concat(members)
      expect(await unpack(zipped)).toEqual({ bytes: whole, why: '' })
      const at = 2 + Math.floor(share * (zipped.length - 3))
      const cut = await unpack(zipped.subarray(0, at))
      expect(whole.subarray(0, cut.bytes.length).equals(cut.bytes)).toBe(true)
      const ends = members.map((_, i) => Buffer.concat(members.slice(0, i + 1).map((bytes) => gzipSync(bytes))).length)
      expect(cut.why).toBe(ends.includes(at) ? '' : early)
      const wholeMembers = Buffer.concat(members.slice(0, ends.filter((end) => end <= at).length))
      expect(cut.bytes.length).toBeGreaterThanOrEqual(wholeMembers.length)
    }),
    { numRuns: 60 },
  )
})

test('a truncated large file gives all but the last few bytes, however slowly they are read', async () => {
  const lines = Buffer.from(Array.from({ length: 400_000 }, (_, n) => `record ${n}\n`).join(''))
  const zipped = gzipSync(lines)
  const { bytes, why } = await unpack(zipped.subarray(0, -20))
  expect(why).toBe(early)
  expect(lines.length - bytes.length).toBeLessThan(200)
  expect(lines.subarray(0, bytes.length).equals(bytes)).toBe(true)
})

test('damage is reported after the data unpacked before it', async () => {
  const zipped = gzipSync(text)
  const checksum = Buffer.from(zipped)
  checksum[zipped.length - 8]! ^= 1
  expect(await unpack(checksum, zipped)).toEqual({
    bytes: Buffer.concat([text, text]),
    why: 'The checksum of the compressed file is wrong.',
  })
  const length = Buffer.from(zipped)
  length[zipped.length - 1]! ^= 1
  expect(await unpack(length)).toEqual({ bytes: text, why: 'The checksum of the compressed file is wrong.' })
  const followed = 'There is other data after the compressed data, which was not read.'
  expect(await unpack(zipped, Buffer.from('garbage'))).toEqual({ bytes: text, why: followed })
  expect(await unpack(zipped, Buffer.from([0x1f, 0]))).toEqual({ bytes: text, why: followed })
  const long = Buffer.concat(Array.from({ length: 200 }, () => text))
  const invalidBlock = Buffer.from([0b111])
  const opened = deflateRawSync(long, { finishFlush: constants.Z_SYNC_FLUSH })
  const broken = await unpack(zipped.subarray(0, 10), opened, invalidBlock)
  expect(broken.why).toBe('The compressed file is damaged (invalid block type).')
  expect(long.length - broken.bytes.length).toBeLessThan(16_385)
  const method = Buffer.from(zipped)
  method[2] = 7
  expect((await unpack(method)).why).toBe('The compressed file is damaged (method 7 is unknown).')
})
