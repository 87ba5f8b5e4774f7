import { FilePlus2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { identifierKey } from '#marc/identifier.ts'
import { LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import type { CsvTable } from '#ui/csv.ts'
import { CsvButton } from '#ui/csv-button.tsx'
import { Link } from '#ui/link.tsx'
import { LongTable } from '#ui/long-table.tsx'
import { type Order, SortableHeader } from '#ui/table.tsx'
import { MendLink } from './mend-link.tsx'
import { probablyMeant } from './probably-meant.ts'
import { reasons } from './row-words.ts'
import { searchByTitle } from './search-by-title.ts'
import type { ShownRequest } from './send-request.ts'

/** An address longer than this is cut by some servers: the rest is asked for in a second request. */
const mostInOneAddress = 200

export const catalogueThese = (identifiers: readonly string[]): string =>
  `/CreateCatalogueRequest?identifiers=${identifiers.slice(0, mostInOneAddress).map(encodeURIComponent).join(',')}`

/** Each identifier without a record, why, and what to do next. `name` is that of an exported file. */
export function UnmatchedIdentifiers({
  identifiers,
  unmatchedReasons,
  name,
}: {
  identifiers: readonly string[]
  unmatchedReasons: ShownRequest['unmatchedReasons']
  name: string
}) {
  const [order, sort] = useState<Order | null>(null)
  const rows = useMemo(() => {
    const reasonOf = (identifier: string): UnmatchedReason => unmatchedReasons[identifier] ?? 'not_found'
    const all = identifiers.map((identifier) => ({ identifier, reason: reasonOf(identifier) }))
    return order ? all.sort(comparing(order)) : all
  }, [identifiers, unmatchedReasons, order])
  const absent = rows.filter(({ reason }) => reason === 'not_found').map(({ identifier }) => identifier)
  return (
    <>
      <div className="list-actions">
        <MendLink identifiers={identifiers} />
        {absent.length > 1 && absent.length <= mostInOneAddress && (
          <LinkButton href={catalogueThese(absent)} icon={FilePlus2}>
            Request cataloguing of {absent.length}
          </LinkButton>
        )}
        <CopyButton
          text={identifiers.join('\n')}
          label={identifiers.length === 1 ? 'Copy it' : `Copy all ${identifiers.length.toLocaleString()}`}
          wide
        />
        <CsvButton name={name} read={() => tableOf(rows)} />
      </div>
      <LongTable
        caption="Unmatched identifiers"
        columns={
          <>
            <SortableHeader by="identifier" order={order} onSort={sort}>
              Identifier
            </SortableHeader>
            <SortableHeader by="reason" order={order} onSort={sort}>
              Reason
            </SortableHeader>
            <th scope="col">What to do next</th>
          </>
        }
        rows={rows}
        keyOf={({ identifier }) => identifier}
        usualHeight={45}
        cells={({ identifier, reason }) => (
          <>
            <td className="code unmatched-cell">{identifier}</td>
            <td>{reasons[reason]}</td>
            <td className="next-cell">
              <NextStep identifier={identifier} reason={reason} />
            </td>
          </>
        )}
      />
    </>
  )
}

type Row = { identifier: string; reason: UnmatchedReason }

const collator = new Intl.Collator(undefined, { numeric: true })
const comparing = ({ by, descending }: Order) => {
  const textOf = ({ identifier, reason }: Row) => (by === 'reason' ? reasons[reason] : identifier)
  return (a: Row, b: Row) => collator.compare(textOf(a), textOf(b)) * (descending ? -1 : 1)
}

const tableOf = (rows: Row[]): CsvTable => ({
  columns: ['Identifier', 'Reason', 'Probably meant'],
  rows: rows.map(({ identifier, reason }) => [
    identifier,
    reasons[reason],
    probablyMeant(identifierKey(identifier)) ?? null,
  ]),
})

function NextStep({ identifier, reason }: Row) {
  const words = reason === 'not_an_identifier' && /\p{L}{2}/u.test(identifier) ? identifier : undefined
  const byTitle = <Link href={searchByTitle(words)}>{words ? 'search for it' : 'search by title'}</Link>
  if (reason === 'not_found')
    return (
      <>
        <Link href={searchByTitle()}>Search by title</Link> or{' '}
        <Link href={catalogueThese([identifier])}>request cataloguing</Link>
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
