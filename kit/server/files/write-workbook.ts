import { inflateRawSync } from 'node:zlib'
import { sheetAround, type WorkbookColumn, workbookPattern } from '../../workbook.ts'
import { entryOf, zip } from './zip.ts'

/** The sheet of a workbook, in pieces, and the workbook around it; holds at most one piece in memory. */
export async function newWorkbook(columns: WorkbookColumn[]) {
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const pattern = await writeExcelFile(...workbookPattern(columns)).toBuffer()
  const { [sheetName]: sheet, ...others } = filesIn(pattern)
  return {
    ...sheetAround(sheet!.toString('utf8'), columns),
    pack: (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
      zip(
        [
          ...Object.entries(others).map(([name, bytes]) => entryOf(name, bytes)),
          { name: sheetName, deflated: true, content: () => content },
        ],
        earliest,
      ),
  }
}

const sheetName = 'xl/worksheets/sheet1.xml'
/** A fixed date, so that the same records give the same bytes. */
const earliest = new Date('1980-01-01')

/** The files of a zip held in memory, without ZIP64 (PKWARE APPNOTE 4.3). */
export function filesIn(zipped: Buffer): Record<string, Buffer> {
  const end = zipped.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files: Record<string, Buffer> = {}
  let at = zipped.readUInt32LE(end + 16)
  for (let left = zipped.readUInt16LE(end + 10); left > 0; left--) {
    const nameEnd = at + 46 + zipped.readUInt16LE(at + 28)
    const header = zipped.readUInt32LE(at + 42)
    const start = header + 30 + zipped.readUInt16LE(header + 26) + zipped.readUInt16LE(header + 28)
    const bytes = zipped.subarray(start, start + zipped.readUInt32LE(at + 20))
    const isDeflated = zipped.readUInt16LE(at + 10) === 8
    files[zipped.toString('utf8', at + 46, nameEnd)] = isDeflated ? inflateRawSync(bytes) : bytes
    at = nameEnd + zipped.readUInt16LE(at + 30) + zipped.readUInt16LE(at + 32)
  }
  return files
}
