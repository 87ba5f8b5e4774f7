import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { goTo } from '#kit/web/history.ts'
import { hearSingleKey, keyIsOn } from '#kit/web/single-keys.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import type { Neighbours } from './use-neighbours.ts'

/** Back to the queue, and on to what stands next in it; J and K do the same. */
export function WorkNav({ neighbours }: { neighbours: Neighbours }) {
  const { queue, previous, next, place, of } = neighbours
  useEffect(() =>
    hearSingleKey('list-keys', (key) => {
      const to = { j: next, k: previous }[key.toLowerCase()]
      if (!to) return false
      goTo(to.href)
      return true
    }),
  )
  const hint = (key: string) => (keyIsOn('list-keys') ? ` (${key})` : '')
  return (
    <nav className="work-nav" aria-label="Queue">
      <BackLink always fallback={{ href: queue, title: 'Queue' }} />
      {place !== undefined && (
        <span className="num quiet">
          {place.toLocaleString()} of {of.toLocaleString()}
        </span>
      )}
      {previous && (
        <LinkButton look="bare" square icon={ChevronLeft} href={previous.href} title={`${previous.name}${hint('K')}`}>
          {`Previous: ${previous.name}`}
        </LinkButton>
      )}
      {next && (
        <LinkButton look="bare" square icon={ChevronRight} href={next.href} title={`${next.name}${hint('J')}`}>
          {`Next: ${next.name}`}
        </LinkButton>
      )}
    </nav>
  )
}
