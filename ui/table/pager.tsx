import { words } from '../messages.ts'
import './pager.css'
import { grouped } from '#kit/web/format.ts'
import { Link } from '../link.tsx'
import { pageNumbers, pagesOnNarrow } from './pages.ts'

/**
 * Previous, the first page, ten page numbers, the last page, Next; three numbers on a narrow screen. Each is a link, so
 * it can be opened in a new tab.
 */
export function Pager({
  page,
  count,
  hrefOf,
  label = words.pages,
}: {
  page: number
  count: number
  hrefOf: (page: number) => string
  label?: string
}) {
  if (count < 2) return null
  const onNarrow = pagesOnNarrow(page, count)
  return (
    <nav className={count > 999 ? 'pager long' : 'pager'} aria-label={label}>
      <Step to={page - 1} reachable={page > 1} hrefOf={hrefOf} word={words.previous} />
      {pageNumbers(page, count).flatMap((number, at, numbers) => {
        const stays = onNarrow.includes(number)
        const gap = at > 0 && numbers[at - 1]! < number - 1
        const narrowGap = stays && at > 0 && !onNarrow.includes(number - 1)
        return [
          (gap || narrowGap) && (
            <span key={`gap ${number}`} className={gap ? (narrowGap ? 'gap' : 'gap wide-only') : 'gap narrow-only'}>
              <span aria-hidden>…</span>
              <span className="only-heard">{words.pagesLeftOut}</span>
            </span>
          ),
          <Link
            key={number}
            className={stays ? undefined : 'wide-only'}
            href={hrefOf(number)}
            aria-label={`${words.page} ${grouped(number)}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {grouped(number)}
          </Link>,
        ]
      })}
      <Step to={page + 1} reachable={page < count} hrefOf={hrefOf} word={words.next} />
    </nav>
  )
}

function Step(props: { to: number; reachable: boolean; hrefOf: (page: number) => string; word: string }) {
  const { to, reachable, hrefOf, word } = props
  if (!reachable) return <span className="off">{word}</span>
  return (
    <Link href={hrefOf(to)} rel={word === words.next ? 'next' : 'prev'}>
      {word}
    </Link>
  )
}
