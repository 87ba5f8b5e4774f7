import './work.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useParams } from '#kit/web/router.tsx'
import { hearSingleKey, keyIsOn } from '#kit/web/single-keys.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Neighbours, useNeighbours } from './use-neighbours.ts'
import { Work } from './work.tsx'

/** Links to the queue and to its next work; J and K do the same. */
function WorkNav({ neighbours }: { neighbours: Neighbours }) {
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
    <nav className="work-nav row gap-6 text-small mb-6" aria-label="Queue">
      <BackLink always fallback={{ href: queue, title: 'Queue' }} />
      {place !== undefined && (
        <span className="num quiet">
          {grouped(place)} of {grouped(of)}
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

/** Poll interval in milliseconds, for messages, assignments and parcels. */
const pollMs = 30_000

export const WorkScreen = forDesk(OneWork)

/** One unit of cataloguing: every detail from the schools, and the answer to them. */
function OneWork() {
  const { itemId = '' } = useParams()
  const { reply, problem, stale, again } = useLatestReply(cataloguingApi.work, { itemId }, { refetchEvery: pollMs })
  const neighbours = useNeighbours(itemId)
  const work = stale ? undefined : reply?.response
  return (
    <div className="work">
      <WorkNav neighbours={neighbours} />
      {work ? (
        <Work key={itemId} itemId={itemId} work={work} neighbours={neighbours} />
      ) : problem?.code === 'item_not_found' ? (
        <EmptyState top title="We couldn’t find this item" hint="It may not have been submitted yet.">
          <LinkButton href={neighbours.queue}>Back to the queue</LinkButton>
        </EmptyState>
      ) : problem ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : (
        <>
          <DeskHead title="Cataloguing" />
          <Skeleton lines={10} width="80%" />
        </>
      )}
    </div>
  )
}
