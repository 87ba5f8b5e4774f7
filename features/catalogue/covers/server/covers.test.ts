import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { MarcRecord } from '#marc/record.ts'
import type { FilesPort } from '#platform/files/files-port.ts'
import { coverText, openCovers } from './covers.ts'
import { coverSvg, renderCover } from './covers-render.ts'
import { drawable } from './covers-type.ts'

const size = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

test('a cover is a JPEG of the requested width and half as high again', async () => {
  for (const width of [64, 256, 1024])
    expect(await size(await renderCover({ ...possum, width }))).toEqual({ format: 'jpeg', width, height: width * 1.5 })
})

test('a record always has the same cover, and another record has another one', async () => {
  const [one, again, other] = await Promise.all(
    ['7', '7', '8'].map((seed) => renderCover({ ...possum, seed, width: 128 })),
  )
  expect(Buffer.compare(one!, again!)).toBe(0)
  expect(Buffer.compare(one!, other!)).not.toBe(0)
})

test.each([
  'Te kaieke tohorā',
  'Māui and the sun',
  'Les Misérables',
  'Astrid Lindgrens Brœderna Lejonhjärta',
  'Παραμύθια',
  'Война и мир',
  'Đất rừng phương Nam',
])('every letter of %s can be drawn, without a replacement box', (title) => {
  expect(drawable('title', title)).toBe(title)
  expect(drawable('small', title)).toBe(title)
  expect(coverSvg({ title, author: '', seed: 'x' })).not.toContain('NaN')
})

test('decomposed letters are composed before they are drawn', () => {
  expect(drawable('title', 'Ma\u0304ui')).toBe('Māui')
})

test.each([
  ['one that cannot be broken', 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)],
  ['a very long one', 'The curious and most remarkable history of everything that ever happened '.repeat(9)],
  ['an empty one', ''],
  ['one in a script without a face here', '銀河鉄道の夜'],
  ['one with markup', '<script>&"\''],
  ['one with control characters', 'A\u0000B\u001fC\ud800'],
])('a title stays on its cover: %s', async (_, title) => {
  for (let seed = 0; seed < 24; seed++) {
    const ends = extent(coverSvg({ title, author: title, seed: String(seed) }))
    expect(ends.left).toBeGreaterThanOrEqual(20)
    expect(ends.right).toBeLessThanOrEqual(400)
    expect(ends.bottom).toBeLessThanOrEqual(600)
  }
  expect(await size(await renderCover({ title, author: title, seed: 'a', width: 64 }))).toMatchObject({ width: 64 })
})

test('a cover names the author as the title page does', () => {
  const named = (said: string, main: string) => coverText(document({ said, main })).author
  expect(named('Mem Fox ; illustrated by Julie Vivas.', 'Fox, Mem, 1946-')).toBe('Mem Fox')
  expect(named('', 'Rowling, J. K., 1965-')).toBe('J. K. Rowling')
  expect(named('', '')).toBe('')
})

test('a width is rounded up to a step, and stored for the next caller', async () => {
  const { covers, files } = shelf()
  const widths = [[1, 64], [64, 64], [65, 128], [440, 512], [5000, 1024]] as const // biome-ignore format: pairs
  for (const [width, given] of widths)
    expect(await size((await covers.show('7.jpg', width)).bytes)).toMatchObject({ width: given })
  expect(files.kept().filter((key) => key.startsWith('covers-set/64/'))).toHaveLength(1)

  const before = files.puts
  const [first, second] = [await covers.show('7.jpg', 128), await covers.show('7.jpg', 120)]
  expect(files.puts).toBe(before)
  expect(second.etag).toBe(first.etag)
})

test('many simultaneous requests for one cover cause one drawing', async () => {
  const { covers, files } = shelf()
  const shown = await Promise.all(Array.from({ length: 20 }, () => covers.show('7.jpg', 256)))
  expect(files.puts).toBe(1)
  expect(new Set(shown.map(({ etag }) => etag)).size).toBe(1)
})

test('a stored picture takes precedence over a designed cover, in the requested width, and a new one replaces it', async () => {
  const { covers, files } = shelf()
  const set = await covers.show('7.jpg', 64)
  await files.put('covers/7.jpg', await colour('#c02020', 300))
  const red = await covers.show('7.jpg', 64)
  expect(red.etag).not.toBe(set.etag)
  expect(await size(red.bytes)).toMatchObject({ format: 'jpeg', width: 64 })
  expect(await dominant(red.bytes)).toMatchObject({ r: 184, g: 24, b: 24 })
  await files.put('covers/7.jpg', await colour('#2020c0', 310))
  expect((await covers.show('7.jpg', 64)).etag).not.toBe(red.etag)
  // A small scan is not enlarged.
  expect(await size((await covers.show('7.jpg', 1024)).bytes)).toMatchObject({ width: 310 })
})

