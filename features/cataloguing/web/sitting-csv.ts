import type { ExportTable } from '#ui/save-table.ts'
import { resultInWords, type Scan } from './scan-words.ts'

/** A line for each item that a scan has brought, and for each scan that brought none. */
export const sittingTable = (scans: readonly Scan[]): ExportTable => ({
  columns: ['Scanned', 'Code', 'School', 'Request', 'Item', 'Title', 'Result'],
  rows: scans.flatMap((scan) => {
    const result = resultInWords(scan)
    if (!('found' in scan)) return [[scan.at, scan.code, '', '', '', '', result]]
    const { organisation, requestNumber, received, before } = scan.found
    const items = received.length > 0 ? received : before
    return items.map(({ itemNumber, name }) => [
      scan.at,
      scan.code,
      organisation,
      requestNumber,
      itemNumber,
      name,
      result,
    ])
  }),
})
