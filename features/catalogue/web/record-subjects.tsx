import { Network } from 'lucide-react'
import { quotedHeading, thesaurusAddress } from '#features/headings/web/headings-parts.tsx'
import { headingText, schemeName } from '#marc/subject-schemes.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { ShownHit } from './hit-facts.ts'
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
                    <InThesaurus heading={heading} />
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

/** To the heading's variants and the headings around it. A subdivision has no heading of its own there. */
function InThesaurus({ heading }: { heading: string }) {
  const [main = heading] = heading.split(' -- ')
  const name = `${main} in the thesaurus`
  return (
    <Link
      className="in-thesaurus"
      href={thesaurusAddress({ query: quotedHeading(main), selectedThesaurus: 'subjects' })}
      title={name}
    >
      <Icon of={Network} small />
      <span className="only-heard">{name}</span>
    </Link>
  )
}
