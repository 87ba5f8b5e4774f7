import { counted } from '#kit/web/format.ts'
import type { Column } from './columns.ts'
import type { Unreadable } from './file-kind.ts'

const asCsv = 'save a copy as “CSV UTF-8 (comma delimited)” and drop that file here.'

/** Advice shown below the specification’s “Parsing failed”. */
export const refusals: Record<Unreadable, string> = {
  workbook: `This workbook is damaged. Open it, ${asCsv}`,
  locked: `This workbook is protected by a password. Open it, ${asCsv}`,
  bigWorkbook: `The workbook is larger than 20 MB. Open it, ${asCsv}`,
  openDocument: 'This OpenDocument file isn’t a spreadsheet. Copy the numbers from it, then paste them into the field.',
  packed: 'This is a compressed file. Extract it, then drop the list here.',
  pdf: 'This is a PDF. Copy its numbers and paste them into the field, or ask for the list as CSV.',
  picture: 'This is a picture. Drop a CSV list of numbers here, or read barcodes with the camera or a scanner.',
  webPage: `This is a web page, despite its name. Open it in a spreadsheet, ${asCsv}`,
  binary: `This isn’t text. Open it in the program that made it, ${asCsv}`,
  empty: 'The file is empty.',
  noIdentifiers: 'No column has an ISBN, ISSN, barcode or record number.',
  notRead:
    'We couldn’t read the file. If another program has it open, close it there and try again. We can’t read folders.',
}

/** Sentences about a spreadsheet's damage to the numbers of a column, and its repair. */
export function describeDamage({ damage, standard }: Column): string[] {
  const { lostZeros, restored, decimals, cutShort } = damage
  return [
    lostZeros > 0 && `${numbers(lostZeros)} had lost leading zeros. We put them back, and the check digits are right.`,
    restored > 0 &&
      `${numbers(restored)} had been rounded, for example 9.78014350652E+12. We calculated the missing check digit.`,
    decimals > 0 && `${numbers(decimals)} had decimals or an exponent. We wrote out the digits.`,
    cutShort > 0 &&
      `${numbers(cutShort)} ${cutShort === 1 ? 'was' : 'were'} cut short by a spreadsheet, for example 9.78044E+12, and the file no longer has the rest. In the spreadsheet, format the column as a number without decimals and save it again.`,
    cutShort > 0 && standard === 0 && 'No number in the column is complete.',
  ].filter((each) => each !== false)
}

const numbers = (count: number) => counted(count, 'number')
