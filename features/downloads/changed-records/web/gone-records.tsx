import { keptApi } from '#features/downloads/changed-records/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Table } from '#ui/table/table.tsx'

const most = 100
const dayOf = (date: Date | null) => date?.toLocaleDateString(undefined, { dateStyle: 'medium' }) ?? ''

/** Records that the school has and the catalogue no longer: to be looked at by hand, a file cannot mend them. */
export function GoneRecords() {
  const { reply, problem, again } = useLatestReply(keptApi.goneRecords, { pageSize: most })
  return (
    <section className="gone-records">
      <h2>No longer in the catalogue</h2>
      <p className="quiet">
        These have not changed: they have left the catalogue, as duplicates do for example. Your copies of them get no
        corrections any more.
      </p>
      {problem && !reply ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={3} width="60%" />
      ) : (
        <>
          <Table
            caption="No longer in the catalogue"
            head={
              <>
                <th scope="col">Title</th>
                <th scope="col">Record number</th>
                <th scope="col">Downloaded</th>
                <th scope="col">Gone</th>
              </>
            }
          >
            {reply.response.map(({ id, title, downloadedDate, goneDate }) => (
              <tr key={id}>
                <td className="title-cell">{title || 'Without a title'}</td>
                <td className="code">{id}</td>
                <td className="num date-cell">{dayOf(downloadedDate)}</td>
                <td className="num date-cell">{dayOf(goneDate)}</td>
              </tr>
            ))}
          </Table>
          {reply.totalCount > most && (
            <p className="quiet">
              The last {most} of {reply.totalCount.toLocaleString()} are shown.
            </p>
          )}
          <p className="table-end">
            <ExportButton
              name="No longer in the catalogue"
              read={() => ({
                columns: ['Title', 'Record number', 'Downloaded', 'Gone'],
                rows: reply.response.map((each) => [
                  each.title,
                  each.id,
                  each.downloadedDate?.toISOString().slice(0, 10) ?? '',
                  each.goneDate?.toISOString().slice(0, 10) ?? '',
                ]),
              })}
            />
          </p>
        </>
      )}
    </section>
  )
}
