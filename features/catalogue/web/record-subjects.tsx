import { headingText, schemeName } from '#marc/subject-schemes.ts'
import { Link } from '#ui/link.tsx'
import type { ShownHit } from './hit-facts.ts'
import { InThesaurus } from './in-thesaurus.tsx'
import { searchByValue } from './search-links.ts'

/** Subject headings under the scheme that they come from, each a link that searches. */
export function RecordSubjects({ headings }: { headings: ShownHit['_source']['subjectHeadings'] }) {
  if (headings.length === 0) return null
  const byScheme = Object.entries(Object.groupBy(headings, ({ scheme }) => scheme))
  return (
    <section className="record-part">
      <h2>Subjects</h2>
      <dl className="facts-table">
        {byScheme.map(([scheme, members]) => (
          <div key={scheme}>
            <dt>{schemeName(scheme)}</dt>
            <dd>
              <ul className="values">
                {[...new Set(members?.map(({ heading }) => heading))].map((heading) => (
                  <li key={heading}>
                    <Link href={searchByValue('subjects', heading)}>{headingText(heading)}</Link>
                    <InThesaurus heading={heading} of="subjects" />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
