import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { entryOf, measure, type Placed, zip } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))
const noUnzip = spawnSync('unzip', ['-v']).error !== undefined
const day = new Date('2026-11-21T10:20:30Z')

const fileOf = async (entries: Parameters<typeof zip>[0]) => {
  const path = join(folder, 'made.zip')
  writeFileSync(path, await buffer(zip(entries, day)))
  return path
}

test.skipIf(noUnzip)('another program reads every file, also with a name in another script', async () => {
  const path = await fileOf([
    entryOf('covers/9780141365428.jpg', Buffer.from('one picture')),
    entryOf('Kererū ☃.csv', Buffer.from('a,b\r\n')),
    entryOf('empty', new Uint8Array()),
  ])
  expect(execFileSync('unzip', ['-tq', path]).toString()).toContain('No errors detected')
  expect(execFileSync('unzip', ['-p', path, 'covers/9780141365428.jpg']).toString()).toBe('one picture')
  expect(execFileSync('unzip', ['-Z1', path]).toString()).toBe('covers/9780141365428.jpg\nKererū ☃.csv\nempty\n')
})

test.skipIf(noUnzip)('more files than the original format can count are all there', async () => {
  const path = await fileOf(Array.from({ length: 65_536 }, (_, i) => entryOf(`${i}.txt`, Buffer.from(String(i)))))
  expect(execFileSync('unzip', ['-tqq', path]).toString()).toBe('')
  expect(execFileSync('unzip', ['-p', path, '65535.txt']).toString()).toBe('65535')
})

test.skipIf(noUnzip)('a compressed file is complete, and so is the one after it', async () => {
  const text = Array.from({ length: 40_000 }, (_, i) => Buffer.from(`Line ${i} of Pūrākau\n`))
  const path = await fileOf([
    { name: 'text', deflated: true, content: () => text },
    { name: 'nothing', deflated: true, content: () => [] },
    entryOf('after', Buffer.from('it')),
  ])
  expect(execFileSync('unzip', ['-tq', path]).toString()).toContain('No errors detected')
  expect(execFileSync('unzip', ['-p', path, 'text'], { maxBuffer: 1e8 })).toEqual(Buffer.concat(text))
  expect(execFileSync('unzip', ['-p', path, 'after']).toString()).toBe('it')
  expect(readFileSync(path).length).toBeLessThan(Buffer.concat(text).length / 4)
})

test('a file with a read error makes no zip', async () => {
  const broken: Parameters<typeof zip>[0] = [
    {
      name: 'a',
      deflated: true,
      async *content() {
        yield Buffer.from('half')
        throw new Error('The rest has gone.')
      },
    },
  ]
  await expect(buffer(zip(broken, day))).rejects.toThrow('The rest has gone.')
})

test('a compressed file is read only as fast as it is consumed', async () => {
  let read = 0
  const content = function* () {
    for (; read < 100; read++) yield randomBytes(64 * 1024)
  }
  let taken = 0
  for await (const piece of zip([{ name: 'a', deflated: true, content }], day)) {
    taken += piece.length
    expect(read * 64 * 1024).toBeLessThan(taken + 512 * 1024)
  }
  expect(read).toBe(100)
})

test('the same files at the same time give the same bytes, and each can be found in them', async () => {
  const entries = [entryOf('a', Buffer.from('first')), entryOf('b', Buffer.from('second'))]
  const placed: Placed[] = []
  const bytes = await buffer(zip(entries, day, (entry) => placed.push(entry)))
  expect(await buffer(zip(entries, day))).toEqual(bytes)
  expect(placed.map(({ start, size }) => bytes.subarray(start, start + size).toString())).toEqual(['first', 'second'])
})

test('a file that has changed since it was measured makes no zip', async () => {
  async function* content() {
    yield Buffer.from('now longer')
  }
  expect(await measure(content())).toEqual({ size: 10, crc: crc32('now longer') })
  const changed = { ...entryOf('a', Buffer.from('before')), content }
  await expect(buffer(zip([changed], day))).rejects.toThrow('a changed while')
})
