import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { book } from '#features/downloads/server/testing.ts'
import { main } from './catalogue.ts'
import { runMain } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'covers-cli-'))
const pictures = join(folder, 'pictures')
const DATA_DIR = join(folder, 'data')
const stored = (name: string) => join(DATA_DIR, 'files/covers', name)
const run = (...given: string[]) => runMain(main, { DATA_DIR }, ...given)
const picture = (background: string) =>
  sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .jpeg()
    .toBuffer()

beforeAll(async () => {
  const catalogue = await openEmbeddedCatalogue({ folder: join(DATA_DIR, 'catalogue'), workers: 1 })
  await catalogue.write([
    recordOf({ id: '10', imageFileName: '10.jpg', isbn13: ['9780440414803'] }),
    recordOf({ id: '11', imageFileName: 'front-of-11.jpg' }),
    recordOf({ id: '12', imageFileName: '12.jpg' }),
    recordOf({ id: '13', imageFileName: '' }),
    book({ id: '14', online: true, numbers: [['020', 'z', '9780261103344']] }),
  ])
  await catalogue.close()
  mkdirSync(join(pictures, 'more'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('pictures named by ISBN, record number or the record’s own name are kept; others are reported', async () => {
  const red = await picture('#aa0000')
  writeFileSync(join(pictures, '978-0-440-41480-3.jpg'), red)
  writeFileSync(join(pictures, 'front-of-11.jpg'), await picture('#00aa00'))
  writeFileSync(join(pictures, 'more/12.PNG'), await sharp(red).png().toBuffer())
  writeFileSync(join(pictures, '13.jpg'), red)
  writeFileSync(join(pictures, '99.jpg'), red)
  writeFileSync(join(pictures, '9780261103344.jpg'), red)
  writeFileSync(join(pictures, 'notes.txt'), 'no picture at all')
  const { status, out, err } = await run('load', '--covers', pictures, join(folder, 'absent.jpg'))
  expect(out).toBe('covers loaded 3, replaced 0, unchanged 0, rejected 4\n')
  expect(status).toBe(0)
  expect(err).toContain('absent.jpg: there is no such file.')
  expect(err).toContain('13.jpg: record 13 has no cover name (956 $f).')
  expect(err).toContain('9780261103344.jpg: Print ISBN of the e-book record 14. If this is its cover,')
  expect(err).toContain('99.jpg: no record has this number or cover name.')
  expect(readFileSync(stored('10.jpg'))).toEqual(red)
  expect((await sharp(stored('12.jpg')).metadata()).format).toBe('png')
})

test('loading the same again changes nothing, another picture replaces the old one', async () => {
  expect((await run('load', '--covers', pictures)).out).toContain('covers loaded 0, replaced 0, unchanged 3')
  writeFileSync(join(pictures, 'front-of-11.jpg'), await picture('#0000aa'))
  expect((await run('load', '--covers', pictures)).out).toContain('covers loaded 0, replaced 1, unchanged 2')
})

test('files that are not pictures, are broken or too large are rejected, and the old picture stays', async () => {
  const before = readFileSync(stored('10.jpg'))
  const bad = [
    ['10.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'it is not a picture'],
    ['10.jpg', before.subarray(0, before.length / 2), 'is damaged'],
    ['10.jpg', Buffer.alloc(20_000_001), 'larger than 20 MB'],
  ] as const
  for (const [name, bytes, reason] of bad) {
    writeFileSync(join(folder, name), bytes)
    const { status, err } = await run('load', '--covers', join(folder, name))
    expect([status, err]).toEqual([1, expect.stringContaining(reason)])
  }
  expect(readFileSync(stored('10.jpg'))).toEqual(before)
})
