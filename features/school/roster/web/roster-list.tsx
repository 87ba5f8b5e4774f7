import { type RosterEntry, rosterApi } from '#features/school/roster/contract.ts'
import {
  type Counts,
  type EntryKind,
  entryKinds,
  type LeaverReason,
  leaverSentences,
  type SkipReason,
  skipSentences,
} from '#features/school/roster/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { listState, oneOf, pageNumber, typedWords, useListState } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { TextField } from '#ui/form/field.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, everyLine, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Tabs } from '#ui/tabs.tsx'

type State = { kind: EntryKind | ''; searchValue: string; page: number }
const list = listState<State>('/myStudents/roster', {
  kind: oneOf<EntryKind | ''>('kind', '', entryKinds),
  searchValue: typedWords('searchValue'),
  page: pageNumber('pageNumber'),
})

const labels: Record<EntryKind, { label: string; none: string }> = {
  NEW: { label: 'New', none: 'No new students.' },
  CHANGED: { label: 'Changed', none: 'No changes.' },
  LEAVER: { label: 'Leavers', none: 'No leavers.' },
  SKIPPED: { label: 'Left out', none: 'No one left out.' },
  UNCHANGED: { label: 'Unchanged', none: 'No one unchanged.' },
}

/** The people of the preview by what happens to them. The first kind that someone is in is open. */
export function RosterList({ id, counts }: { id: string; counts: Counts }) {
  const state = useListState(list)
  const kind = state.kind || (entryKinds.find((each) => counts[each] > 0) ?? 'NEW')
  return (
    <div className="roster-list mt-18">
      <Tabs
        label="Changes"
        selected={kind}
        onSelect={(chosen) => goTo(list.addressOf({ ...list.usual, kind: chosen as EntryKind }))}
        tabs={entryKinds.map((each) => ({
          id: each,
          label: labels[each].label,
          count: counts[each],
          panel:
            counts[each] === 0 ? (
              <p className="quiet mt-14">{labels[each].none}</p>
            ) : (
              <Entries key={each} id={id} kind={each} state={{ ...state, kind: each }} />
            ),
        }))}
      />
    </div>
  )
}

const perPage = 20

function Entries({ id, kind, state }: { id: string; kind: EntryKind; state: State }) {
  const input = { id, kind, searchValue: state.searchValue.trim() }
  const page = { ...input, pageNumber: state.page, pageSize: perPage }
  const { reply, problem, stale, again } = useLatestReply(rosterApi.rosterEntries, page)
  const find = useTypedSearch(state.searchValue, (searchValue) => list.addressOf(state, { searchValue }))
  const columns = columnsOf(kind)
  const file = async () =>
    fileOf(
      columns,
      await everyLine(
        (pageNumber) => call(rosterApi.rosterEntries, { ...input, pageNumber, pageSize: 1000 }),
        ({ line, sourcedId }) => `${line} ${sourcedId}`,
      ),
    )
  return (
    <>
      <search className="list-bar flow gap-8-12 items-end mt-14 mb-12" aria-label={labels[kind].label}>
        <TextField
          label="Find"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="Name, email or sourcedId"
          {...find}
        />
        <ExportButton name={`Roster, ${labels[kind].label.toLowerCase()}`} read={file} />
        <p className="found num" role="status">
          {reply && counted(reply.totalCount, 'person', 'people')}
        </p>
      </search>
      {problem ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={6} width="80%" />
      ) : reply.response.length === 0 ? (
        <p className="quiet">No students found.</p>
      ) : (
        <div className={stale ? 'cards dimmed' : 'cards'} aria-busy={stale}>
          <DataTable
            caption={labels[kind].label}
            columns={columns}
            rows={reply.response}
            keyOf={({ line, sourcedId }) => `${line} ${sourcedId}`}
          />
          <Pager
            page={state.page}
            count={Math.ceil(reply.totalCount / perPage)}
            hrefOf={(pageTo) => list.addressOf(state, { page: pageTo })}
          />
        </div>
      )}
    </>
  )
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

/** A former value, struck through, before the present one. */
function Value({ before, now }: { before: string | undefined; now: string }) {
  return before === undefined ? (
    now
  ) : (
    <>
      {before !== '' && (
        <>
          <del className="why">{before}</del>{' '}
        </>
      )}
      {now}
    </>
  )
}

function formerName({ before, firstName, lastName }: RosterEntry): string | undefined {
  if (before?.firstName === undefined && before?.lastName === undefined) return undefined
  return nameOf({ firstName: before.firstName ?? firstName, lastName: before.lastName ?? lastName })
}

const columnsOf = (kind: EntryKind): Columns<RosterEntry> => [
  kind !== 'LEAVER' && {
    ...{ head: 'Line', narrow: 'Line', number: true, className: 'num quiet', width: 72 },
    csv: ({ line }) => line,
    cell: ({ line }) => line,
  },
  { head: 'First name', csv: ({ firstName }) => firstName },
  { head: 'Last name', csv: ({ lastName }) => lastName },
  {
    ...{ head: 'Name', className: 'name-cell anywhere', minWidth: 150 },
    cell: (entry) => (
      <span className="table-title">
        <Value before={formerName(entry)} now={nameOf(entry) || 'No name'} />
      </span>
    ),
  },
  {
    ...{ head: 'Email', className: 'ink-2 anywhere' },
    csv: ({ email }) => email,
    cell: ({ email, before }) => <Value before={before?.email} now={email} />,
  },
  {
    ...{ head: 'Year', narrow: 'Year', className: 'ink-2' },
    csv: ({ grade }) => grade,
    cell: ({ grade, before }) => <Value before={before?.grade} now={grade} />,
  },
  {
    head: 'sourcedId',
    narrow: 'sourcedId',
    className: 'quiet anywhere',
    csv: ({ sourcedId }) => sourcedId,
    cell: ({ sourcedId }) => sourcedId,
  },
  (kind === 'SKIPPED' || kind === 'LEAVER') && { head: 'Reason', csv: whyOf, cell: whyOf },
  kind === 'CHANGED' && {
    ...{ head: 'Back', narrow: 'Back' },
    csv: ({ returns }) => (returns ? 'yes' : ''),
    cell: ({ returns }) => (returns ? 'Can sign in again' : ''),
  },
]

function whyOf({ kind, why }: RosterEntry): string {
  return kind === 'LEAVER' ? leaverSentences[why as LeaverReason] : skipSentences[why as SkipReason]
}
