import { counted } from '#kit/web/in-words.ts'
import type { Column } from './columns.ts'
import type { Unreadable } from './file-kind.ts'

const asCsv = 'save a copy as “CSV UTF-8 (comma delimited)” and drop that file here.'

/** Advice shown below the specification’s “Parsing failed”. */
export const refusals: Record<Unreadable, string> = {
  workbook: `This is an Excel workbook. In Excel, choose File, Save As: ${asCsv}`,
  openDocument:
    'This is an OpenDocument file. In its program, choose File, Save As, Text CSV, and drop that file here.',
  packed: 'This is a packed file. Unpack it and drop the list that is in it here.',
  pdf: 'This is a PDF. Copy the numbers in it and paste them into the field, or ask for the list as CSV.',
  picture: 'This is a picture. Drop a list of numbers as CSV here; a barcode is read by the camera or a scanner.',
  webPage: `This is a web page, whatever its name says. Open it in a spreadsheet, ${asCsv}`,
  binary: `This is no text. Open it in the program that made it, ${asCsv}`,
  empty: 'The file is empty.',
  noIdentifiers: 'No column of it holds an ISBN, ISSN, barcode or record number.',
  notRead:
    'The file could not be read. If another program has it open, close it there and try again. A folder cannot be read.',
}

/** Sentences about a spreadsheet's damage to the numbers of a column, and its repair. */
export function damageInWords({ damage, standard }: Column): string[] {
  const { lostZeros, mended, decimals, cutShort } = damage
  return [
    lostZeros > 0 &&
      `${numbers(lostZeros)} had lost the zeros at the beginning. They were put back: the check digits are right with them.`,
    mended > 0 &&
      `${numbers(mended)} stood there rounded, as in 9.78014350652E+12. The check digit tells the last figure: they were mended.`,
    decimals > 0 &&
      `${numbers(decimals)} stood there as a figure, with decimals or an exponent. They were written out.`,
    cutShort > 0 &&
      `${numbers(cutShort)} ${cutShort === 1 ? 'was' : 'were'} cut short by a spreadsheet, as in 9.78044E+12, and the file no longer has the rest. Format the column as a number without decimals there, and save it again.`,
    cutShort > 0 && standard === 0 && 'None of the column is whole.',
  ].filter((each) => each !== false)
}

const numbers = (count: number) => counted(count, 'number')
