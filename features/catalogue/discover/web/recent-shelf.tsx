import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import type { Problem } from '#kit/problem.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { folderItemOf } from '../../record/web/folder-item.ts'
import { useRecordPieces } from '../../record/web/record-pieces.tsx'
import { Cover } from '../../web/catalogue-parts.tsx'
import { detailsAddress, type HitView, makerOf, titleOf, yearOf } from '../../web/hit-facts.ts'
import { Unauthorised } from '../../web/search-refused.tsx'

/** Verbatim from the specification, for both shelves. */
const shelfFailed = 'Error fetching fiction catalogued items. Please come back later'

/** A call that is refused or gets no reply shows the unauthorised view (specification, section 8). */
export const isUnauthorised = (problem: Problem | null): boolean =>
  problem !== null && [403, 0].includes(problem.status)

/** The records catalogued last, in a row as on a shelf. */
export function RecentShelf({
  title,
  reply,
  problem,
  again,
}: {
  title: string
  reply: { response: HitView[] } | undefined
  problem: Problem | null
  again: () => void
}) {
  const id = useId()
  const row = useShelfRow()
  const hits = problem ? [] : (reply?.response ?? [])
  return (
    <section className="recent" aria-labelledby={id}>
      <div className="recent-head row gap-16 spread line-below mb-8 pb-6">
        <h2 className="title-huge" id={id}>
          {title}
        </h2>
        {hits.length > 0 && row.overflows && (
          <div className="recent-steps flex gap-4 no-print">
            <Button square icon={ChevronLeft} disabled={row.atStart} onClick={() => row.step(-1)}>
              {`${title}: back`}
            </Button>
            <Button square icon={ChevronRight} disabled={row.atEnd} onClick={() => row.step(1)}>
              {`${title}: forward`}
            </Button>
          </div>
        )}
      </div>
      {problem && isUnauthorised(problem) && <Unauthorised problem={problem} onRetry={again} />}
      {problem && !isUnauthorised(problem) && <ErrorBox messages={[shelfFailed]} onRetry={again} />}
      {!reply && !problem && <ShelfComing />}
      {reply && !problem && hits.length === 0 && <p className="quiet">Nothing here yet.</p>}
      {hits.length > 0 && (
        <ul className="shelf-row flex gap-20 relative" ref={row.ref}>
          {hits.map((hit) => (
            <ShelfTitle key={hit._id} hit={hit} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ShelfTitle({ hit }: { hit: HitView }) {
  const { FolderToggle } = useRecordPieces()
  const { title, imageFileName } = hit._source
  const by = title.noteStmOfResponsibility || makerOf(hit)
  return (
    <li className="shelf-title flex rigid plain-links">
      <Cover imageFileName={imageFileName} title={titleOf(hit)} by={makerOf(hit)} size="shelf" />
      <h3 className="clamp-3 mt-8">
        <Link href={detailsAddress(hit._id)}>{titleOf(hit)}</Link>
      </h3>
      {by && <p className="ink-2 text-note clamp-2 mt-2 lh-135">{by}</p>}
      <div className="shelf-foot row spread pt-6 ink-2 text-note">
        <span className="num">{yearOf(hit)}</span>
        <FolderToggle item={folderItemOf(hit)} square />
      </div>
    </li>
  )
}

const ShelfComing = () => (
  <div className="shelf-row flex gap-20 relative" aria-hidden>
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((each) => (
      <div key={each} className="shelf-title flex rigid plain-links">
        <span className="cover shelf skeleton" />
        <Skeleton lines={2} />
      </div>
    ))}
  </div>
)

/** The scroll position of a row wider than its container, and stepping through it. */
function useShelfRow() {
  const [row, setRow] = useState<HTMLElement | null>(null)
  const [at, setAt] = useState({ overflows: false, atStart: true, atEnd: false })
  const ref = useCallback((element: HTMLElement | null) => {
    setRow(element)
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setAt({
        overflows: scrollWidth > clientWidth + 1,
        atStart: scrollLeft < 2,
        atEnd: scrollLeft + clientWidth > scrollWidth - 2,
      })
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const step = (direction: 1 | -1) => row?.scrollBy({ left: direction * row.clientWidth * 0.9, behavior: 'smooth' })
  return { ref, step, ...at }
}
