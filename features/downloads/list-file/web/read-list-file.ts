import { NeedsPassword, readSheets, type SheetFormat } from '#kit/read-sheets.ts'
import { type Column, columnsOf } from './columns.ts'
import { type Encoding, fileKind, signatureBytes, type Unreadable } from './file-kind.ts'
import { delimiterOf, RowTooLong, rowCutter } from './read-rows.ts'

export type ListFile =
  | {
      is: 'list'
      columns: Column[]
      /** Its first row was a header, and is in no column. */
      header: boolean
      /** False if reading stopped because there are far more rows than a request can have. */
      whole: boolean
      /** The sheet that was read, of a workbook with several. */
      sheet?: string | undefined
    }
  | { is: 'refused'; why: Unreadable | 'tooBig' }

/** A list of an acceptable size ends before this. */
const maxBytes = 100 * 1024 * 1024
/** A workbook is unpacked in memory, to about ten times its size. */
const maxWorkbookBytes = 20 * 1024 * 1024

/**
 * Reads a list of identifiers, as exported by spreadsheets and library systems, in slices: its size costs no memory.
 */
export async function readListFile(file: Blob, progress: (share: number) => void = () => undefined): Promise<ListFile> {
  try {
    const kind = fileKind(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()))
    if ('refused' in kind) return { is: 'refused', why: kind.refused }
    if ('format' in kind) return await readWorkbook(file, kind.format)
    return await readAs(file, kind.encoding, progress).catch((error: unknown) => {
      if (error instanceof NotUtf8) return readAs(file, 'windows-1252', progress)
      throw error
    })
  } catch (error) {
    if (error instanceof RowTooLong) return { is: 'refused', why: 'tooBig' }
    // A folder, or a file that was moved or is open elsewhere; any other error is a bug of ours.
    if (!(error instanceof DOMException)) console.error(error)
    return { is: 'refused', why: 'notRead' }
  }
}

/** Reads the first sheet that has identifiers. */
async function readWorkbook(file: Blob, format: SheetFormat): Promise<ListFile> {
  if (file.size > maxWorkbookBytes) return { is: 'refused', why: 'bigWorkbook' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The parser's errors have many classes, and all mean that the file cannot be read.
  const sheets = await readSheets(bytes, format).catch((error: unknown) =>
    error instanceof NeedsPassword ? 'locked' : 'workbook',
  )
  if (typeof sheets === 'string') return { is: 'refused', why: sheets }
  for (const { name, rows } of sheets) {
    const columns = columnsOf()
    for (const row of rows) columns.add(row)
    const list = columns.finish()
    if (list.columns.some(({ identifiers }) => identifiers > 0))
      return { is: 'list', ...list, whole: true, sheet: sheets.length > 1 ? name : undefined }
  }
  return { is: 'refused', why: 'noIdentifiers' }
}

async function readAs(file: Blob, encoding: Encoding, progress: (share: number) => void): Promise<ListFile> {
  const columns = columnsOf()
  let cut: ReturnType<typeof rowCutter> | undefined
  let whole = true
  for await (const { text, read } of textSlices(file, encoding)) {
    const start = cut ? { delimiter: '', from: 0 } : delimiterOf(text)
    cut ??= rowCutter(start.delimiter)
    for (const row of cut(text.slice(start.from), read === file.size)) columns.add(row)
    progress(read / file.size)
    if (read < file.size && (read >= maxBytes || columns.isLong())) {
      whole = false
      break
    }
  }
  const list = columns.finish()
  const found = list.columns.some(({ identifiers }) => identifiers > 0)
  return found || !whole ? { is: 'list', ...list, whole } : { is: 'refused', why: 'noIdentifiers' }
}

const sliceBytes = 256 * 1024

/** Thrown if a file that looked like UTF-8 is not: it is read again in the encoding of old Windows programs. */
class NotUtf8 extends Error {}

/** The text of a file, slice by slice, with any line ends as `\n` and without NUL. */
async function* textSlices(file: Blob, encoding: Encoding): AsyncGenerator<{ text: string; read: number }> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  let heldReturn = false
  for (let from = 0; from < file.size; from += sliceBytes) {
    const bytes = await file.slice(from, from + sliceBytes).arrayBuffer()
    const last = from + sliceBytes >= file.size
    const decoded: string = (heldReturn ? '\r' : '') + decode(decoder, bytes, !last)
    // A CR at the end of a slice may be half of CR LF.
    heldReturn = !last && decoded.endsWith('\r')
    const text = (heldReturn ? decoded.slice(0, -1) : decoded).replace(/\r\n?/g, '\n').replaceAll('\0', '')
    yield { text, read: Math.min(file.size, from + sliceBytes) }
  }
}

function decode(decoder: TextDecoder, bytes: ArrayBuffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new NotUtf8()
  }
}