test('a picture that replaces one of the same size in bytes is shown', async () => {
  const { covers, files } = shelf()
  const [red, blue] = await Promise.all([colour('#c02020', 300), colour('#2020c0', 300)])
  const length = Math.max(red.length, blue.length)
  // A JPEG ends at its end marker: what follows changes nothing.
  const filled = (picture: Uint8Array) => Buffer.concat([picture, Buffer.alloc(length - picture.length)])
  await files.put('covers/7.jpg', filled(red))
  expect(await dominant((await covers.show('7.jpg', 64)).bytes)).toMatchObject({ r: 184, b: 24 })
  await files.put('covers/7.jpg', filled(blue))
  expect(await files.size('covers/7.jpg')).toBe(length)
  expect(await dominant((await covers.show('7.jpg', 64)).bytes)).toMatchObject({ r: 24, b: 184 })
})

test('a record whose stored file is no picture gets a designed cover', async () => {
  const { covers, files } = shelf()
  const set = await covers.show('7.jpg', 64)
  await files.put('covers/7.jpg', Buffer.from('<html>not a picture'))
  expect((await covers.show('7.jpg', 64)).etag).toBe(set.etag)
})

test('an unknown name or a path gets the neutral cover and never reaches the store', async () => {
  const { covers, files } = shelf()
  const neutral = await covers.show('nothing.jpg', 64)
  for (const name of ['..', '.', '../7.jpg', 'a/b.jpg', '7.jpg\u0000', '%2e%2e', '', '-x', 'ü.jpg'])
    expect((await covers.show(name, 64)).etag).toBe(neutral.etag)
  expect(files.requests.filter((key) => !/^covers(-set|-sized)?\/[A-Za-z0-9]/.test(key))).toEqual([])
})

test('a cover is shown even if it cannot be stored', async () => {
  const { covers, files } = shelf()
  files.full = true
  expect(await size((await covers.show('7.jpg', 64)).bytes)).toMatchObject({ width: 64 })
})

test('no more than two jobs run at a time, and all of them in their order', async () => {
  const takeTurn = limitConcurrency(2)
  let [running, most] = [0, 0]
  const order: number[] = []
  const work = Array.from({ length: 9 }, (_, index) =>
    takeTurn(async () => {
      most = Math.max(most, ++running)
      order.push(index)
      await new Promise((done) => setImmediate(done))
      running--
      if (index === 3) throw new Error('broken')
      return index
    }),
  )
  const done = await Promise.allSettled(work)
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})

const possum = { title: 'Possum magic', author: 'Mem Fox', seed: '7' }

function document({ said = 'Mem Fox.', main = 'Fox, Mem, 1946-' } = {}): BibliographicDocument {
  const record: MarcRecord = {
    leader: '00000nam a2200000 i 4500',
    fields: [
      { tag: '001', value: '7' },
      { tag: '100', ind1: '1', ind2: ' ', subfields: [{ code: 'a', value: main }] },
      {
        tag: '245',
        ind1: '1',
        ind2: '0',
        subfields: [
          { code: 'a', value: 'Possum magic /' },
          { code: 'c', value: said },
        ],
      },
    ],
  }
  return toDocument(record)
}

/** A file store in memory that records its calls. */
function shelf() {
  const stored = new Map<string, Uint8Array>()
  const files = {
    puts: 0,
    full: false,
    requests: [] as string[],
    kept: () => [...stored.keys()],
    async put(key: string, content: Parameters<FilesPort['put']>[1]) {
      if (files.full) throw new Error('no space left')
      if (!(content instanceof Uint8Array)) throw new Error('covers are put whole')
      files.puts++
      stored.set(key, content)
      return content.length
    },
    async get(key: string) {
      files.requests.push(key)
      const bytes = stored.get(key)
      return bytes ? { stream: Readable.from([bytes]), size: bytes.length } : null
    },
    async size(key: string) {
      files.requests.push(key)
      return stored.get(key)?.length ?? null
    },
    async remove(key: string) {
      stored.delete(key)
    },
    async *list() {
      for (const [key, bytes] of stored) yield { key, size: bytes.length, version: hash('sha256', bytes) }
    },
  } satisfies FilesPort & Record<string, unknown>
  const documents = async (ids: string[]) => (ids.includes('7') ? [document()] : [])
  return { covers: openCovers(files, { documents }), files }
}

const colour = (background: string, width: number) =>
  sharp({ create: { width, height: width * 1.5, channels: 3, background } })
    .png()
    .toBuffer()

const dominant = async (bytes: Uint8Array) => (await sharp(bytes).stats()).dominant

/** The extent of the type: the corner points of its outlines, which are the last paths of the drawing. */
function extent(svg: string) {
  const ends = { left: 200, right: 200, bottom: 300 }
  for (const [, d = ''] of svg.slice(svg.indexOf('fill-opacity="0.14"/>')).matchAll(/ d="([^"]+)"/g))
    for (const [, x, y] of d.matchAll(/(-?\d+\.\d) ?(-?\d+\.\d)/g)) {
      ends.left = Math.min(ends.left, Number(x))
      ends.right = Math.max(ends.right, Number(x))
      ends.bottom = Math.max(ends.bottom, Number(y))
    }
  return ends
}
