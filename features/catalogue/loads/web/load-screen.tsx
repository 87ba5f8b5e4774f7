import { forDesk } from '#features/account/web/desk-parts.tsx'
import { type LoadEntry, loadsApi } from '#features/catalogue/loads/contract.ts'
import { entriesAPage, loadLists, maxEntriesOfList, maxLoads } from '#features/catalogue/loads/rules.ts'
import { addressOf } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { dateAndTime, grouped } from '#kit/web/format.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { formatActor } from '#platform/audit/rules.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DeskList } from '#ui/table/desk-list.tsx'
import { ExportFrom } from '#ui/table/export-from.tsx'
import { Status } from '#ui/tags.tsx'
import { kindNames, type LoadView, listNames, nameOfFile, optionsOf } from './load-labels.ts'

export const LoadScreen = forDesk(OneLoad)

function OneLoad() {
  const { loadId = '' } = useParams()
  const { reply, problem, again } = useLatestReply(loadsApi.deskLoad, { loadId })
  return (
    <>
      <BackLink fallback={{ href: '/desk/loads', title: 'Loads' }} />
      {reply ? (
        <Entries load={reply.response} />
      ) : problem?.status === 404 ? (
        <EmptyState top title="We couldn’t find this load" hint={`The portal keeps the last ${maxLoads}.`}>
          <LinkButton look="main" href="/desk/loads">
            All loads
          </LinkButton>
        </EmptyState>
      ) : (
        <div className="desk">
          <DeskHead title="Load" />
          {problem ? (
            <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
          ) : (
            <Skeleton lines={8} width="80%" />
          )}
        </div>
      )}
    </>
  )
}

const isFile = ({ position }: LoadEntry) => position === 0

/** The server makes the file of this table. */
const columns: Columns<LoadEntry> = [
  {
    head: 'Record',
    className: 'name-cell',
    narrow: 'Record',
    cell: (entry) => (
      <>
        <strong className="num">{isFile(entry) ? 'File' : grouped(entry.position)}</strong>
        {entry.recordNumber && <div className="why">001 {entry.recordNumber}</div>}
      </>
    ),
  },
  {
    head: 'Result',
    cell: (entry) => {
      const [tone, word] = listNames[entry.list]
      return <Status tone={tone}>{isFile(entry) ? 'Damaged' : word}</Status>
    },
  },
  {
    head: 'Details',
    className: 'told-cell',
    cell: ({ told }) => told.map((sentence) => <div key={sentence}>{sentence}</div>),
  },
]

const filters = { list: loadLists }

/** The rejected or repaired records of a load, in file order. */
function Entries({ load }: { load: LoadView }) {
  const address = useListAddress(filters)
  const input = { ...inputOf(address.query), loadId: load.id }
  const loaded = useLatestReply(loadsApi.deskLoadEntries, input)
  const { page: _, ...filtered } = input
  return (
    <DeskList
      title={nameOfFile(load.file)}
      one="record"
      many="records"
      none="Nothing was rejected or repaired"
      placeholder="Position, 001 or words"
      hint={<Facts load={load} />}
      first={<Limits load={load} />}
      address={address}
      filters={[{ name: 'list', label: 'Show', options: optionsOf(listNames) }]}
      exported={<ExportFrom address={(format) => addressOf(loadsApi.deskLoadCsv, { ...filtered, format })} />}
      linesPerPage={entriesAPage}
      loaded={loaded}
      columns={columns}
    />
  )
}

function Facts({ load }: { load: LoadView }) {
  const counts = (['loaded', 'updated', 'unchanged', 'repaired', 'rejected'] as const).map(
    (name) => `${grouped(load[name])} ${name}`,
  )
  const who = formatActor({ changedBy: '', cameFrom: load.cameFrom })
  return (
    <>
      {kindNames[load.kind]} · {dateAndTime(load.beganDate)} · {who}
      <br />
      {counts.join(' · ')}
      {load.file !== nameOfFile(load.file) && (
        <>
          <br />
          {load.file}
        </>
      )}
    </>
  )
}

/** The reason why nothing was loaded, and the file with the rest of a long list. */
function Limits({ load }: { load: LoadView }) {
  const cut = loadLists.filter((list) => load[list] > maxEntriesOfList)
  const limit = grouped(maxEntriesOfList)
  return (
    <>
      {load.failure && <ErrorBox title="Nothing was loaded" messages={[load.failure]} />}
      {cut.map((list) => (
        <p key={list} className="quiet load-limit">
          The first {limit} of {grouped(load[list])} {list} records. The full list is in{' '}
          <code>{`${load.file}.${list}.jsonl`}</code> on the machine that loaded the file.
        </p>
      ))}
    </>
  )
}
