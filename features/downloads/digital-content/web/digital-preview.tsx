import { dayOfMidnight, isDay } from '#kit/day.ts'
import './digital-preview.css'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { Cover, detailsAddress, ResourceType } from '#features/catalogue/web/catalogue-parts.tsx'
import { formatDay } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'

const maxPreviewed = 6

/** The server's query for a request of these days: newest first. */
const newest = (from: string, to: string) =>
  JSON.stringify({
    size: maxPreviewed,
    query: {
      bool: {
        filter: [{ terms: { scisType: itemTypes.Digital } }, { range: { voyagerCreateDate: { gte: from, lte: to } } }],
      },
    },
    sort: [{ voyagerCreateDate: 'desc' }],
  })

/** The first few records. If they cannot be read, their number above is enough. */
export function DigitalPreview({ from, to, count }: { from: string; to: string; count: number }) {
  const { reply, problem } = useLatestReply(catalogueApi.search, { bodybuilderquery: newest(from, to) })
  if (problem && !reply) return null
  const hits = reply?.hits.hits
  return (
    <section className="digital-preview mt-22 plain-links">
      <h2 className="remark weight-550">{count > maxPreviewed ? `The newest ${maxPreviewed}` : 'Newest first'}</h2>
      {!hits && <Skeleton lines={8} width="70%" />}
      <ul className="mt-6 line-above">
        {hits?.map(({ _id, _source: { title, authors, scisType, imageFileName, voyagerCreateDate } }) => {
          const name = title.titlePrimary || `Record ${_id}`
          const by = title.noteStmOfResponsibility || authors.join('; ')
          return (
            <li className="stack gap-14 line-below py-10" key={_id}>
              <Cover imageFileName={imageFileName} title={name} by={by} />
              <div>
                <Link className="title-small" href={detailsAddress(_id)}>
                  {name}
                </Link>
                {by && <p className="by aside">{by}</p>}
                <p className="facts num flow remark gap-0-14">
                  <ResourceType type={scisType} />
                  <span>Catalogued {catalogued(voyagerCreateDate)}</span>
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The member is a Date because of the specification's naming rule. */
const catalogued = (day: Date | string | null) => {
  const text = day instanceof Date ? dayOfMidnight(day) : (day ?? '')
  return isDay(text) ? formatDay(text) : text
}
