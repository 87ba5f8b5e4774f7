import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from './catalogue.ts'
import { runMain } from './testing.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'synonyms-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...given: string[]) => runMain(main, { DATA_DIR: join(folder, 'data') }, 'synonyms', ...given)

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('a table is checked, loaded and written again without a portal', async () => {
  const table = file('synonyms.csv', 'roo,kangaroo\n')
  expect(await run(table, '--dry-run')).toMatchObject({
    status: 0,
    out: 'groups 1, before 0: not loaded because of --dry-run\n',
  })
  expect(await run(table)).toMatchObject({ status: 0, out: 'groups 1, before 0: loaded\n' })
  expect((await run(table)).out).toBe('groups 1, before 1: unchanged\n')
  const wrong = file('wrong.csv', 'emu,cassowary\nroo,!\n')
  expect(await run(wrong)).toMatchObject({
    status: 1,
    out: '',
    err: `${wrong}: line 2, column 2: “!” has no letter or digit.\n${wrong}: nothing was loaded.\n`,
  })
  expect((await run()).out).toBe('roo,kangaroo\r\n')
  const out = join(folder, 'out.csv')
  expect((await run('--out', out)).status).toBe(0)
  expect(readFileSync(out, 'utf8')).toBe('roo,kangaroo\r\n')
})

test('a workbook is read as a table, and one with a password is refused', async () => {
  const groups = file(
    'groups.xlsx',
    await writeXlsx({
      sheets: [
        {
          name: 'Forms',
          rows: [
            ['# forms', 'a, b'],
            ['wattle', 'acacia'],
            ['Mount  Cook', 'Aoraki'],
          ],
        },
      ],
    }),
  )
  expect(await run(groups, '--dry-run')).toMatchObject({ status: 0, out: expect.stringMatching(/^groups 2,/) })
  const locked = join(import.meta.dirname, '../kit/sheets-testing/locked.ods')
  expect(await run(locked)).toMatchObject({
    status: 1,
    out: '',
    err: `${locked}: nothing was loaded. the workbook needs a password.\n`,
  })
})

test('wrong arguments and unusable files are named', async () => {
  expect(await run('a.csv', 'b.csv')).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^synonyms: only one file/),
  })
  expect(await run('--dry-run')).toMatchObject({ status: 2, err: expect.stringMatching(/^synonyms: --dry-run needs/) })
  expect(await run('--all')).toMatchObject({ status: 2, err: expect.stringMatching(/^synonyms: .*--all/) })
  const missing = join(folder, 'nowhere.csv')
  expect(await run(missing)).toMatchObject({ status: 1, err: `${missing}: there is no such file.\n` })
})
