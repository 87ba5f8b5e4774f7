import { SearchCheck } from 'lucide-react'
import { counted, formatDay, grouped } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import type { RequestView } from '../../web/send-request.ts'

const maxNamed = 5

/** Identifiers that had no record at first, and the requests that now have it. */
export const FoundLater = ({ followedBy }: Pick<RequestView, 'followedBy'>) => (
  <div className="found-later">
    <SearchCheck aria-hidden />
    <ul>
      {followedBy.map(({ requestId, day, identifiers }) => (
        <li key={requestId}>
          <strong className="num">{counted(identifiers.length, 'identifier')}</strong>{' '}
          {identifiers.length === 1 ? 'was' : 'were'} found later, on {formatDay(day, 'long')}:{' '}
          <span className="num">{namedShortly(identifiers)}</span>.{' '}
          <Link href={`/downloadRequest/${requestId}`}>
            View the request with {identifiers.length === 1 ? 'it' : 'them'}
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

function namedShortly(identifiers: string[]): string {
  const named = identifiers.slice(0, maxNamed).join(', ')
  const others = identifiers.length - maxNamed
  return others > 0 ? `${named} and ${grouped(others)} more` : named
}
