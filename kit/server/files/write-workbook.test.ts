import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { CsvCell } from '../../csv.ts'
import { readWorkbook } from './workbook-testing.ts'
import { newWorkbook } from './write-workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'workbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const columns = [
  { name: 'ISBN', width: 20, isText: true },
  { name: 'Title & more', width: 40, isText: false },
]

async function workbookOf(rows: CsvCell[][]): Promise<Buffer> {
  const { head, rowOf, tail, pack } = await newWorkbook(columns)
  return buffer(
    pack(
      (async function* () {
        yield Buffer.from(head)
        for (const row of rows) yield Buffer.from(rowOf(row))
        yield Buffer.from(tail)
      })(),
    ),
  )
}

test('identifiers are text cells in text format, numbers are numbers, and dates are dates', async () => {
  const bytes = await workbookOf([
    ['0143506528', 'Kererū'],
    [null, 2026],
    ['080442957X', new Date('2026-11-20T20:00:00Z')],
    ['', null],
  ])
  const { names, rows, sheet } = readWorkbook(bytes)
  expect(names).toEqual(['ISBN', 'Title & more'])
  expect(rows).toEqual([
    {
      ISBN: { text: '0143506528', kind: 'text', isTextFormat: true },
      'Title & more': { text: 'Kererū', kind: 'text', isTextFormat: false },
    },
    {
      ISBN: { text: '', kind: 'text', isTextFormat: true },
      'Title & more': { text: '2026', kind: 'number', isTextFormat: false },
    },
    {
      ISBN: { text: '080442957X', kind: 'text', isTextFormat: true },
      // Day 1 is 1 January 1900, and 29 February of that year counts.
      'Title & more': { text: '46346', kind: 'date', isTextFormat: false },
    },
    { ISBN: { text: '', kind: 'text', isTextFormat: true } },
  ])
  expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
  expect(sheet).toMatch(/<col min="2" max="2" width="40"/)
})

test('the same rows give the same bytes', async () => {
  expect(await workbookOf([['1', 'a']])).toEqual(await workbookOf([['1', 'a']]))
})

test('characters that XML cannot contain are dropped, and text longer than a cell is cut', async () => {
  const { rows } = readWorkbook(await workbookOf([['a\0b\u0007\uFFFE', 'x'.repeat(40_000)]]))
  expect(rows[0]!.ISBN!.text).toBe('ab')
  expect(rows[0]!['Title & more']!.text).toBe(`${'x'.repeat(32_766)}…`)
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('constructor', '__proto__', '_x0041_', '_x005F_x0041_', ' a ', '\t', 'a\nb', ']]>', '=1+1', '\uFFFD'),
)
const allowed = (value: string) => !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\r]/.test(value)

test('every text comes back equal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text.filter(allowed), { minLength: 1, maxLength: 20 }), async (values) => {
      const { rows } = readWorkbook(await workbookOf(values.map((value) => ['', value])))
      expect(rows.map((row) => row['Title & more']?.text ?? '')).toEqual(values)
    }),
    { numRuns: 100 },
  )
})

const noOpenpyxl = spawnSync('python3', ['-c', 'import openpyxl']).status !== 0

describe.skipIf(noOpenpyxl)('openpyxl', () => {
  test('reads the same cells, the frozen header and the formats', async () => {
    const path = join(folder, 'read.xlsx')
    writeFileSync(
      path,
      await workbookOf([
        ['0143506528', '=1+1'],
        ['978 | 039', new Date('2026-11-21')],
        ['constructor', 7],
      ]),
    )
    const script = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
print(json.dumps({"frozen": sheet.freeze_panes, "bold": sheet["A1"].font.b, "width": sheet.column_dimensions["B"].width,
  "cells": [[str(c.value) for c in row] for row in sheet.iter_rows()],
  "kinds": [[c.data_type + " " + c.number_format for c in row] for row in sheet.iter_rows(min_row=2)]}))`
    expect(JSON.parse(execFileSync('python3', ['-c', script, path]).toString())).toEqual({
      frozen: 'A2',
      bold: true,
      width: 40,
      cells: [
        ['ISBN', 'Title & more'],
        ['0143506528', '=1+1'],
        ['978 | 039', '2026-11-21 00:00:00'],
        ['constructor', '7'],
      ],
      kinds: [
        ['s @', 's General'],
        ['s @', 'd yyyy-mm-dd'],
        ['s @', 'n General'],
      ],
    })
  })
})
