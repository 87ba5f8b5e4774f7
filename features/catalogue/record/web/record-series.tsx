import { catalogueApi } from '#features/catalogue/contract.ts'
import { counted } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { seriesOf } from '#marc/citation/series.ts'
import { Link } from '#ui/link.tsx'
import { words as say } from '../../messages.ts'
import { Cover } from '../../web/catalogue-parts.tsx'
import { detailsAddress, makerOf, titleOf, yearOf } from '../../web/hit-facts.ts'
import { searchByPhrase } from '../../web/search-links.ts'
import { folderItemOf } from './folder-item.ts'
import type { RecordView } from './record-facts.tsx'
import { useRecordPieces } from './record-pieces.tsx'
import { inSeries, missingNumbers, nearInSeries, neighbours, onePerVolume, volumesOf } from './series-order.ts'

const mostMissing = 20

/** Up to 100 members that a query finds; nothing for ''. */
function useSeriesSearch(query: string) {
  const search = { bodybuilderquery: JSON.stringify({ size: 100, query: { query_string: { query } } }) }
  return useLatestReply(catalogueApi.search, search, { enabled: query !== '' })
}

/** The volumes before and after a record in its first series. Shows nothing if it has none. */
export function RecordSeries({ source }: { source: RecordView }) {
  const name = source.series.map((each) => seriesOf(each).name).find((each) => each !== '') ?? ''
  const own = { _id: source.id, _score: 0, _source: source }
  const { FolderMenuButton } = useRecordPieces()
  const { reply } = useSeriesSearch(name && inSeries(name))
  const isWhole = !reply || reply.hits.total <= reply.hits.hits.length
  const near = useSeriesSearch(isWhole ? '' : nearInSeries(name, volumesOf(name, [own])[0]?.volume ?? ''))
  if (!reply || name === '' || (near.loading && !near.reply)) return null
  const found = new Map([...reply.hits.hits, ...(near.reply?.hits.hits ?? [])].map((hit) => [hit._id, hit]))
  // The results for a long series may lack the record itself.
  found.delete(source.id)
  const volumes = onePerVolume(volumesOf(name, [own, ...found.values()]), source.id)
  if (volumes.length < 2) return null
  // A longer series was not read whole, so that its missing numbers are not known.
  const missing = isWhole ? missingNumbers(volumes) : []
  const numbered = volumes.some(({ volume }) => volume)
  return (
    <section className="record-part record-series stack gap-8 line-above pt-18" aria-labelledby="series-heading">
      <div className="part-head split items-baseline text-small gap-4-14">
        <h2 id="series-heading">In the series {name}</h2>
        <span className="cluster items-center gap-8">
          <Link href={searchByPhrase('series', name)}>See the whole series</Link>
          <FolderMenuButton
            items={volumes.map(({ hit }) => folderItemOf(hit))}
            label={say.addToFolderMenu}
            of={counted(volumes.length, say.record, say.records)}
          />
        </span>
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
      {missing.length > 0 && (
        <p className="num remark">
          The catalogue doesn’t have {missing.length > 1 ? 'numbers' : 'number'}{' '}
          {missing.slice(0, mostMissing).join(', ')}
          {missing.length > mostMissing && ` and ${missing.length - mostMissing} more`}.
        </p>
      )}
    </section>
  )
}
