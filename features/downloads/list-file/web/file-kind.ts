import { type SheetFormat, sheetFormat } from '#kit/read-sheets.ts'

/** Reasons why a file cannot be read as a list. */
export type Unreadable =
  | 'workbook'
  | 'locked'
  | 'bigWorkbook'
  | 'openDocument'
  | 'packed'
  | 'pdf'
  | 'picture'
  | 'webPage'
  | 'binary'
  | 'empty'
  | 'noIdentifiers'
  | 'notRead'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Bytes at the start that are enough to detect the file's type. */
export const signatureBytes = 4096

const signatures: [Unreadable, RegExp][] = [
  ['openDocument', /^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis/s],
  ['packed', /^(?:PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!)/],
  ['pdf', /^%PDF/],
  ['picture', /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|BM.{4}\0\0\0\0|II\*\0|MM\0\*|.{4}ftyp)/s],
  ['webPage', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|table|\?xml)/i],
  ['binary', /^\{\\rtf/],
]

/** Detects by its first bytes whether a file is a spreadsheet, and the encoding of a text. */
export function fileKind(
  bytes: Uint8Array,
): { format: SheetFormat } | { encoding: Encoding } | { refused: Unreadable } {
  if (bytes.length === 0) return { refused: 'empty' }
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes))
  const format = sheetFormat(start)
  if (format) return { format }
  const known = signatures.find(([, signature]) => signature.test(start))
  if (known) return { refused: known[0] }
  if (start.startsWith('\xff\xfe')) return { encoding: 'utf-16le' }
  if (start.startsWith('\xfe\xff')) return { encoding: 'utf-16be' }
  const zeros = [0, 0]
  for (let i = 0; i < start.length; i++) if (start[i] === '\0') zeros[i % 2]!++
  const half = start.length / 2
  // A list is mostly digits: in UTF-16 every second byte of them is zero.
  if (zeros[1]! > half * 0.6 && zeros[0]! < half * 0.1) return { encoding: 'utf-16le' }
  if (zeros[0]! > half * 0.6 && zeros[1]! < half * 0.1) return { encoding: 'utf-16be' }
  const controls = start.match(/[\0-\x08\x0e-\x1f]/g)?.length ?? 0
  return controls > start.length * 0.05 ? { refused: 'binary' } : { encoding: 'utf-8' }
}
