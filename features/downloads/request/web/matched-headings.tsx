import { useState } from 'react'
import { type HeadingHit, type HeadingKind, headingsApi } from '#features/catalogue/headings/contract.ts'
import { quotedHeading, thesaurusAddress } from '#features/catalogue/headings/web/headings-parts.tsx'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'

const kinds: Record<HeadingKind, string> = {
  topic: 'Subject',
  place: 'Place',
  genre: 'Genre',
  person: 'Person',
  'corporate body': 'Corporate body',
  meeting: 'Meeting',
  title: 'Title',
  series: 'Series',
}

type HeadingView = HeadingHit['_source']

const kindOf = ({ kind, topicAuthority }: HeadingView) => [kinds[kind], topicAuthority].filter(Boolean).join(', ')
const maxVariants = 4

const columns: Columns<HeadingView> = [
  {
    head: 'Heading',
    csv: ({ heading }) => heading,
    cell: ({ heading }) => <Link href={thesaurusAddress({ query: quotedHeading(heading) })}>{heading}</Link>,
  },
  { head: 'Type', csv: kindOf, cell: kindOf },
  {
    head: 'Used for',
    className: 'quiet',
    csv: ({ variants }) => variants.join('; '),
    cell: ({ variants }) => variants.slice(0, maxVariants).join('; '),
  },
  { head: 'Record number', csv: ({ recordId }) => recordId },
]

/** The same page size as for records. */
const perPage = 50

const inputOf = (values: readonly string[]) => ({
  bodybuilderquery: JSON.stringify({ query: { ids: { values } }, sort: [{ heading: 'asc' }], size: perPage }),
})

/** The headings in the file of an authority request, each linked to the thesaurus. */
export function MatchedHeadings({ ids }: { ids: readonly string[] }) {
  const [first, setFirst] = useState(0)
  const values = ids.slice(first, first + perPage)
  const { reply, problem, stale, again } = useLatestReply(headingsApi.searchHeadings, inputOf(values))
  if (problem) return <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
  if (!reply) return <Skeleton lines={6} width="80%" />
  const all = async () => {
    const headings: HeadingView[] = []
    for (let at = 0; at < ids.length; at += perPage) {
      const { hits } = await call(headingsApi.searchHeadings, inputOf(ids.slice(at, at + perPage)))
      headings.push(...hits.hits.map(({ _source }) => _source))
    }
    return fileOf(columns, headings)
  }
  const missing = stale ? 0 : values.length - reply.hits.hits.length
  return (
    <>
      <ExportAbove name="Headings" read={all} />
      <DataTable
        caption="Headings in the file"
        columns={columns}
        rows={reply.hits.hits.map(({ _source }) => _source)}
        keyOf={({ recordId }) => recordId}
      />
      {missing > 0 && (
        <p className="quiet">
          {missing === 1 ? 'One heading is' : `${missing} headings are`} in the file but no longer in the thesaurus.
        </p>
      )}
      {ids.length > perPage && (
        <div className="table-end headings-pages row gap-10">
          <span className="quiet num" role="status">
            {first + 1}–{Math.min(ids.length, first + perPage)} of {grouped(ids.length)}
          </span>
          <Button disabled={first === 0} onClick={() => setFirst(first - perPage)}>
            Previous
          </Button>
          <Button disabled={first + perPage >= ids.length} onClick={() => setFirst(first + perPage)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}
