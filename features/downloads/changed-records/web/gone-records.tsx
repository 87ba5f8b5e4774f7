import { downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { formatDate, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, dayInFile, everyLine, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'

const most = 100
const columns: Columns<Answer<typeof downloadedRecordsApi.goneRecords>['response'][number]> = [
  {
    head: 'Title',
    className: 'title-cell',
    minWidth: 200,
    csv: ({ title }) => title,
    cell: ({ title }) => title || 'Untitled',
  },
  { head: 'Record number', className: 'code', csv: ({ id }) => id, cell: ({ id }) => id },
  {
    head: 'Downloaded',
    className: 'num ink-2 nowrap',
    width: 140,
    csv: ({ downloadedDate }) => dayInFile(downloadedDate),
    cell: ({ downloadedDate }) => formatDate(downloadedDate),
  },
  {
    head: 'Removed',
    className: 'num ink-2 nowrap',
    width: 140,
    csv: ({ goneDate }) => dayInFile(goneDate),
    cell: ({ goneDate }) => formatDate(goneDate),
  },
]

const readPage = (page: number) => call(downloadedRecordsApi.goneRecords, { pageNumber: page, pageSize: most })
const allGone = async () => fileOf(columns, await everyLine(readPage, ({ id }) => id))

/** Records that the school has but the catalogue no longer does: a file cannot fix them, so a person must check. */
export function GoneRecords() {
  const { reply, problem, again } = useLatestReply(downloadedRecordsApi.goneRecords, { pageSize: most })
  return (
    <section className="gone-records cards pt-18 line-above">
      <h2 className="title-huge">No longer in the catalogue</h2>
      <p className="quiet">
        These records have left the catalogue, for example as duplicates. Your copies won’t get any more corrections.
      </p>
      {problem && !reply ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={3} width="60%" />
      ) : (
        <>
          <ExportAbove name="No longer in the catalogue" of="records no longer in the catalogue" read={allGone} />
          <DataTable
            caption="No longer in the catalogue"
            columns={columns}
            rows={reply.response}
            keyOf={({ id }) => id}
          />
          {reply.totalCount > most && (
            <p className="quiet">
              The latest {most} of {grouped(reply.totalCount)} are shown.
            </p>
          )}
        </>
      )}
    </section>
  )
}
