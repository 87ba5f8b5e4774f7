import { grouped } from '#kit/web/in-words.ts'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportBelow } from '#ui/table/export-button.tsx'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { detailsAddress, folderItemOf, mainIdentifier, makerOf, type ShownHit, titleOf, yearOf } from './hit-facts.ts'
import { ResourceType } from './type-icon.tsx'

/** Numbered from `first`; `words` are marked in titles. */
export const hitColumns = (first: number, words: string[]): Columns<ShownHit> => [
  {
    head: 'No.',
    number: true,
    className: 'why',
    csv: (_, index) => first + index,
    cell: (_, index) => grouped(first + index),
  },
  {
    head: 'Title',
    csv: ({ _source }) => _source.title.titlePrimary,
    cell: (hit) => (
      <>
        <Link className="table-title" href={detailsAddress(hit._id)}>
          <Marked text={titleOf(hit)} words={words} />
        </Link>
        <div className="why">
          {makerOf(hit)} <Downloaded hit={hit} />
        </div>
      </>
    ),
  },
  { head: 'Author', csv: makerOf },
  {
    head: 'Type',
    csv: ({ _source }) => _source.scisType,
    cell: ({ _source }) => <ResourceType type={_source.scisType} />,
  },
  { head: 'Year', className: 'num', csv: yearOf, cell: yearOf },
  {
    head: 'Dewey',
    className: 'num',
    csv: ({ _source }) => _source.deweyFull,
    cell: ({ _source }) => _source.deweyFull,
  },
  {
    head: 'Identifier',
    className: 'num',
    csv: (hit) => mainIdentifier(hit)?.value ?? null,
    cell: (hit) => mainIdentifier(hit)?.value,
  },
  { head: 'Record number', csv: ({ _id }) => _id },
  { head: 'Actions', headHidden: true, cell: (hit) => <Acts hit={hit} /> },
]

/** The compact layout: one line a record. */
export function HitTable({ hits, first, words }: { hits: ShownHit[]; first: number; words: string[] }) {
  const columns = hitColumns(first, words)
  return (
    <>
      <DataTable caption="Records found" columns={columns} rows={hits} keyOf={({ _id }) => _id} />
      <ExportBelow name={`Records ${first}–${first + hits.length - 1}`} read={() => fileOf(columns, hits)} />
    </>
  )
}

function Downloaded({ hit }: { hit: ShownHit }) {
  const { DownloadedMark } = useRecordPieces()
  return <DownloadedMark id={hit._id} />
}

function Acts({ hit }: { hit: ShownHit }) {
  const { DownloadRecord, FolderToggle } = useRecordPieces()
  return (
    <span className="row-actions flex gap-4">
      <FolderToggle item={folderItemOf(hit)} square />
      <DownloadRecord id={hit._id} title={titleOf(hit)} square />
    </span>
  )
}
