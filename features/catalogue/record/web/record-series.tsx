import { catalogueApi } from '#features/catalogue/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { seriesOf } from '#marc/citation/series.ts'
import { Link } from '#ui/link.tsx'
import { Cover } from '../../web/catalogue-parts.tsx'
import { detailsAddress, makerOf, titleOf, yearOf } from '../../web/hit-facts.ts'
import { searchByPhrase } from '../../web/search-links.ts'
import type { RecordView } from './record-facts.tsx'
import { neighbours, onePerVolume, volumesOf } from './series-order.ts'

/** The volumes before and after a record in its first series. Shows nothing if it has none. */
export function RecordSeries({ source }: { source: RecordView }) {
  const name = source.series.map((each) => seriesOf(each).name).find((each) => each !== '') ?? ''
  const { reply } = useLatestReply(
    catalogueApi.search,
    {
      bodybuilderquery: JSON.stringify({
        size: 100,
        query: { query_string: { query: `series:"${name.replace(/["\\]/g, ' ')}"` } },
      }),
    },
    { enabled: name !== '' },
  )
  if (!reply || name === '') return null
  // The results for a long series may lack the record itself.
  const others = reply.hits.hits.filter(({ _id }) => _id !== source.id)
  const own = { _id: source.id, _score: 0, _source: source }
  const volumes = onePerVolume(volumesOf(name, [own, ...others]), source.id)
  if (volumes.length < 2) return null
  const numbered = volumes.some(({ volume }) => volume)
  return (
    <section className="record-part record-series stack gap-8 line-above pt-18" aria-labelledby="series-heading">
      <div className="part-head split items-baseline text-small gap-4-14">
        <h2 id="series-heading">In the series {name}</h2>
        <Link href={searchByPhrase('series', name)}>All of this series</Link>
      </div>
      <ol className="stack">
        {neighbours(volumes, source.id).map(({ hit, volume }) => {
          const title = titleOf(hit)
          const here = hit._id === source.id
          return (
            <li key={hit._id} className={here ? 'here' : undefined}>
              <Link href={detailsAddress(hit._id)} aria-current={here ? 'page' : undefined}>
                <Cover imageFileName={hit._source.imageFileName} title={title} by={makerOf(hit)} />
                <span className="volume num remark">{volume || (numbered ? 'No number' : yearOf(hit))}</span>
                <span className="name clamp-3 anywhere">{title}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
