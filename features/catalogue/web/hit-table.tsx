import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Table } from '#ui/table/table.tsx'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { detailsAddress, folderItemOf, mainIdentifier, makerOf, type ShownHit, titleOf, yearOf } from './hit-facts.ts'
import { ResourceType } from './type-icon.tsx'

/** The compact layout: one line a record. */
export function HitTable({ hits, first, words }: { hits: ShownHit[]; first: number; words: string[] }) {
  const { DownloadedMark, DownloadRecord, FolderToggle } = useRecordPieces()
  const head = ['No.', 'Title', 'Type', 'Year', 'Dewey', 'Identifier'].map((name) => (
    <th key={name} scope="col" className={name === 'No.' ? 'n' : undefined}>
      {name}
    </th>
  ))
  const last = first + hits.length - 1
  return (
    <>
      <Table
        caption="Records found"
        head={
          <>
            {head}
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {hits.map((hit, i) => (
          <tr key={hit._id}>
            <td className="n why">{(first + i).toLocaleString()}</td>
            <td>
              <Link className="table-title" href={detailsAddress(hit._id)}>
                <Marked text={titleOf(hit)} words={words} />
              </Link>
              <div className="why">
                {makerOf(hit)} <DownloadedMark id={hit._id} />
              </div>
            </td>
            <td>
              <ResourceType type={hit._source.scisType} />
            </td>
            <td className="num">{yearOf(hit)}</td>
            <td className="num">{hit._source.deweyFull}</td>
            <td className="num">{mainIdentifier(hit)?.value}</td>
            <td>
              <span className="row-actions">
                <FolderToggle item={folderItemOf(hit)} square />
                <DownloadRecord id={hit._id} title={titleOf(hit)} square />
              </span>
            </td>
          </tr>
        ))}
      </Table>
      <p className="table-end">
        <ExportButton
          name={`Records ${first}–${last}`}
          read={async () => (await import('./hits-csv.ts')).hitsCsv(hits, first)}
        />
      </p>
    </>
  )
}
