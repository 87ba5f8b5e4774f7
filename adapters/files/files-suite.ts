import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FilesPort } from '#platform/files/files-port.ts'

const cutOff = () => new Error('cut off')
/** Bytes that vary by position, so that swapped pieces are detected. */
export const numbered = (bytes: number) => {
  const out = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 4) out.writeUInt32BE(at, at)
  return out
}
async function* pieces(whole: Buffer, size: number) {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

/** The contract of every file store, run by each adapter. `open` gives an empty one. */
export function describeFiles(name: string, open: () => Promise<FilesPort>) {
  describe(name, () => {
    let files: FilesPort
    beforeEach(async () => {
      files = await open()
    })
    const read = async (key: string, range?: { start: number; end?: number }) => {
      const file = await files.get(key, range)
      return file && { size: file.size, text: (await buffer(file.stream)).toString() }
    }
    const listed = async () => {
      const found: { key: string; size: number }[] = []
      for await (const { key, size } of files.list()) found.push({ key, size })
      return found.sort((a, b) => a.key.localeCompare(b.key))
    }

    test('a file reads back as written, whole or in part', async () => {
      expect(await files.put('downloads/a.mrc', Buffer.from('0123456789'))).toBe(10)
      expect(await read('downloads/a.mrc')).toEqual({ size: 10, text: '0123456789' })
      expect(await read('downloads/a.mrc', { start: 3, end: 5 })).toEqual({ size: 10, text: '345' })
      expect(await read('downloads/a.mrc', { start: 8 })).toEqual({ size: 10, text: '89' })
      expect(await read('downloads/a.mrc', { start: 8, end: 500 })).toEqual({ size: 10, text: '89' })
      expect(await read('downloads/a.mrc', { start: 10 })).toEqual({ size: 10, text: '' })
      expect(await files.size('downloads/a.mrc')).toBe(10)
    })

    test('an empty file is a file', async () => {
      for (const nothing of [new Uint8Array(), Readable.from([])]) {
        expect(await files.put('downloads/empty.zip', nothing)).toBe(0)
        expect(await read('downloads/empty.zip')).toEqual({ size: 0, text: '' })
        expect(await read('downloads/empty.zip', { start: 0 })).toEqual({ size: 0, text: '' })
        expect(await files.size('downloads/empty.zip')).toBe(0)
      }
    })

    test('a later write replaces an earlier one, even if it is shorter', async () => {
      await files.put('covers/1.jpg', Buffer.from('a longer picture'))
      await files.put('covers/1.jpg', Buffer.from('short'))
      expect(await read('covers/1.jpg')).toEqual({ size: 5, text: 'short' })
    })

    test('a file of many megabytes reads back byte for byte, whether written from bytes, a stream or pieces of any size', async () => {
      const whole = numbered(21_000_003)
      for (const content of [whole, Readable.from(pieces(whole, 65_536)), pieces(whole, 9_999_991)]) {
        expect(await files.put('downloads/large.mrc', content)).toBe(whole.length)
        const file = await files.get('downloads/large.mrc')
        expect(file!.size).toBe(whole.length)
        expect((await buffer(file!.stream)).equals(whole)).toBe(true)
        const middle = await files.get('downloads/large.mrc', { start: 8_000_000, end: 17_000_000 })
        expect((await buffer(middle!.stream)).equals(whole.subarray(8_000_000, 17_000_001))).toBe(true)
      }
    })

    test.each([3, 20_000_000])('a stream that breaks after %i bytes leaves the file unchanged', async (bytes) => {
      await files.put('downloads/a.mrc', Buffer.from('old'))
      const broken = async function* () {
        yield* pieces(numbered(bytes), 65_536)
        throw cutOff()
      }
      await expect(files.put('downloads/a.mrc', broken())).rejects.toThrow('cut off')
      await expect(files.put('downloads/a.mrc', Readable.from(broken()))).rejects.toThrow('cut off')
      const begun = new PassThrough()
      const put = files.put('downloads/a.mrc', begun)
      const refused = expect(put).rejects.toThrow('cut off')
      begun.write(numbered(bytes).subarray(0, 10_000))
      begun.destroy(cutOff())
      await refused
      expect(await read('downloads/a.mrc')).toEqual({ size: 3, text: 'old' })
      await expect(files.put('downloads/b.mrc', broken())).rejects.toThrow('cut off')
      expect(await files.get('downloads/b.mrc')).toBeNull()
    })

    test('of two concurrent writes of one file one wins, whole', async () => {
      const ones = Buffer.alloc(9_000_000, '1')
      const twos = Buffer.alloc(9_000_000, '2')
      await Promise.all([files.put('downloads/a.mrc', ones), files.put('downloads/a.mrc', twos)])
      const got = await buffer((await files.get('downloads/a.mrc'))!.stream)
      expect([ones, twos].some((each) => each.equals(got))).toBe(true)
    })

    test('many concurrent writes do not mix their bytes', async () => {
      const keys = Array.from({ length: 60 }, (_, n) => `covers/${n}.jpg`)
      await Promise.all(keys.map((key) => files.put(key, Buffer.from(key))))
      expect((await Promise.all(keys.map((key) => read(key)))).map((file) => file?.text)).toEqual(keys)
    })

    test('a reader that goes away, or never begins, blocks no one', async () => {
      await files.put('downloads/large.mrc', numbered(20_000_000))
      for (let n = 0; n < 80; n++) {
        const { stream } = (await files.get('downloads/large.mrc'))!
        if (n % 2 === 0) await new Promise((come) => stream.once('readable', come))
        stream.destroy()
      }
      expect((await read('downloads/large.mrc', { start: 0, end: 3 }))?.size).toBe(20_000_000)
    })

    test('an absent or removed file is null', async () => {
      await files.put('downloads/a.mrc', Buffer.from('x'))
      await files.remove('downloads/a.mrc')
      await files.remove('downloads/a.mrc')
      expect(await files.get('downloads/a.mrc')).toBeNull()
      expect(await files.get('downloads/a.mrc', { start: 4 })).toBeNull()
      expect(await files.size('downloads')).toBeNull()
      expect(await files.get('downloads')).toBeNull()
    })

    test('every file is listed with its size, and nothing else', async () => {
      expect(await listed()).toEqual([])
      await files.put('downloads/a.mrc', Buffer.from('0123456789'))
      await files.put('downloads/deep/er/b', Buffer.from('b'))
      await files.put('covers/c.jpg', Buffer.alloc(0))
      await files.put('covers/gone.jpg', Buffer.from('x'))
      await files.remove('covers/gone.jpg')
      expect(await listed()).toEqual([
        { key: 'covers/c.jpg', size: 0 },
        { key: 'downloads/a.mrc', size: 10 },
        { key: 'downloads/deep/er/b', size: 1 },
      ])
    })

    test('the list shows when a file was replaced, even by one of the same size', async () => {
      const versionOf = async (key: string) => {
        for await (const each of files.list()) if (each.key === key) return each.version
        return undefined
      }
      await files.put('covers/a.jpg', Buffer.from('first'))
      const first = await versionOf('covers/a.jpg')
      expect(first).toBeTruthy()
      await files.put('covers/b.jpg', Buffer.from('other'))
      expect(await versionOf('covers/a.jpg')).toBe(first)
      await files.put('covers/a.jpg', Buffer.from('later'))
      expect(await versionOf('covers/a.jpg')).not.toBe(first)
    })

    test.each(['../x', '/etc/passwd', 'a/../../b', 'a//b', '', 'a\0b', '.hidden'])('%j is not a key', async (key) => {
      await expect(files.get(key)).rejects.toThrow('Not a file key')
      await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
      await expect(files.size(key)).rejects.toThrow('Not a file key')
      await expect(files.remove(key)).rejects.toThrow('Not a file key')
    })
  })
}
