import { useState } from 'react'
import { type HeadingKind, headingsApi } from '#features/catalogue/headings/contract.ts'
import { quotedHeading, thesaurusAddress } from '#features/catalogue/headings/web/headings-parts.tsx'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Table } from '#ui/table/table.tsx'

/** As many as of records. */
const perPage = 50

/** What the file of an authority request holds: each heading leads to the thesaurus. */
export function MatchedHeadings({ ids }: { ids: readonly string[] }) {
  const [first, setFirst] = useState(0)
  const values = ids.slice(first, first + perPage)
  const query = { query: { ids: { values } }, sort: [{ heading: 'asc' }], size: perPage }
  const { reply, problem, stale, again } = useLatestReply(headingsApi.searchHeadings, {
    bodybuilderquery: JSON.stringify(query),
  })
  if (problem) return <ErrorBox messages={problem.messages ?? [genericSentence]} onRetry={again} />
  if (!reply) return <Skeleton lines={6} width="80%" />
  const missing = stale ? 0 : values.length - reply.hits.hits.length
  return (
    <>
      <Table
        caption="Headings in the file"
        head={
          <>
            <th scope="col">Heading</th>
            <th scope="col">Kind</th>
            <th scope="col">Used for</th>
          </>
        }
      >
        {reply.hits.hits.map(({ _source: { recordId, heading, kind, variants, topicAuthority } }) => (
          <tr key={recordId}>
            <td>
              <Link href={thesaurusAddress({ query: quotedHeading(heading) })}>{heading}</Link>
            </td>
            <td>{[kinds[kind], topicAuthority].filter(Boolean).join(', ')}</td>
            <td className="quiet">{variants.slice(0, maxVariants).join('; ')}</td>
          </tr>
        ))}
      </Table>
      {missing > 0 && (
        <p className="quiet">
          {missing === 1 ? 'One heading is' : `${missing} headings are`} in the file but no longer in the thesaurus.
        </p>
      )}
      {ids.length > perPage && (
        <div className="table-end headings-pages">
          <span className="quiet num" role="status">
            {first + 1}–{Math.min(ids.length, first + perPage)} of {ids.length.toLocaleString()}
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

const maxVariants = 4

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
