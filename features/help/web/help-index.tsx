import { useState } from 'react'
import { counted } from '#kit/web/format.ts'
import { replaceWith } from '#kit/web/history.ts'
import { useSearch } from '#kit/web/router.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { articles } from './articles/all-articles.ts'
import { findTopics } from './find-topics.ts'

/** All areas of the help; while words are in the field, the topics that contain them. */
export function HelpIndex() {
  const [sought, setSought] = useState([useSearch().query].flat()[0] ?? '')
  const seek = (text: string) => {
    setSought(text)
    replaceWith(text.trim() === '' ? '/help' : `/help?${new URLSearchParams({ query: text.trim() })}`)
  }
  const found = findTopics(articles, sought)
  const searching = sought.trim() !== ''
  return (
    <>
      <title>Help</title>
      <h1 tabIndex={-1}>Help</h1>
      <search className="block max-520 mt-14">
        <TextField
          type="search"
          label="Search the help"
          maxLength={100}
          value={sought}
          onChange={({ target }) => seek(target.value)}
        />
      </search>
      <p className="remark mt-4" role="status">
        {searching && found.length > 0 && `${counted(found.length, 'topic')} found`}
      </p>
      {!searching ? (
        <Areas />
      ) : found.length === 0 ? (
        <EmptyState title="No topics found" hint="Try fewer or different words, or ask us.">
          <Link className="button" href="/contact">
            Contact us
          </Link>
        </EmptyState>
      ) : (
        <ul className="measure mt-8">
          {found.map(({ article, topic, excerpt }) => (
            <li className="py-12 line-below" key={`${article.area} ${topic.id}`}>
              <h2 className="title-small">
                <Link href={`/help/${article.area}#${topic.id}`}>{topic.title}</Link>
              </h2>
              <p className="remark">{article.title}</p>
              <p className="aside mt-2">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Areas = () => (
  <>
    <ul className="help-areas mt-12">
      {articles.map(({ area, title, summary, topics }) => (
        <li className="card p-14-16" key={area}>
          <h2 className="title">
            <Link href={`/help/${area}`}>{title}</Link>
          </h2>
          <p className="aside mt-2">{summary}</p>
          <ul className="mt-8 stack gap-4">
            {topics.map(({ id, title: topic }) => (
              <li key={id}>
                <Link href={`/help/${area}#${id}`}>{topic}</Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
    <p className="mt-22">
      Need something else? <Link href="/contact">Contact us</Link>, or see whether{' '}
      <Link href="/status">everything works</Link>.
    </p>
  </>
)
