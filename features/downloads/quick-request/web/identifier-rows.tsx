import { memo, useEffect, useMemo, useRef } from 'react'
import { nounOf } from '#kit/web/format.ts'
import { heldAs } from '#marc/charset/foreign-kinds.ts'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { words as say } from '../../messages.ts'
import { DownloadedMark } from '../../web/downloads-parts.tsx'
import type { FoundRecord, Titles } from './ask-titles.ts'
import type { IdentifierRow } from './identifier-list.ts'
import { asShown, describeRow, reasons, shortened } from './row-labels.ts'
import { type RowState, rowState } from './row-state.ts'

/** Of more records, the choice is made side by side after the request. */
const maxShown = 3

/** Records that hold a number as cancelled or invalid: each says so, and counts only after a person confirms it. */
function Proposed({
  row,
  records,
  actions,
}: {
  row: IdentifierRow
  records: readonly FoundRecord[]
  actions: RowActions
}) {
  const left = records.length - maxShown
  return (
    <>
      {records.slice(0, maxShown).map((record) => (
        <div key={record.id} className="proposed">
          {heldAs(record.heldAs!)} “
          <Link
            href={`/discover/details/${encodeURIComponent(record.id)}`}
            className="record-title weight-500 anywhere"
          >
            {record.title || say.recordNamed({ id: record.id })}
          </Link>
          ”
          <div className="why">
            {[record.year, record.type].filter(Boolean).join(' · ')} ·{' '}
            <TextButton onClick={() => actions.onConfirm(row, record)}>
              {say.useRecord}
              <span className="only-heard">: {record.title}</span>
            </TextButton>
          </div>
        </div>
      ))}
      <div className="why">
        {left > 0 && `${say.moreToChoose({ count: left })} `}
        {row.suggestion && (
          <>
            <UseSuggestion row={row} actions={actions} />{' '}
          </>
        )}
        {say.notIt}{' '}
        <TextButton onClick={() => actions.onReplace(row, '')}>
          {say.remove}
          <span className="only-heard"> {say.line({ number: row.line })}</span>
        </TextButton>{' '}
        {say.or} <TextButton onClick={() => actions.onSearchTitle(row)}>{say.searchByTitleInText}</TextButton>
      </div>
    </>
  )
}

const UseSuggestion = ({ row, actions }: { row: IdentifierRow; actions: RowActions }) => (
  <TextButton onClick={() => actions.onReplace(row, row.suggestion!)}>
    {say.useNumber({ number: row.suggestion! })}
  </TextButton>
)

export type RowActions = {
  onReplace: (row: IdentifierRow, by: string) => void
  /** Confirms a record that only holds the number as cancelled or invalid. */
  onConfirm: (row: IdentifierRow, record: FoundRecord) => void
  onUndoConfirm: (row: IdentifierRow) => void
  onEdit: (row: IdentifierRow) => void
  /** Searches for the record by title, with the words in place of a number. */
  onSearchTitle: (row: IdentifierRow) => void
}

/** Every identifier with its state. */
export const IdentifierRows = memo(function IdentifierRows({
  rows,
  titles,
  failed,
  whenChecked,
  current,
  boxed,
  actions: given,
}: {
  rows: IdentifierRow[]
  titles: Titles
  failed: boolean
  /** Text for those whose titles could not be looked up. */
  whenChecked: string
  current: number | undefined
  /** Scrolls in a box instead of with the page. */
  boxed: boolean
  actions: RowActions
}) {
  const [actions, focus] = useFocusAfterConfirm(given, rows)
  return (
    <DataTable
      boxed={boxed}
      caption={say.checkedIdentifiers}
      columns={[
        {
          head: say.identifierHead,
          cell: (row) => {
            const asRecorded = row.problem && rowState(row, titles, failed).is === 'found'
            return (
              <>
                <span className="code anywhere wraps">{asShown(row)}</span>
                <div className="why">{asRecorded ? say.asRecorded : describeRow(row)}</div>
              </>
            )
          },
        },
        {
          head: say.title,
          cell: (row) => (
            <TitleOrAdvice
              row={row}
              state={rowState(row, titles, failed)}
              whenChecked={whenChecked}
              actions={actions}
              focus={focus}
            />
          ),
        },
        {
          head: say.status,
          headHidden: true,
          cell: (row) => {
            const { is } = rowState(row, titles, failed)
            return <Status tone={tones[is]}>{words[is]}</Status>
          },
        },
      ]}
      rows={rows}
      keyOf={({ from }) => from}
      usualHeight={60}
      current={current}
    />
  )
})

