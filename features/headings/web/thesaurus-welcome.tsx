import { useQuery } from '@tanstack/react-query'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { headingText } from '#marc/subject-schemes.ts'
import { Link } from '#ui/link.tsx'
import { type HeadingHit, headingsApi } from '../contract.ts'
import { quotedHeading, standardAddress, thesaurusAddress } from './headings-parts.tsx'
import { topTermsQuery } from './thesaurus-state.ts'

/** What the headings are for, and ways in for somebody who has no word yet. */
export function ThesaurusWelcome() {
  const { data } = useQuery(readOf(headingsApi.searchHeadings, { bodybuilderquery: JSON.stringify(topTermsQuery) }))
  const tops = topsOf(data?.hits.hits ?? [])
  return (
    <div className="thesaurus-welcome">
      <p className="lead">
        A heading is the one form under which the catalogue keeps a subject, a person, an organisation or a series.
        Search by the word that you would use: where the catalogue uses another one, you are led to it, and from there
        to broader, narrower and related headings and to the records.
      </p>
      {tops.length > 0 && (
        <section>
          <h2>Top terms</h2>
          <ul className="top-terms">
            {tops.map(({ heading, narrower }) => (
              <li key={heading}>
                <Link href={thesaurusAddress({ query: quotedHeading(heading), selectedThesaurus: 'subjects' })}>
                  {headingText(heading)}
                </Link>{' '}
                <span className="count num">
                  {narrower.toLocaleString()}
                  <span className="only-heard"> narrower {narrower === 1 ? 'heading' : 'headings'}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="quiet">
        All subject headings also stand in the <Link href={standardAddress('index')}>subject headings standard</Link>,
        from A to Z and <Link href={standardAddress('tree')}>as a tree</Link>.
      </p>
    </div>
  )
}

/** A heading that several schemes have is searched in all of them: it stands once. */
function topsOf(hits: HeadingHit[]) {
  const below = new Map<string, Set<string>>()
  for (const { _source } of hits) {
    const names = below.get(_source.heading) ?? new Set()
    for (const { heading } of _source.narrower) names.add(heading)
    below.set(_source.heading, names)
  }
  return [...below].map(([heading, names]) => ({ heading, narrower: names.size }))
}
