import { grouped } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { addressOf, useSavedSearches } from './use-saved-searches.ts'

const few = 6

/** The person's saved searches beside the entry points: those with new records first. */
export function NewsOfSearches() {
  const { reply } = useSavedSearches()
  if (!reply) return null
  const searches = [...reply.response].sort((a, b) => b.newRecords - a.newRecords)
  return (
    <section className="own-searches stack gap-8 justify-items-start text-small" aria-label="Saved searches">
      <div className="own-head flex gap-12 items-baseline spread w-full line-below pb-6">
        <h2>Saved searches</h2>
        {searches.length > 0 && <Link href="/savedSearches">{searches.length > few ? 'All' : 'Manage'}</Link>}
      </div>
      {searches.length === 0 ? (
        <p className="quiet">
          Choose “Save this search” above any results. We’ll count its new records here and can email you about them.
        </p>
      ) : (
        <ul>
          {searches.slice(0, few).map(({ id, name, newRecords, ...search }) => (
            <li className="flex gap-12 items-baseline spread" key={id}>
              <Link className="min-w-0 anywhere clamp-2 plain-link weight-500" href={addressOf(search)}>
                {name}
              </Link>
              {newRecords > 0 && <span className="status ok num rigid">{grouped(newRecords)} new</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
