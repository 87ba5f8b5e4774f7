import type { CellValue, Workbook } from 'hucre'
import { dayOfMidnight } from '#kit/day.ts'

/** The spreadsheet formats that lists are read from. */
export type SheetFormat = 'xlsx' | 'xls' | 'ods'
export type SheetRows = { name: string; rows: string[][] }

/** More rows than any list may have; a sheet whose last row is formatted has a million. */
const maxRows = 100_000

/** The format, by the first bytes of a file; Word's and Writer's files share them and fail when read. */
export function sheetFormat(start: string): SheetFormat | undefined {
  if (start.startsWith('\xd0\xcf\x11\xe0')) return 'xls'
  if (/^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/s.test(start)) return 'ods'
  // Office files begin with one of these parts.
  return /^PK\x03\x04.{26}(?:\[Content_Types\]|_rels|docProps|xl\/)/s.test(start) ? 'xlsx' : undefined
}

/** Thrown for a workbook that opens only with a password. */
export class NeedsPassword extends Error {}

/**
 * The sheets with rows, each cell as text: numbers with all digits, dates as `2026-12-31`, formulas as the program that
 * saved the file computed them. Hidden rows are among them, as in a CSV file; hidden sheets are not, except those of
 * .xls. Throws if the file is damaged or needs a password. Loads its parser with the first call.
 */
export async function readSheets(bytes: Uint8Array, format: SheetFormat): Promise<SheetRows[]> {
  const { sheets } = await (format === 'ods' ? readOpenDocument(bytes) : readExcel(bytes, format))
  return (
    sheets
      // An empty row of .xls is a gap.
      .map(({ name, rows }) => ({ name, rows: Array.from(rows, (cells = []) => Array.from(cells, textOf)) }))
      .filter(({ rows }) => rows.some((cells) => cells.some((cell) => cell.trim() !== '')))
  )
}

async function readExcel(bytes: Uint8Array, format: 'xlsx' | 'xls'): Promise<Workbook> {
  const { readXls, readXlsx } = await import('hucre/xlsx')
  if (format === 'xls') {
    if (isLocked(bytes)) throw new NeedsPassword()
    return readXls(bytes)
  }
  return readXlsx(bytes, { maxRows, sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden })
}

/** The stream of an encrypted .xlsx, or the record FilePass behind the first one of an .xls ([MS-XLS] 2.4.117). */
const isLocked = (bytes: Uint8Array) =>
  /EncryptedPackage|\u0809\u0010.{8}\u002f/s.test(new TextDecoder('utf-16le').decode(bytes))

async function readOpenDocument(bytes: Uint8Array): Promise<Workbook> {
  const [{ readOds }, { strFromU8, unzipSync }] = await Promise.all([import('hucre/ods'), import('fflate')])
  const parts = unzipSync(bytes, { filter: ({ name }) => [content, manifest, lockedContent].includes(name) })
  const textOfPart = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  if (parts[lockedContent] || textOfPart(manifest).includes('encryption-data>')) throw new NeedsPassword()
  const isHidden = hiddenTables(textOfPart(content))
  return readOds(bytes, { sheets: ({ index }) => !isHidden[index] })
}

const content = 'content.xml'
const manifest = 'META-INF/manifest.xml'
/** LibreOffice 24.8 and later encrypt all parts together. */
const lockedContent = 'encrypted-package'

/** For each table, whether its style hides it. */
function hiddenTables(xml: string): boolean[] {
  const styles = xml.slice(0, xml.indexOf('<office:body')).matchAll(/<style:style\b([^>]*)>(.*?)<\/style:style>/gs)
  const hiding = new Set(
    [...styles].flatMap(([, attributes, inner]) =>
      inner!.includes('table:display="false"') ? (nameIn(attributes!, 'style:name') ?? []) : [],
    ),
  )
  return [...xml.matchAll(/<table:table\s([^>]*)>/g)].map(([, attributes]) =>
    hiding.has(nameIn(attributes!, 'table:style-name') ?? ''),
  )
}

const nameIn = (attributes: string, attribute: string) => attributes.match(new RegExp(`${attribute}="([^"]*)"`))?.[1]

function textOf(value: CellValue | undefined): string {
  if (value instanceof Date) return dayOfMidnight(value)
  return value === null || value === undefined ? '' : String(value)
}
