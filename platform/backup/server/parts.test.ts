import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfPart } from './parts.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const part = { path: 'files.ndjson.gz', bytes: 0, sha256: '' }
const linesOf = async (longest?: number) => {
  const lines: string[] = []
  for await (const line of linesOfPart({ path: folder }, part, longest)) lines.push(line)
  return lines
}

test('lines are complete, wherever the pieces end', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `${at} ${'ä\u2028'.repeat(at * 20)}`)
  for (const end of ['', '\n']) {
    writeFileSync(join(folder, part.path), gzipSync(lines.join('\n') + end))
    expect(await linesOf()).toEqual(lines)
  }
})

test('a line of 400 MB is refused at once', async () => {
  const mebibyte = Buffer.alloc(1 << 20, 'a')
  async function* line() {
    for (let at = 0; at < 400; at++) yield mebibyte
  }
  await pipeline(line(), createGzip({ level: 1 }), createWriteStream(join(folder, part.path)))
  const before = process.memoryUsage().rss
  await expect(linesOf(4096)).rejects.toThrow('files.ndjson.gz has a line of more than 4096 characters.')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20)
})
