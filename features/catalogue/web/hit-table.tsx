import { catalogueApi } from '#features/catalogue/contract.ts'
import { deepestHit, exportEnds } from '#features/catalogue/rules.ts'
import { call } from '#kit/web/call.ts'
import { grouped } from '#kit/web/in-words.ts'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { type Columns, everyLine, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportBelow } from '#ui/table/export-button.tsx'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { detailsAddress, folderItemOf, type HitView, mainIdentifier, makerOf, titleOf, yearOf } from './hit-facts.ts'
import { InScript, InScriptContext } from './in-script.tsx'
import { queryOf } from './search-query.ts'
import type { SearchState } from './search-state.ts'
import { ResourceType } from './type-icon.tsx'

/** Numbered from `first`; `words` are marked in titles. */
export const hitColumns = (first: number, words: string[]): Columns<HitView> => [
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
        <InScriptContext value={hit._source.inScript}>
          <InScript of={hit._source.title.titlePrimary} />
        </InScriptContext>
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
  { head: 'Year', className: 'num nowrap', csv: yearOf, cell: yearOf },
  {
    head: 'Dewey',
    className: 'num nowrap',
    csv: ({ _source }) => _source.deweyFull,
    cell: ({ _source }) => _source.deweyFull,
  },
  {
    head: 'Identifier',
    className: 'num nowrap',
    csv: (hit) => mainIdentifier(hit)?.value ?? null,
    cell: (hit) => mainIdentifier(hit)?.value,
  },
  { head: 'Record number', csv: ({ _id }) => _id },
  { head: 'Actions', headHidden: true, cell: (hit) => <Acts hit={hit} /> },
]

/** The compact layout: one line a record. */
export function HitTable({
  hits,
  first,
  words,
  search,
  total,
}: {
  hits: HitView[]
  first: number
  words: string[]
  search: SearchState
  total: number
}) {
  const file = async () => fileOf(hitColumns(1, []), await everyLine((page) => readPage(search, page), idOf))
  return (
    <>
      <DataTable caption="Records found" columns={hitColumns(first, words)} rows={hits} keyOf={idOf} />
      <ExportBelow name="Records found" note={exportEnds(total)} read={file} />
    </>
  )
}

const idOf = ({ _id }: HitView) => _id

/** Most hits in one reply. */
const pageSize = 100

async function readPage(search: SearchState, page: number) {
  const { aggs: _, ...query } = queryOf({ ...search, page, size: pageSize })
  const { hits } = await call(catalogueApi.search, { bodybuilderquery: JSON.stringify(query) })
  return { response: hits.hits, totalCount: Math.min(hits.total, deepestHit) }
}

function Downloaded({ hit }: { hit: HitView }) {
  const { DownloadedMark } = useRecordPieces()
  return <DownloadedMark id={hit._id} />
}

function Acts({ hit }: { hit: HitView }) {
  const { DownloadRecord, FolderToggle } = useRecordPieces()
  return (
    <span className="row-actions flex gap-4">
      <FolderToggle item={folderItemOf(hit)} square />
      <DownloadRecord id={hit._id} title={titleOf(hit)} square />
    </span>
  )
}
