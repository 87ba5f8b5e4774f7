import { FilePlus2 } from 'lucide-react'
import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { identifierKey } from '#marc/identifier.ts'
import { LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Link } from '#ui/link.tsx'
import { LongTable } from '#ui/long-table.tsx'
import { probablyMeant } from './probably-meant.ts'
import { reasons } from './row-words.ts'
import type { ShownRequest } from './send-request.ts'

/** An address longer than this is cut by some servers: the rest is asked for in a second request. */
const mostInOneAddress = 200

export const catalogueThese = (identifiers: string[]): string =>
  `/CreateCatalogueRequest?identifiers=${identifiers.slice(0, mostInOneAddress).map(encodeURIComponent).join(',')}`

/** Each identifier without a record, why, and what to do next. */
export function UnmatchedIdentifiers({
  identifiers,
  unmatchedReasons,
}: {
  identifiers: string[]
  unmatchedReasons: ShownRequest['unmatchedReasons']
}) {
  const reasonOf = (identifier: string): UnmatchedReason => unmatchedReasons[identifier] ?? 'not_found'
  const absent = identifiers.filter((identifier) => reasonOf(identifier) === 'not_found')
  return (
    <>
      <div className="unmatched-actions">
        {absent.length > 1 && absent.length <= mostInOneAddress && (
          <LinkButton href={catalogueThese(absent)} icon={FilePlus2}>
            Request cataloguing of {absent.length}
          </LinkButton>
        )}
        <CopyButton
          text={identifiers.join('\n')}
          label={identifiers.length === 1 ? 'Copy it' : `Copy all ${identifiers.length}`}
          wide
        />
      </div>
      <LongTable
        caption="Unmatched identifiers"
        columns={
          <>
            <th scope="col">Identifier</th>
            <th scope="col">Reason</th>
            <th scope="col">What to do next</th>
          </>
        }
        rows={identifiers}
        keyOf={(identifier) => identifier}
        usualHeight={45}
        cells={(identifier) => {
          const reason = reasonOf(identifier)
          return (
            <>
              <td className="code unmatched-cell">{identifier}</td>
              <td>{reasons[reason]}</td>
              <td className="next-cell">
                <NextStep identifier={identifier} reason={reason} />
              </td>
            </>
          )
        }}
      />
    </>
  )
}

function NextStep({ identifier, reason }: { identifier: string; reason: UnmatchedReason }) {
  const searchByTitle = <Link href="/discover/results/">search by title</Link>
  if (reason === 'not_found')
    return (
      <>
        <Link href="/discover/results/">Search by title</Link> or{' '}
        <Link href={catalogueThese([identifier])}>request cataloguing</Link>
      </>
    )
  if (reason === 'spreadsheet_damage') return <>Format the column as text and paste again, or {searchByTitle}</>
  if (reason === 'not_an_identifier') return <>Look at the item again, or {searchByTitle}</>
  const suggestion = probablyMeant(identifierKey(identifier))
  if (!suggestion) return <>Compare it with the number on the item, or {searchByTitle}</>
  return (
    <>
      Did you mean{' '}
      <Link href={`/discover/results/?query=${encodeURIComponent(suggestion)}`} className="code">
        {suggestion}
      </Link>
      ? Otherwise {searchByTitle}
    </>
  )
}
