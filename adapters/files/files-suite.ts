import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FilesPort } from '#features/downloads/server/files-port.ts'

/** What every file store does; each adapter runs it. */
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

    test('a file is read back as it was put, whole or in part', async () => {
      expect(await files.put('downloads/a.mrc', Buffer.from('0123456789'))).toBe(10)
      expect(await read('downloads/a.mrc')).toEqual({ size: 10, text: '0123456789' })
      expect(await read('downloads/a.mrc', { start: 3, end: 5 })).toEqual({ size: 10, text: '345' })
      expect(await read('downloads/a.mrc', { start: 8 })).toEqual({ size: 10, text: '89' })
    })

    test('a stream that breaks leaves the file as it was', async () => {
      await files.put('downloads/a.mrc', Buffer.from('old'))
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('new')
          throw new Error('cut off')
        })(),
      )
      await expect(files.put('downloads/a.mrc', broken)).rejects.toThrow('cut off')
      expect(await read('downloads/a.mrc')).toEqual({ size: 3, text: 'old' })
    })

    test('an absent or removed file is null', async () => {
      await files.put('downloads/a.mrc', Buffer.from('x'))
      await files.remove('downloads/a.mrc')
      await files.remove('downloads/a.mrc')
      expect(await files.get('downloads/a.mrc')).toBeNull()
      expect(await files.size('downloads')).toBeNull()
    })

    test.each(['../x', '/etc/passwd', 'a/../../b', 'a//b', '', 'a\0b', '.hidden'])('%j is no key', async (key) => {
      await expect(files.get(key)).rejects.toThrow('Not a file key')
      await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
    })
  })
}
