import { useMemo } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { listOf } from '../../web/request-stage.ts'
import type { RequestView } from '../../web/send-request.ts'
import { catalogueThese } from './catalogue-these.ts'
import { FixLink } from './fix-link.tsx'
import { type RequestedBefore, useRequestedBefore } from './requested-before.ts'

/** `25 of 28 found. 1 has a wrong check digit, 1 isn’t in the catalogue, 1 is requested in CR1000041.` */
export function FoundSentence({ request }: { request: RequestView }) {
  const { unmatchedReasons, unmatchedRecords, identities, choices } = request
  const unmatched = useMemo(() => listOf(unmatchedRecords), [unmatchedRecords])
  const requested = useRequestedBefore(unmatched)
  const total = listOf(identities).length
  const undecided = choices.filter(({ heldAs }) => !heldAs).length
  const groups = groupsOf(unmatched, unmatchedReasons, requested)
  return (
    <>
      {grouped(total - unmatched.length - undecided)} of {grouped(total)} found.{' '}
      {groups.map(({ name, count, link }, i) => (
        <span key={name}>
          {i > 0 && ', '}
          {grouped(count)}{' '}
          {link ? (
            <>
              is requested in <Link href={link.address}>{link.words}</Link>
            </>
          ) : (
            name
          )}
        </span>
      ))}
      .
    </>
  )
}

/** The two ways on for identifiers without a record. */
export function UnmatchedWays({ request }: { request: RequestView }) {
  const me = useCurrentUser()
  const unmatched = useMemo(() => listOf(request.unmatchedRecords), [request.unmatchedRecords])
  const requested = useRequestedBefore(unmatched)
  const isMissing = (each: string) => (request.unmatchedReasons[each] ?? 'not_found') === 'not_found'
  const wrong = unmatched.filter((each) => !isMissing(each))
  const missing = unmatched.filter((each) => isMissing(each) && !requested.has(each))
  const address = catalogueThese(missing, { requestId: request.id, unmatched })
  return (
    <>
      {wrong.length > 0 && <FixLink identifiers={wrong}>Fix {grouped(wrong.length)}</FixLink>}
      {missing.length > 0 && address && isSchoolStaff(me) && (
        <LinkButton href={address}>Request cataloguing of {grouped(missing.length)}</LinkButton>
      )}
    </>
  )
}

type Group = { name: string; count: number; link?: RequestedBefore }

function groupsOf(
  unmatched: readonly string[],
  reasons: RequestView['unmatchedReasons'],
  requested: ReadonlyMap<string, RequestedBefore>,
): Group[] {
  const groups = new Map<string, Group>()
  for (const each of unmatched) {
    const before = requested.get(each)
    const reason = reasons[each] ?? 'not_found'
    const key = before?.address ?? reason
    const count = (groups.get(key)?.count ?? 0) + 1
    const [one, several] = named[reason]
    groups.set(key, { name: count === 1 ? one : several, count, ...(before && { link: before }) })
  }
  return [...groups.values()]
}

const cancelled = ['has a cancelled or invalid number', 'have cancelled or invalid numbers'] as const

/** After `1`, and after a larger number. */
const named: Record<UnmatchedReason, readonly [string, string]> = {
  bad_check_digit: ['has a wrong check digit', 'have a wrong check digit'],
  not_found: ['isn’t in the catalogue', 'aren’t in the catalogue'],
  not_an_identifier: ['isn’t a number we know', 'aren’t numbers we know'],
  spreadsheet_damage: ['was cut short by a spreadsheet', 'were cut short by a spreadsheet'],
  not_chosen: ['has several records', 'have several records'],
  invalid_isbn: cancelled,
  print_isbn: cancelled,
  cancelled_issn: cancelled,
  incorrect_issn: cancelled,
  invalid_number: cancelled,
}
