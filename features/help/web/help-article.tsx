import { useEffect } from 'react'
import { useLocation } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { Topics } from './article-text.tsx'
import { articles } from './articles/all-articles.ts'
import { accessibility, terms } from './articles/statements.ts'

const statements = [accessibility, terms]

/** One area of the help, or a statement, from its first heading or the one in the address. */
export function HelpArticle({ area }: { area: string }) {
  const { hash } = useLocation()
  const article = [...articles, ...statements].find((each) => each.area === area)
  useEffect(() => {
    const heading = hash && document.getElementById(hash.slice(1))
    if (!heading) return
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, [hash])
  if (!article)
    return (
      <EmptyState top title="There’s no help page at this address" hint="Search the help, or choose an area.">
        <Link className="button main" href="/help">
          Go to help
        </Link>
      </EmptyState>
    )
  const { title, summary, topics } = article
  const isHelp = articles.includes(article)
  return (
    <div className="measure">
      <title>{title}</title>
      {isHelp && <BackLink always fallback={{ href: '/help', title: 'Help' }} />}
      <h1 className="mt-6" tabIndex={-1}>
        {title}
      </h1>
      <p className="quiet mt-4">{summary}</p>
      {isHelp && (
        <nav className="help-contents mt-14 no-print" aria-label="On this page">
          <ul className="flow gap-4-14">
            {topics.map((topic) => (
              <li key={topic.id}>
                <a href={`#${topic.id}`}>{topic.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Topics topics={topics} />
      {isHelp && (
        <p className="line-above mt-28 pt-16">
          Didn’t find it? <Link href="/contact">Contact us</Link>.
        </p>
      )}
    </div>
  )
}
