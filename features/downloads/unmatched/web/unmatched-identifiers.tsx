import { FilePlus2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { identifierKey } from '#marc/identifier.ts'
import { announce } from '#ui/announce.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Link } from '#ui/link.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { LongTable } from '#ui/table/long-table.tsx'
import type { ExportTable } from '#ui/table/save-table.ts'
import { SelectAllHeader, SelectBox } from '#ui/table/select-column.tsx'
import { type Order, SortableHeader } from '#ui/table/table.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { TextButton } from '#ui/text-button.tsx'
import { probablyMeant } from '../../quick-request/web/probably-meant.ts'
import { reasons } from '../../quick-request/web/row-words.ts'
import { MoreRows, shownFirst } from '../../request/web/more-rows.tsx'
import type { Editing } from '../../web/request-stage.ts'
import { searchByTitle } from '../../web/search-by-title.ts'
import type { ShownRequest } from '../../web/send-request.ts'
import { type ShownRecord, useAllRecords } from '../../web/use-record.ts'
import { catalogueThese, nothingToCatalogue, tooManyToCatalogue } from './catalogue-these.ts'
import { Confirm, type Held, HeldReason, heldIn, isForeign } from './held-identifier.tsx'
import { MendAgain, MendLink } from './mend-link.tsx'

/** Each identifier without a record, why, and what to do next. `name` is that of an exported file. */
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
  unmatchedReasons: ShownRequest['unmatchedReasons']
  name: string
  /** What waits for a choice; of these, the identifiers that records only hold. */
  proposals: ShownRequest['choices']
  editing: Editing
  onConfirm: (identifier: string, id: string) => Promise<void>
  /** Leads to where records stand beside each other. */
  onChoose: () => void
}) {
  const [all, showAll] = useState(false)
  const [order, sort] = useState<Order | null>(null)
  const rows = useMemo(() => {
    const reasonOf = (identifier: string): UnmatchedReason => unmatchedReasons[identifier] ?? 'not_found'
    const all = identifiers.map((identifier) => ({ identifier, reason: reasonOf(identifier) }))
    return order ? all.sort(comparing(order)) : all
  }, [identifiers, unmatchedReasons, order])
  const held = useMemo(() => heldIn(proposals), [proposals])
  const readHeld = useAllRecords(held.ids)
  const shown = useMemo(() => rows.map(({ identifier }) => identifier), [rows])
  const selection = useSelection(shown)
  const [refused, setRefused] = useState<string>()
  const selected = shown.filter((identifier) => selection.chosen.has(identifier))
  const address = catalogueThese(selected, { requestId, unmatched: identifiers })
  const refusal = selected.length === 0 ? nothingToCatalogue : address === undefined ? tooManyToCatalogue : undefined
  return (
    <>
      <div className="list-actions">
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
        <MendLink identifiers={selected.length > 0 ? selected : identifiers} />
        <CopyButton
          text={identifiers.join('\n')}
          label={identifiers.length === 1 ? 'Copy it' : `Copy all ${identifiers.length.toLocaleString()}`}
          wide
        />
        <ExportButton name={name} read={async () => tableOf(rows, held, await readHeld())} />
        {selected.length > 0 && (
          <p className="selected num">
            {selected.length.toLocaleString()} of {identifiers.length.toLocaleString()} selected{' '}
            <TextButton onClick={selection.clear}>Clear</TextButton>
          </p>
        )}
        {refused !== undefined && refused === refusal && <p className="refused">{refused}</p>}
      </div>
      <LongTable
        caption="Unmatched identifiers"
        columns={
          <>
            <SelectAllHeader selection={selection} count={identifiers.length} noun="identifiers" />
            <SortableHeader by="identifier" order={order} onSort={sort}>
              Identifier
            </SortableHeader>
            <SortableHeader by="reason" order={order} onSort={sort}>
              Reason
            </SortableHeader>
            <th scope="col">What to do next</th>
          </>
        }
        rows={all ? rows : rows.slice(0, shownFirst)}
        keyOf={({ identifier }) => identifier}
        usualHeight={45}
        cells={({ identifier, reason }) => (
          <>
            <td className="check-cell">
              <SelectBox selection={selection} id={identifier} name={identifier} />
            </td>
            <td className="code unmatched-cell">{identifier}</td>
            <td>{held.at.has(identifier) ? <HeldReason {...held} identifier={identifier} /> : reasons[reason]}</td>
            <td className="next-cell">
              {held.at.has(identifier) ? (
                <Confirm
                  choice={held.choices[held.at.get(identifier)!]!}
                  disabled={editing !== 'open'}
                  onConfirm={onConfirm}
                  onChoose={onChoose}
                />
              ) : (
                <NextStep identifier={identifier} reason={reason} />
              )}
            </td>
          </>
        )}
      />
      {!all && rows.length > shownFirst && <MoreRows count={rows.length} onAll={() => showAll(true)} />}
    </>
  )
}

type Row = { identifier: string; reason: UnmatchedReason }

const collator = new Intl.Collator(undefined, { numeric: true })
const comparing = ({ by, descending }: Order) => {
  const textOf = ({ identifier, reason }: Row) => (by === 'reason' ? reasons[reason] : identifier)
  return (a: Row, b: Row) => collator.compare(textOf(a), textOf(b)) * (descending ? -1 : 1)
}

const tableOf = (rows: Row[], { choices, at }: Held, records: ReadonlyMap<string, ShownRecord>): ExportTable => ({
  columns: ['Identifier', 'Reason', 'Probably meant', 'Held by', 'Record number'],
  rows: rows.map(({ identifier, reason }) => {
    const ids = choices[at.get(identifier) ?? -1]?.ids ?? []
    return [
      identifier,
      reasons[reason],
      probablyMeant(identifierKey(identifier)) ?? null,
      ids[0] === undefined ? null : (records.get(ids[0])?.title.titlePrimary ?? null),
      ids.join('; ') || null,
    ]
  }),
})

function NextStep({ identifier, reason }: Row) {
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
        <MendAgain identifier={identifier} /> and choose before the download, or{' '}
        <Link href={`/discover/results/?query=${encodeURIComponent(identifier)}`}>look at its records</Link>
      </>
    )
  if (reason === 'spreadsheet_damage') return <>Format the column as text and paste again, or {byTitle}</>
  if (reason === 'not_an_identifier') return <>Look at the item again, or {byTitle}</>
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
