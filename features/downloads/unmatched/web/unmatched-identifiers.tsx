import { FilePlus2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { identifierKey } from '#marc/identifier.ts'
import { announce } from '#ui/announce.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Link } from '#ui/link.tsx'
import { type Column, type Columns, fileOf, type Order, sortRows } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { TextButton } from '#ui/text-button.tsx'
import { probablyMeant } from '../../quick-request/web/probably-meant.ts'
import { reasons } from '../../quick-request/web/row-labels.ts'
import { MoreRows, shownFirst } from '../../request/web/more-rows.tsx'
import type { Editing } from '../../web/request-stage.ts'
import { searchByTitle } from '../../web/search-by-title.ts'
import type { RequestView } from '../../web/send-request.ts'
import { type RecordView, useAllRecords } from '../../web/use-record.ts'
import { catalogueThese, nothingToCatalogue, tooManyToCatalogue } from './catalogue-these.ts'
import { FixLink, RequestAgain } from './fix-link.tsx'
import { Confirm, type Held, HeldReason, heldIn, isForeign } from './held-identifier.tsx'
import { type RequestedBefore, useRequestedBefore } from './requested-before.ts'

/** Each identifier without a record, the reason, and the next step. `name` is that of an exported file. */
export function UnmatchedIdentifiers({
  requestId,
  identifiers,
  unmatchedReasons,
  name,
  proposals,
  editing,
  onConfirm,
  onChoose,
}: {
  requestId: string
  identifiers: readonly string[]
  unmatchedReasons: RequestView['unmatchedReasons']
  name: string
  /** Open choices; those of identifiers that records only hold. */
  proposals: RequestView['choices']
  editing: Editing
  onConfirm: (identifier: string, id: string) => Promise<void>
  /** Opens the records side by side. */
  onChoose: () => void
}) {
  const [all, showAll] = useState(false)
  const [order, sort] = useState<Order | null>(null)
  const held = useMemo(() => heldIn(proposals), [proposals])
  const confirm = { editing, onConfirm, onChoose }
  const requested = useRequestedBefore(identifiers)
  const columns = unmatchedColumns(held, confirm, requested)
  const rows = useMemo(() => {
    const reasonOf = (identifier: string): UnmatchedReason => unmatchedReasons[identifier] ?? 'not_found'
    const all = identifiers.map((identifier) => ({ identifier, reason: reasonOf(identifier) }))
    return sortRows([identifierColumn, reasonColumn], all, order)
  }, [identifiers, unmatchedReasons, order])
  const readHeld = useAllRecords(held.ids)
  const shown = useMemo(() => rows.map(({ identifier }) => identifier), [rows])
  const selection = useSelection(shown)
  const [refused, setRefused] = useState<string>()
  const selected = shown.filter((identifier) => selection.chosen.has(identifier))
  const address = catalogueThese(selected, { requestId, unmatched: identifiers })
  const refusal = selected.length === 0 ? nothingToCatalogue : address === undefined ? tooManyToCatalogue : undefined
  return (
    <>
      <div className="list-actions cluster gap-8">
        <LinkButton
          href={address ?? '/CreateCatalogueRequest'}
          icon={FilePlus2}
          onClick={(event) => {
            if (refusal === undefined) return
            event.preventDefault()
            setRefused(refusal)
            announce(refusal)
          }}
        >
          Request cataloguing
        </LinkButton>
        <FixLink identifiers={selected.length > 0 ? selected : identifiers} />
        <HelpLink href="/help/downloads#unmatched" about="unmatched identifiers" />
        <CopyButton
          text={identifiers.join('\n')}
          label={identifiers.length === 1 ? 'Copy it' : `Copy all ${grouped(identifiers.length)}`}
          wide
        />
        <ExportButton
          name={name}
          read={async () => fileOf(unmatchedColumns(held, confirm, requested, await readHeld()), rows)}
        />
        {selected.length > 0 && (
          <p className="selected num aside">
            {grouped(selected.length)} of {grouped(identifiers.length)} selected{' '}
            <TextButton onClick={selection.clear}>Clear</TextButton>
          </p>
        )}
        {refused !== undefined && refused === refusal && (
          <p className="refused ink-bad text-small weight-550">{refused}</p>
        )}
      </div>
      <DataTable
        caption="Unmatched identifiers"
        columns={columns}
        rows={all ? rows : rows.slice(0, shownFirst)}
        keyOf={({ identifier }) => identifier}
        usualHeight={45}
        order={order}
        onSort={sort}
        choosing={{
          selection,
          noun: 'identifiers',
          count: identifiers.length,
          idOf: ({ identifier }) => identifier,
          nameOf: ({ identifier }) => identifier,
        }}
      />
      {!all && rows.length > shownFirst && <MoreRows count={rows.length} onAll={() => showAll(true)} />}
    </>
  )
}

type Row = { identifier: string; reason: UnmatchedReason }

const collator = new Intl.Collator(undefined, { numeric: true })

const identifierColumn: Column<Row> = {
  head: 'Identifier',
  className: 'code unmatched-cell',
  width: 240,
  sort: 'identifier',
  compare: (a, b) => collator.compare(a.identifier, b.identifier),
  csv: ({ identifier }) => identifier,
  cell: ({ identifier }) => identifier,
}
const reasonColumn: Column<Row> = {
  head: 'Reason',
  sort: 'reason',
  compare: (a, b) => collator.compare(reasons[a.reason], reasons[b.reason]),
  csv: ({ reason }) => reasons[reason],
}

/** `records`: the first record that holds each identifier, once an export needs them. */
const unmatchedColumns = (
  held: Held,
  confirm: { editing: Editing; onConfirm: (identifier: string, id: string) => Promise<void>; onChoose: () => void },
  requested: ReadonlyMap<string, RequestedBefore>,
  records: ReadonlyMap<string, RecordView> = new Map(),
): Columns<Row> => {
  const choiceOf = ({ identifier }: Row) => held.choices[held.at.get(identifier) ?? -1]
  return [
    identifierColumn,
    {
      ...reasonColumn,
      cell: (row) => (choiceOf(row) ? <HeldReason {...held} identifier={row.identifier} /> : reasons[row.reason]),
    },
    { head: 'Probably meant', csv: ({ identifier }) => probablyMeant(identifierKey(identifier)) ?? null },
    {
      head: 'Held by',
      csv: (row) => records.get(choiceOf(row)?.ids[0] ?? '')?.title.titlePrimary ?? null,
    },
    { head: 'Record number', csv: (row) => choiceOf(row)?.ids.join('; ') || null },
    { head: 'Catalogue request', csv: ({ identifier }) => requested.get(identifier)?.words ?? null },
    {
      head: 'What to do next',
      width: '45%',
      cell: (row) => {
        const choice = choiceOf(row)
        return choice ? (
          <Confirm
            choice={choice}
            disabled={confirm.editing !== 'open'}
            onConfirm={confirm.onConfirm}
            onChoose={confirm.onChoose}
          />
        ) : (
          <NextStep {...row} requested={requested.get(row.identifier)} />
        )
      },
    },
  ]
}

function NextStep({ identifier, reason, requested }: Row & { requested: RequestedBefore | undefined }) {
  if (requested) return <Link href={requested.address}>{requested.words}</Link>
  const words = reason === 'not_an_identifier' && /\p{L}{2}/u.test(identifier) ? identifier : undefined
  const byTitle = <Link href={searchByTitle(words)}>{words ? 'search for it' : 'search by title'}</Link>
  if (reason === 'not_found')
    return (
      <>
        <Link href={searchByTitle()}>Search by title</Link> or{' '}
        <Link href={catalogueThese([identifier])!}>request cataloguing</Link>
      </>
    )
  if (reason === 'not_chosen' || isForeign(reason))
    return (
      <>
        <RequestAgain identifier={identifier} /> and choose before the download, or{' '}
        <Link href={`/discover/results/?query=${encodeURIComponent(identifier)}`}>view its records</Link>
      </>
    )
  if (reason === 'spreadsheet_damage') return <>Format the column as text and paste again, or {byTitle}</>
  if (reason === 'not_an_identifier') return <>Check the item again, or {byTitle}</>
  const suggestion = probablyMeant(identifierKey(identifier))
  if (!suggestion) return <>Compare it with the number on the item, or {byTitle}</>
  return (
    <>
      Did you mean{' '}
      <Link href={`/discover/results/?query=${encodeURIComponent(suggestion)}`} className="code">
        {suggestion}
      </Link>
      ? Otherwise {byTitle}
    </>
  )
}
