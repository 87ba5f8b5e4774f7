import { sheetAround, type WorkbookColumn, workbookPattern } from '../workbook.ts'
import { filesIn } from './small-zip.ts'
import { entryOf, zip } from './zip.ts'

/** The sheet of a workbook, in parts, and the workbook around all of its bytes; never more than a piece is held. */
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
/** The same records make the same bytes. */
const earliest = new Date('1980-01-01')