type FocusAfterConfirm = { arrive: (row: IdentifierRow, button: HTMLButtonElement | null) => void }

/** The pressed confirm button disappears: focus moves to Undo in its place, or to the next proposal. */
function useFocusAfterConfirm(given: RowActions, rows: IdentifierRow[]): [RowActions, FocusAfterConfirm] {
  const confirmed = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filtered list loses the row that was confirmed
  useEffect(() => {
    if (confirmed.current === undefined) return
    confirmed.current = undefined
    document.querySelector<HTMLElement>('.check-pane .proposed button')?.focus()
  }, [rows])
  return useMemo(
    () => [
      {
        ...given,
        onConfirm: (row, record) => {
          confirmed.current = row.key
          given.onConfirm(row, record)
        },
      },
      {
        arrive: (row, button) => {
          if (!button || confirmed.current !== row.key) return
          confirmed.current = undefined
          button.focus()
        },
      },
    ],
    [given],
  )
}

const tones: Record<RowState['is'], Tone> = {
  found: 'ok',
  proposed: 'warn',
  missing: 'plain',
  twice: 'warn',
  wrong: 'bad',
  checking: 'plain',
  unchecked: 'plain',
}
const words: Record<RowState['is'], string> = {
  found: say.stateFound,
  proposed: say.stateConfirm,
  missing: say.stateMissing,
  twice: say.stateTwice,
  wrong: say.stateFix,
  checking: say.stateChecking,
  unchecked: say.stateUnchecked,
}

function TitleOrAdvice({
  row,
  state,
  whenChecked,
  actions,
  focus,
}: {
  row: IdentifierRow
  state: RowState
  whenChecked: string
  actions: RowActions
  focus: FocusAfterConfirm
}) {
  if (state.is === 'checking') return <Skeleton width="62%" />
  if (state.is === 'unchecked') return <span className="why">{whenChecked}</span>
  if (state.is === 'missing')
    return (
      <span className="why">
        {say.notInCatalogueSentence}{' '}
        {row.suggestion && (
          <>
            <UseSuggestion row={row} actions={actions} />{' '}
          </>
        )}
        <TextButton onClick={() => actions.onSearchTitle(row)}>{say.searchByTitle}</TextButton>
      </span>
    )
  if (state.is === 'twice')
    return (
      <span className="why">
        {say.countedOnce}{' '}
        <TextButton onClick={() => actions.onReplace(row, '')}>
          {say.remove}
          <span className="only-heard"> {say.line({ number: row.line })}</span>
        </TextButton>
      </span>
    )
  if (state.is === 'proposed') return <Proposed row={row} records={state.records} actions={actions} />
  if (state.is === 'wrong') return <WrongAdvice row={row} actions={actions} />
  const [first, ...others] = state.records
  return (
    <>
      <Link href={`/discover/details/${encodeURIComponent(first!.id)}`} className="record-title weight-500 anywhere">
        {first!.title}
      </Link>
      <div className="why">
        {[first!.year, first!.type].filter(Boolean).join(' · ')}
        {others.length > 0 &&
          ` · ${say.andMore({ count: others.length, things: nounOf(others.length, say.record, say.records) })}`}{' '}
        <DownloadedMark id={first!.id} />
      </div>
      {first!.confirmedAs && (
        <div className="why">
          {say.reasonConfirmed({ reason: reasons[first!.confirmedAs] })}{' '}
          <TextButton ref={(button) => focus.arrive(row, button)} onClick={() => actions.onUndoConfirm(row)}>
            {say.undo}
            <span className="only-heard">: {first!.title}</span>
          </TextButton>
        </div>
      )}
    </>
  )
}

function WrongAdvice({ row, actions }: { row: IdentifierRow; actions: RowActions }) {
  const { problem } = row
  if (row.suggestion)
    return (
      <span className="why">
        <UseSuggestion row={row} actions={actions} />
      </span>
    )
  return (
    <span className="why">
      {problem === 'spreadsheet_damage' ? (
        `${say.formatColumn} `
      ) : (
        <>
          <TextButton onClick={() => actions.onEdit(row)}>
            {say.edit}
            <span className="only-heard"> {shortened(row.typed)}</span>
          </TextButton>{' '}
          {say.itOr}{' '}
        </>
      )}
      <TextButton onClick={() => actions.onSearchTitle(row)}>
        {row.title ? say.searchFor({ title: shortened(row.title) }) : say.searchByTitleInText}
      </TextButton>
    </span>
  )
}
