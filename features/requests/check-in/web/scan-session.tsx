import { counted, dateAndTime } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { workAddress } from '../../cataloguing/web/work-address.ts'
import { joinNames } from '../../cataloguing/web/work-labels.ts'
import { describeResult, type Scan, type ScannedItem, toneOf } from './describe-scan.ts'
import { UndoButton } from './scan-result.tsx'

/** The scans of this session, newest first. */
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
    <section className="scan-session cards mt-28" aria-labelledby="scan-session">
      <div className="section-head cluster text-small mb-4">
        <h2 id="scan-session">This session</h2>
        <span className="quiet num">
          {counted(scans.length, 'scan')}, {counted(items.length, 'item')} checked in
        </span>
        <ExportButton name="check-in" read={() => fileOf(fileColumns, linesOf(scans))} />
        <TextButton onClick={onForget}>Start new session</TextButton>
      </div>
      <DataTable
        caption="Scans of this session"
        columns={scanColumns(onUndo)}
        rows={scans}
        keyOf={({ turn }) => turn}
      />
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
    joinNames(items.map(({ name }) => name))
  )
}

const scanColumns = (onUndo: (scan: Scan) => Promise<void>): Columns<Scan> => [
  {
    head: 'Code',
    cell: ({ code, at }) => (
      <>
        <span className="code">{code}</span>
        <div className="why num nowrap">{dateAndTime(new Date(at))}</div>
      </>
    ),
  },
  { head: 'School', cell: (scan) => 'found' in scan && scan.found.organisation },
  { head: 'Items', cell: (scan) => 'found' in scan && <ItemNames scan={scan.found} /> },
  { head: 'Result', cell: (scan) => <Status tone={toneOf(scan)}>{describeResult(scan)}</Status> },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell text-right nowrap',
    cell: (scan) =>
      'found' in scan && !scan.undone && scan.found.received.length > 0 && <UndoButton scan={scan} onUndo={onUndo} />,
  },
]

type ItemLine = { scan: Scan; item?: ScannedItem }

/** A line per item of a scan, and per scan without items. */
const linesOf = (scans: readonly Scan[]): ItemLine[] =>
  scans.flatMap((scan): ItemLine[] => {
    if (!('found' in scan)) return [{ scan }]
    const { received, before } = scan.found
    return (received.length > 0 ? received : before).map((item) => ({ scan, item }))
  })

const fileColumns: Columns<ItemLine> = [
  { head: 'Scanned', csv: ({ scan }) => scan.at },
  { head: 'Code', csv: ({ scan }) => scan.code },
  { head: 'School', csv: ({ scan }) => ('found' in scan ? scan.found.organisation : '') },
  { head: 'Request', csv: ({ scan }) => ('found' in scan ? scan.found.requestNumber : '') },
  { head: 'Item', csv: ({ item }) => item?.itemNumber ?? '' },
  { head: 'Title', csv: ({ item }) => item?.name ?? '' },
  { head: 'Result', csv: ({ scan }) => describeResult(scan) },
]
