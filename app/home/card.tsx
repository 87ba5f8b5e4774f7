import type { ReactNode } from 'react'
import type { Problem } from '#kit/problem.ts'
import { grouped } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** One list of an overview. `all` leads to the whole of it, with this many lines. */
export function Card({
  title,
  count,
  all,
  children,
}: {
  title: string
  count?: number
  all: { href: string; label: string }
  children: ReactNode
}) {
  return (
    <section className="home-card framed rounded p-14-16 min-w-0" aria-label={title}>
      <div className="flex spread items-baseline gap-12 pb-6">
        <h3 className="title mr-auto">
          {title} {count !== undefined && <span className="num quiet weight-400">{grouped(count)}</span>}
        </h3>
        <Link className="text-small nowrap" href={all.href}>
          {all.label}
          {count !== undefined && <span className="only-heard">: {title}</span>}
        </Link>
      </div>
      {children}
    </section>
  )
}

export type Line = {
  key: string
  href: string
  title: string
  note: ReactNode
  /** Another step than opening it. */
  act?: { href: string; label: string }
}

export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="text-small">
    {lines.map(({ key, href, title, note, act }) => (
      <li key={key} className="flex spread gap-12 items-center py-6 line-above">
        <span className="min-w-0">
          <Link className="clamp-2 anywhere plain-link weight-500" href={href}>
            {title}
          </Link>
          <span className="num remark block">{note}</span>
        </span>
        {act && (
          <Link className="nowrap" href={act.href}>
            {act.label}
            <span className="only-heard">: {title}</span>
          </Link>
        )}
      </li>
    ))}
  </ul>
)

/** A placeholder while the reply loads, or a failure that can be retried. */
export const Pending = ({ problem, again }: { problem: Problem | null; again: () => void }) =>
  problem ? (
    <p className="quiet" role="alert">
      This list couldn’t be loaded. <TextButton onClick={again}>Try again</TextButton>
    </p>
  ) : (
    <Skeleton lines={3} width="80%" />
  )
