import { Link } from '#ui/link.tsx'
import { headingText, type ShownHit } from './hit-facts.ts'
import { searchByValue } from './search-links.ts'

/** What the code of a heading's scheme stands for (MARC subject heading and term source codes). */
const schemes: Record<string, string> = {
  scisshl: 'SCIS subject headings',
  scot: 'Schools Online Thesaurus',
  scisgenre: 'SCIS genre headings',
  lcsh: 'Library of Congress subject headings',
  lcshac: 'Library of Congress children’s subject headings',
  fast: 'FAST',
  mesh: 'Medical subject headings',
  reo: 'Ngā Upoko Tukutuku',
  nznb: 'New Zealand national bibliography',
  local: 'Local headings',
}

const schemeName = (code: string) => schemes[code] ?? (code ? code.toUpperCase() : 'Other headings')

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
