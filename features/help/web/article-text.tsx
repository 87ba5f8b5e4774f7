import { Fragment, type ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import type { Article, Topic } from './articles/article.ts'

/** The topics of an article, each below a heading that links lead to. */
export const Topics = ({ topics }: Pick<Article, 'topics'>) => (
  <div className="stack gap-28 mt-22">
    {topics.map((topic) => (
      <TopicText key={topic.id} {...topic} />
    ))}
  </div>
)

const TopicText = ({ id, title, text }: Topic) => (
  <section aria-labelledby={id}>
    <h2 className="title-large no-outline" id={id} tabIndex={-1}>
      {title}
    </h2>
    {text.map((paragraph) =>
      typeof paragraph === 'string' ? (
        <p className="mt-6" key={paragraph}>
          {withMarks(paragraph)}
        </p>
      ) : (
        <ul className="help-list mt-6" key={paragraph[0]}>
          {paragraph.map((line) => (
            <li key={line}>{withMarks(line)}</li>
          ))}
        </ul>
      ),
    )}
  </section>
)

/** The text with its links, names and typed words: see articles/article.ts. */
export function withMarks(text: string): ReactNode {
  const parts = text.split(/(\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*|`[^`]+`)/).filter((part) => part !== '')
  let start = 0
  return parts.map((part) => {
    const key = start
    start += part.length
    const [, label, href] = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/) ?? []
    return (
      <Fragment key={key}>
        {href ? (
          <Link href={href}>{label}</Link>
        ) : part.startsWith('**') ? (
          <strong className="weight-600">{part.slice(2, -2)}</strong>
        ) : part.startsWith('`') ? (
          <code>{part.slice(1, -1)}</code>
        ) : (
          part
        )}
      </Fragment>
    )
  })
}

/** The words of a text, without its marks. */
export const plainText = (text: string) => text.replace(/\[([^\]]+)\]\([^)]+\)|\*\*|`/g, '$1')
