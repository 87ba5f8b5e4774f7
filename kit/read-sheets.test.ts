import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NeedsPassword, readSheets, sheetFormat } from './read-sheets.ts'

const folder = join(import.meta.dirname, 'sheets-testing')
const contentOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
const startOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 200))
const read = (bytes: Uint8Array) => readSheets(bytes, sheetFormat(startOf(bytes))!)

const names = readdirSync(folder)
const written = names.filter((name) => !name.startsWith('locked'))

describe('workbooks written by other programs', () => {
  test.each(written)('%s: its visible sheets, with every digit and letter', async (name) => {
    const bytes = contentOf(name)
    expect(name).toMatch(new RegExp(`\\.${sheetFormat(startOf(bytes))}$`))
    const [order, ...others] = await read(bytes)
    expect(order!.name).toBe('Order')
    const rows = order!.rows.filter((cells) => cells.some(Boolean))
    expect(rows.map((cells) => cells.slice(0, 2))).toEqual([
      ['Title', 'ISBN'],
      ['Kererū', '9781869713805'],
      ['Birds, "flying"', '0143506528'],
      // The zero is only its format.
      ['No zero', '143506528'],
      ['With hyphens', '978-1-86971-380-5'],
    ])
    if (!name.startsWith('odfpy')) expect(rows[1]![3]).toBe('2026-03-01')
    // Formulas as they were computed; the last row is hidden, and an empty row is one too.
    if (name.startsWith('libreoffice'))
      expect(rows.map((cells) => cells[4] ?? '')).toEqual(['Total', '4', '9781869713805', '', ''])
    expect(order!.rows.map(({ length }) => length)).not.toContain(undefined)
    const shown = others.filter((sheet) => !name.endsWith('.xls') || sheet.name !== 'Hidden')
    expect(shown).toEqual([{ name: 'Notes', rows: [['Not a list']] }])
  })

  test.each(names.filter((name) => name.startsWith('locked')))('%s needs a password', async (name) => {
    await expect(read(contentOf(name))).rejects.toThrow(NeedsPassword)
  })

  test.each(written)('%s cut short is an error, not an empty list', async (name) => {
    const bytes = contentOf(name)
    await expect(read(bytes.subarray(0, bytes.length / 2))).rejects.toThrow()
  })
})

test.each([
  ['a packed file', 'PK\x03\x04 something else'],
  ['a text document', `PK\x03\x04${'.'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`],
  ['a list', 'ISBN\n9781869713805'],
])('%s is no spreadsheet', (_, start) => {
  expect(sheetFormat(start)).toBeUndefined()
})
