import './pager.css'
import { grouped } from '#kit/web/in-words.ts'
import { Link } from '../link.tsx'
import { nearPages, pageMarks } from './pages.ts'

/**
 * Previous, ten page numbers, a gap, the last page, Next; three numbers on a narrow screen. Each is a link, so it can
 * be opened in a new tab.
 */
export function Pager({
  page,
  count,
  hrefOf,
  label = 'Pages',
}: {
  page: number
  count: number
  hrefOf: (page: number) => string
  label?: string
}) {
  if (count < 2) return null
  const marks = pageMarks(page, count)
  const near = nearPages(page, count)
  const numbers = marks.filter((mark) => mark !== 'gap')
  const wideGap = marks.includes('gap')
  const narrowGap = near.at(-1)! < count - 1
  return (
    <nav className={count > 999 ? 'pager long' : 'pager'} aria-label={label}>
      <Step to={page - 1} reachable={page > 1} hrefOf={hrefOf} word="Previous" />
      {numbers.flatMap((mark) => [
        mark === count && narrowGap && (
          <span key="gap" className={wideGap ? 'gap' : 'gap narrow-only'}>
            <span aria-hidden>…</span>
            <span className="only-heard">pages left out</span>
          </span>
        ),
        <Link
          key={mark}
          className={mark === count || near.includes(mark) ? undefined : 'wide-only'}
          href={hrefOf(mark)}
          aria-label={`Page ${grouped(mark)}`}
          aria-current={mark === page ? 'page' : undefined}
        >
          {grouped(mark)}
        </Link>,
      ])}
      <Step to={page + 1} reachable={page < count} hrefOf={hrefOf} word="Next" />
    </nav>
  )
}

function Step(props: { to: number; reachable: boolean; hrefOf: (page: number) => string; word: string }) {
  const { to, reachable, hrefOf, word } = props
  if (!reachable) return <span className="off">{word}</span>
  return (
    <Link href={hrefOf(to)} rel={word === 'Next' ? 'next' : 'prev'}>
      {word}
    </Link>
  )
}
