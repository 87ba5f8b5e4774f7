import { catalogueApi } from '#features/catalogue/contract.ts'
import { deepestHit, exportEnds } from '#features/catalogue/rules.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { grouped } from '#kit/web/format.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { type Columns, everyLine, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { words as say } from '../messages.ts'
import { folderItemOf } from '../record/web/folder-item.ts'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { HitMore } from '../ticked/web/hit-more.tsx'
import { EditionsLink } from './editions-link.tsx'
import { FoundIn } from './found-in.tsx'
import { detailsAddress, type HitView, mainIdentifier, mainSubjects, makerOf, titleOf, yearOf } from './hit-facts.ts'
import { InScript, InScriptContext } from './in-script.tsx'
import { recordInResults } from './record-in-results.ts'
import { queryOf } from './search-query.ts'
import type { SearchState } from './search-state.ts'
import { ResourceType } from './type-icon.tsx'

/** Numbered from `first`; `words` are marked in titles, which lead to the record among the results of `search`. */
export const hitColumns = (first: number, words: string[], search?: SearchState): Columns<HitView> => [
  {
    head: say.number,
    number: true,
    className: 'why',
    csv: (_, index) => first + index,
    cell: (_, index) => grouped(first + index),
  },
  {
    head: say.title,
    className: 'hit-cell',
    csv: ({ _source }) => _source.title.titlePrimary,
    cell: (hit, index) => (
      <>
        <Link
          className="table-title"
          aria-keyshortcuts={search && 'O'}
          href={search ? recordInResults(hit._id, search, first + index) : detailsAddress(hit._id)}
        >
          <Marked text={titleOf(hit)} words={words} />
        </Link>
        <InScriptContext value={hit._source.inScript}>
          <InScript of={hit._source.title.titlePrimary} />
        </InScriptContext>
        <div className="why one-line">
          {[
            makerOf(hit),
            hit._source.publisher,
            hit._source.targetAudienceText[0],
            hit._source.series[0],
            ...mainSubjects(hit, 2).map(headingText),
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        <Downloaded hit={hit} />
        {search && hit.editions && hit.editions.count > 1 && <EditionsLink hit={hit} search={search} />}
        <FoundIn hit={hit} words={words} />
      </>
    ),
  },
  { head: say.otherScript, csv: otherTitle },
  { head: say.author, csv: makerOf },
  {
    head: say.type,
    csv: ({ _source }) => _source.scisType,
    cell: ({ _source }) => <ResourceType type={_source.scisType} />,
  },
  { head: say.year, className: 'num nowrap', csv: yearOf, cell: yearOf },
  {
    head: 'Dewey',
    className: 'num nowrap',
    csv: ({ _source }) => _source.deweyFull,
    cell: ({ _source }) => _source.deweyFull,
  },
  {
    head: say.identifier,
    className: 'num nowrap',
    csv: (hit) => mainIdentifier(hit)?.value ?? null,
    cell: (hit) => mainIdentifier(hit)?.value,
  },
  { head: say.recordNumber, csv: ({ _id }) => _id },
  { head: say.actions, headHidden: true, cell: (hit) => <Acts hit={hit} /> },
]

/** The compact layout: one line a record. */
export function HitTable({
  hits,
  first,
  words,
  search,
  total,
  ticked,
}: {
  hits: HitView[]
  first: number
  words: string[]
  search: SearchState
  total: number
  ticked: Selection
}) {
  const file = async () => fileOf(hitColumns(1, []), await everyHit(search))
  return (
    <>
      <ExportAbove name={say.recordsFound} note={exportEnds(total)} read={file} />
      <DataTable
        caption={say.recordsFound}
        columns={hitColumns(first, words, search)}
        rows={hits}
        keyOf={idOfHit}
        choosing={{ selection: ticked, noun: say.records, count: hits.length, idOf: idOfHit, nameOf: titleOf }}
      />
    </>
  )
}

/** Most hits in one reply. */
const pageSize = 100

export const idOfHit = ({ _id }: HitView): string => _id

/** Every hit of a search, as far as its pages go. `onRead` gets the count so far after each page. */
export async function everyHit(
  search: SearchState,
  { signal, onRead }: { signal?: AbortSignal; onRead?: (read: number) => void } = {},
): Promise<HitView[]> {
  let total = 0
  const hits = await everyLine(async (page) => {
    const { aggs: _, ...query } = queryOf({ ...search, grouped: false, page, size: pageSize })
    const reply = await call(catalogueApi.search, { bodybuilderquery: JSON.stringify(query) }, signal ? { signal } : {})
    total = Math.min(reply.hits.total, deepestHit)
    onRead?.((page - 1) * pageSize + reply.hits.hits.length)
    return { response: reply.hits.hits, totalCount: total }
  }, idOfHit)
  // A load between two pages moves records, so one may be missing.
  if (hits.length < total) throw new Problem('catalogue_changed', 409, [say.catalogueChanged])
  return hits
}

/** The title in another script, or ''. */
const otherTitle = ({ _source: { title, inScript } }: HitView) =>
  inScript.find(({ of }) => of === title.titlePrimary)?.text ?? ''

function Downloaded({ hit }: { hit: HitView }) {
  const { DownloadedMark } = useRecordPieces()
  return <DownloadedMark id={hit._id} />
}

function Acts({ hit }: { hit: HitView }) {
  const { DownloadRecord, FolderToggle } = useRecordPieces()
  return (
    <span className="row-actions flex gap-4">
      <FolderToggle item={folderItemOf(hit)} square aria-keyshortcuts="A" />
      <DownloadRecord id={hit._id} title={titleOf(hit)} square aria-keyshortcuts="D" />
      <HitMore hit={hit} square />
    </span>
  )
}
