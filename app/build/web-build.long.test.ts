import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const pages = join(folder, 'dist/web')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const buildUnder = (umask: string) =>
  execFileSync('sh', [
    '-c',
    `umask ${umask}; exec "$0" --input-type=module --eval "$1"`,
    process.execPath,
    `await (await import('${join(import.meta.dirname, 'web-build.ts')}')).buildPagesIfStale('${pages}')`,
  ])
const openToWriters = () =>
  [
    'dist',
    ...readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).map((name) => join('dist', name)),
  ].filter((path) => statSync(join(folder, path)).mode & 0o022)

test('only their owner can write to the pages, regardless of the umask; pages that others could write to are rebuilt', () => {
  buildUnder('000')
  expect(openToWriters()).toEqual([])
  expect(statSync(pages).mode & 0o777).toBe(0o755)
  const page = join(pages, 'index.html')
  const built = readFileSync(page, 'utf8')
  writeFileSync(page, 'changed by another user')
  chmodSync(page, 0o666)
  buildUnder('022')
  expect(readFileSync(page, 'utf8')).toBe(built)
  expect(openToWriters()).toEqual([])
}, 600_000)
