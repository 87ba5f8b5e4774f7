import './changed-records.css'
import { CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { Cover, detailsAddress } from '#features/catalogue/web/catalogue-parts.tsx'
import { changedPerPage, downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import { maxIdentities } from '#features/downloads/contract.ts'
import { withoutMark } from '#features/downloads/rules.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, formatDate, grouped } from '#kit/web/format.ts'
import { listState, pageNumber, useListState } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, dayInFile, everyLine, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { requestAndFollow } from '../../web/downloads-parts.tsx'
import { NoDownloads } from '../../web/no-downloads.tsx'
import { changedAddress } from './changed-notice.tsx'
import { GoneRecords } from './gone-records.tsx'

const title = 'Changed since you downloaded them'

const changedList = listState<{ page: number }>(changedAddress, { page: pageNumber('page') })

export function ChangedRecordsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoDownloads me={me} title={title} />
  return <ChangedRecords />
}

function ChangedRecords() {
  const { page } = useListState(changedList)
  const { reply, problem, stale, again } = useLatestReply(downloadedRecordsApi.changedRecords, { pageNumber: page })
  return (
    <div className="changed-records">
      <title>{title}</title>
      <BackLink always fallback={{ href: '/myDownloads', title: 'My downloads' }} />
      <h1 className="mt-10">{title}</h1>
      {problem && !reply ? (
        <ErrorBox className="mt-18" messages={problem.messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={8} width="70%" />
      ) : (
        <>
          {reply.totalCount === 0 ? <NothingChanged /> : <Changed reply={reply} page={page} stale={stale} />}
          {reply.goneCount > 0 && <GoneRecords />}
        </>
      )}
    </div>
  )
}

const NothingChanged = () => (
  <EmptyState
    icon={CircleCheck}
    title="Nothing has changed"
    hint="Your school’s downloaded records are up to date. If one is corrected or enriched, we’ll list it here."
  >
    <LinkButton href="/myDownloads">My downloads</LinkButton>
  </EmptyState>
)

type Reply = Answer<typeof downloadedRecordsApi.changedRecords>
type RecordView = Reply['response'][number]

const nameOf = ({ _id, _source }: RecordView) => _source.title.titlePrimary || `Record ${_id}`
const byWhom = ({ _source }: RecordView) => _source.title.noteStmOfResponsibility || _source.authors.join('; ')
const columns: Columns<RecordView> = [
  {
    className: 'cover-cell',
    width: 52,
    cell: (record) => <Cover imageFileName={record._source.imageFileName} title={nameOf(record)} by={byWhom(record)} />,
  },
  {
    head: 'Title',
    className: 'title-cell',
    minWidth: 200,
    csv: nameOf,
    cell: (record) => (
      <>
        <Link className="table-title" href={detailsAddress(record._id)}>
          {nameOf(record)}
        </Link>
        <div className="why">{byWhom(record)}</div>
      </>
    ),
  },
  { head: 'Responsibility', csv: byWhom },
  { head: 'Record number', csv: ({ _id }) => _id },
  {
    head: 'Downloaded',
    className: 'num ink-2 nowrap',
    width: 140,
    csv: ({ downloadedDate }) => dayInFile(downloadedDate),
    cell: ({ downloadedDate }) => (
      <>
        <span className="narrow-word">Downloaded </span>
        {formatDate(downloadedDate)}
      </>
    ),
  },
  {
    head: 'Changed',
    className: 'num ink-2 nowrap',
    width: 140,
    csv: ({ changedDate }) => dayInFile(changedDate),
    cell: ({ changedDate }) => (
      <>
        <span className="narrow-word">Changed </span>
        {formatDate(changedDate)}
      </>
    ),
  },
]

const readPage = (page: number) => call(downloadedRecordsApi.changedRecords, { pageNumber: page })
const allChanged = async () => fileOf(columns, await everyLine(readPage, ({ _id }) => _id))

function Changed({ reply: { response, totalCount }, page, stale }: { reply: Reply; page: number; stale: boolean }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const request = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await requestAndFollow((options) => call(downloadedRecordsApi.requestChanged, {}, options), title)
    } catch (error) {
      setRefused(withoutMark(problemOf(error).messages[0]))
    } finally {
      setBusy(false)
    }
  }
  const most = grouped(maxIdentities)
  return (
    <>
      <div className="changed-head split items-start gap-12-24">
        <p className="quiet">
          The catalogue has a newer version of {totalCount === 1 ? 'this record' : 'these records'}. Records leave this
          list once you download them.
          {totalCount > maxIdentities &&
            ` A file can have at most ${most} records: request the latest changes first, then the rest.`}
        </p>
        <Button look="main" icon={Download} busy={busy} onClick={request}>
          {totalCount > maxIdentities ? `Request the latest ${most}` : `Request ${counted(totalCount, 'record')}`}
        </Button>
      </div>
      {refused && <ErrorBox className="mt-18" title="We couldn’t request the records" messages={[refused]} />}
      <ExportAbove name={title} of="changed records" read={allChanged} />
      <div className={stale ? 'changed-table cards dimmed' : 'changed-table cards'} aria-busy={stale}>
        <DataTable caption={title} columns={columns} rows={response} keyOf={({ _id }) => _id} />
      </div>
      <Pager
        page={page}
        count={Math.ceil(totalCount / changedPerPage)}
        hrefOf={(to) => changedList.addressOf({ page: to }, { page: to })}
      />
    </>
  )
}
