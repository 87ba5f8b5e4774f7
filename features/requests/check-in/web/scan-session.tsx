import { dateAndTime } from '#kit/web/when.ts'
import { Link } from '#ui/link.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import type { ExportTable } from '#ui/table/save-table.ts'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { workAddress } from '../../cataloguing/web/work-address.ts'
import { many, namesInWords } from '../../cataloguing/web/work-words.ts'
import { UndoButton } from './scan-result.tsx'
import { resultInWords, type Scan, toneOf } from './scan-words.ts'

/** What was scanned in this sitting, the last one first. */
export function ScanSession({
  scans,
  onUndo,
  onForget,
}: {
  scans: readonly Scan[]
  onUndo: (scan: Scan) => Promise<void>
  onForget: () => void
}) {
  if (scans.length === 0) return null
  const items = scans.flatMap((scan) => ('found' in scan && !scan.undone ? scan.found.received : []))
  return (
    <section className="sitting" aria-labelledby="sitting">
      <div className="section-head">
        <h2 id="sitting">This sitting</h2>
        <span className="quiet num">
          {many(scans.length, 'scan')}, {many(items.length, 'item')} checked in
        </span>
        <ExportButton name="check-in" read={() => sittingTable(scans)} />
        <TextButton onClick={onForget}>Begin a new one</TextButton>
      </div>
      <Table
        caption="Scans of this sitting"
        head={
          <>
            <th scope="col">Code</th>
            <th scope="col">School</th>
            <th scope="col">Items</th>
            <th scope="col">Result</th>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {scans.map((scan) => (
          <tr key={scan.turn}>
            <td>
              <span className="code">{scan.code}</span>
              <div className="why num">{dateAndTime(new Date(scan.at))}</div>
            </td>
            <td>{'found' in scan && scan.found.organisation}</td>
            <td>{'found' in scan && <ItemNames scan={scan.found} />}</td>
            <td>
              <Status tone={toneOf(scan)}>{resultInWords(scan)}</Status>
            </td>
            <td className="act-cell">
              {'found' in scan && !scan.undone && scan.found.received.length > 0 && (
                <UndoButton scan={scan} onUndo={onUndo} />
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

function ItemNames({ scan: { received, before } }: { scan: Extract<Scan, { found: unknown }>['found'] }) {
  const items = received.length > 0 ? received : before
  const [first] = items
  if (!first) return null
  return items.length === 1 ? (
    <Link href={workAddress(first.itemId)}>{first.name}</Link>
  ) : (
    namesInWords(items.map(({ name }) => name))
  )
}

/** A line for each item that a scan has brought, and for each scan that brought none. */
const sittingTable = (scans: readonly Scan[]): ExportTable => ({
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
